import Allocation
public import Models

extension MonthExecution: Entity {
    /// How months are kept: in order. Whether a step of one can be taken back is a matter of time.
    public static let declaration = Declaration<MonthExecution>(
        "month", table: "months", since: "0.3.0", order: ["month"], undo: .guarded,
        fields: Fields(
            .key("month", \.month), .value("startedAt", \.startedAt), .value("startDay", \.startDay),
            .value("convention", \.convention), .value("displayCurrency", \.displayCurrency),
            .value("payments", \.payments), .value("rates", \.rates),
            .value("closedAt", \.closedAt), .value("closeDay", \.closeDay)
        ) { month, startedAt, startDay, convention, display, payments, rates, closedAt, closeDay in
            var execution = MonthExecution(
                month: month, startedAt: startedAt, startDay: startDay, convention: convention,
                displayCurrency: display, payments: payments, rates: rates)
            execution.closedAt = closedAt
            execution.closeDay = closeDay
            return execution
        })

    /// "month 2026-05, executing".
    public var summary: String { "month \(month), \(isClosed ? "closed" : "executing")" }

    /// What cannot be: a month that ends before it starts, or is closed by half.
    public func faults(in reader: any EntityReader) -> [Fault] {
        guard (closedAt == nil) != (closeDay == nil) || closeDay.map({ $0 < startDay }) ?? false else { return [] }
        return [
            Fault(
                code: "badClosing", field: "closeDay",
                message: "The month \(month), started on \(startDay), cannot be closed on "
                    + "\(closeDay.map(\.description) ?? "no day").")
        ]
    }
}

extension MonthExecution.Payment: NestedValue {
    /// The columns under which it is kept inside a month.
    public static let fields = Fields<MonthExecution.Payment>(
        .value("goalID", \.goalID), .value("name", \.name), .value("emoji", \.emoji), .value("date", \.date),
        .value("required", \.required), .value("requiredBound", \.requiredBound), .value("state", \.state),
        .value("custom", \.custom), .value("adjusted", \.adjusted),
        .value("funding", \.funding),
        .value("amendments", \.amendments),
        .value("result", \.result)
    ) { goalID, name, emoji, date, required, bound, state, custom, adjusted, funding, amendments, result in
        MonthExecution.Payment(
            goalID: goalID, name: name, emoji: emoji, date: date, required: required, requiredBound: bound,
            state: state, custom: custom, adjusted: adjusted, funding: funding, amendments: amendments,
            result: result)
    }
}

extension MonthExecution.Amendment: NestedValue {
    /// The columns under which it is kept inside a month.
    public static let fields = Fields<MonthExecution.Amendment>(
        .value("instant", \.instant), .value("state", \.state), .value("was", \.was), .value("becomes", \.becomes)
    ) { MonthExecution.Amendment(instant: $0, state: $1, was: $2, becomes: $3) }
}

extension MonthExecution.Result: NestedValue {
    /// The columns under which it is kept inside a month.
    public static let fields = Fields<MonthExecution.Result>(
        .value("contributed", \.contributed), .value("contributedBound", \.contributedBound),
        .value("released", \.released), .value("funding", \.funding)
    ) { MonthExecution.Result(contributed: $0, contributedBound: $1, released: $2, funding: $3) }
}

extension MonthExecution.Rate: NestedValue {
    /// The columns under which it is kept inside a month.
    public static let fields = Fields<MonthExecution.Rate>(
        .value("from", \.from), .value("to", \.to), .value("rate", \.rate), .value("path", \.path),
        .value("sources", \.sources), .value("time", \.time), .value("state", \.state)
    ) { MonthExecution.Rate(from: $0, to: $1, rate: $2, path: $3, sources: $4, time: $5, state: $6) }
}
