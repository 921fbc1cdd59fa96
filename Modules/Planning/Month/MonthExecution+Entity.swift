import Allocation
public import Models

import struct Foundation.Date

extension MonthExecution: Entity {
    /// How months are kept: in order. Whether a step of one can be undone is a matter of time.
    public static let declaration = Declaration<MonthExecution>(
        "month", table: "months", version: 5, since: "0.4.0", order: ["month"], undo: .guarded,
        fields: Fields(
            .key("month", \.month), .value("startedAt", \.startedAt), .value("startDay", \.startDay),
            .value("window", \.window), .value("convention", \.convention),
            .value("displayCurrency", \.displayCurrency), .value("payments", \.payments), .value("rates", \.rates),
            .value("closedAt", \.closedAt), .value("closeDay", \.closeDay)
        ) { month, startedAt, startDay, window, convention, display, payments, rates, closedAt, closeDay in
            var execution = MonthExecution(
                month: month, startedAt: startedAt, startDay: startDay, window: window, convention: convention,
                displayCurrency: display, payments: payments, rates: rates)
            execution.closedAt = closedAt
            execution.closeDay = closeDay
            return execution
        })

    /// "month 2026-05, in progress".
    public var summary: String { "month \(month), \(isClosed ? "closed" : "in progress")" }

    /// What cannot be: a month that is closed by half.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] {
        guard (closedAt == nil) != (closeDay == nil) else { return [] }
        return [
            ValidationIssue(
                code: "badClosing", field: "closeDay",
                message: "The month \(month) has \(closeDay == nil ? "no day" : "no instant") of its closing.")
        ]
    }
}

extension ContributionWindow: NestedValue {
    /// The columns under which it is kept inside a month.
    public static let fields = Fields<ContributionWindow>(
        .value("after", \.after), .value("closingEnd", \.closingEnd), .value("closingInstant", \.closingInstant)
    ) { after, end, instant in
        let closing = end.flatMap { end in instant.map { Closing(end: end, instant: $0) } }
        return ContributionWindow(after: after, closing: closing)
    }

    private var closingEnd: CalendarDay? { closing?.end }
    private var closingInstant: Date? { closing?.instant }
}

extension MonthExecution.GoalPayment: NestedValue {
    /// The columns under which it is kept inside a month.
    public static let fields = Fields<MonthExecution.GoalPayment>(
        .value("goalID", \.goalID), .value("name", \.name), .value("emoji", \.emoji), .value("date", \.date),
        .value("required", \.required), .value("requiredBound", \.requiredBound), .value("level", \.level),
        .value("planned", \.planned), .value("state", \.state), .value("custom", \.custom),
        .value("funding", \.funding), .value("released", \.released), .value("laterRates", \.laterRates),
        .value("amendments", \.amendments), .value("result", \.result), .value("startOffsets", \.startOffsets),
        .value("adjusted", \.adjusted)
    ) {
        goalID, name, emoji, date, required, bound, level, planned, state, custom, funding, released, laterRates,
        amendments, result, startOffsets, adjusted in
        MonthExecution.GoalPayment(
            goalID: goalID, name: name, emoji: emoji, date: date, required: required, requiredBound: bound,
            level: level, planned: planned, state: state, custom: custom, adjusted: adjusted, funding: funding,
            startOffsets: startOffsets, released: released, laterRates: laterRates, amendments: amendments,
            result: result)
    }
}

extension MonthExecution.Amendment: NestedValue {
    /// The columns under which it is kept inside a month.
    public static let fields = Fields<MonthExecution.Amendment>(
        .value("instant", \.instant), .value("state", \.state), .value("was", \.was), .value("becomes", \.becomes),
        .value("custom", \.custom), .value("adjusted", \.adjusted)
    ) { MonthExecution.Amendment(instant: $0, state: $1, was: $2, becomes: $3, custom: $4, adjusted: $5) }
}

extension MonthExecution.Result: NestedValue {
    /// The columns under which it is kept inside a month.
    public static let fields = Fields<MonthExecution.Result>(
        .value("contributed", \.contributed), .value("contributedBound", \.contributedBound),
        .value("released", \.released), .value("funding", \.funding), .value("hasEnded", \.hasEnded)
    ) {
        MonthExecution.Result(
            contributed: $0, contributedBound: $1, released: $2, funding: $3, hasEnded: $4)
    }
}

extension MonthExecution.LaterRate: NestedValue {
    /// The columns under which it is kept inside a month.
    public static let fields = Fields<MonthExecution.LaterRate>(
        .value("assetID", \.assetID), .value("rate", \.rate)
    ) { MonthExecution.LaterRate(assetID: $0, rate: $1) }
}

extension MonthExecution.Rate: NestedValue {
    /// The columns under which it is kept inside a month.
    public static let fields = Fields<MonthExecution.Rate>(
        .value("from", \.from), .value("to", \.to), .value("rate", \.rate), .value("path", \.path),
        .value("sources", \.sources), .value("time", \.time), .value("state", \.state)
    ) { MonthExecution.Rate(from: $0, to: $1, rate: $2, path: $3, sources: $4, time: $5, state: $6) }
}
