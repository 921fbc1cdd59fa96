import ExchangeRates
import Foundation
public import Models
public import Planning

extension Document {
    /// A month with what every goal is to get and what it got.
    public init(month report: MonthReport) {
        var body = JSONValue.members(of: report)
        body["convention"] = .string(report.month.convention)
        body["displayCurrency"] = .string(report.displayCurrency.identity)
        body["undoUntil"] = JSONValue(report.undoUntil)
        body["goals"] = .array(report.rows.map(JSONValue.init(month:)))
        self.init(
            "month", asOf: report.today, main: "goals", isComplete: report.isComplete, warnings: report.warnings,
            rates: report.rates, body: body)
    }

    /// All months that were started.
    public init(months reports: [MonthReport], asOf day: CalendarDay) {
        var rates: Set<ConversionRate> = []
        for report in reports { rates.formUnion(report.rates) }
        self.init(
            "months", asOf: day, main: "months", isComplete: reports.allSatisfy(\.isComplete),
            warnings: reports.flatMap(\.warnings), rates: rates.sorted { ConversionRate.precedes($0, $1) },
            body: ["months": .array(reports.map { .object(JSONValue.members(of: $0)) })])
    }
}

extension JSONValue {
    fileprivate static func members(of report: MonthReport) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "month": .string(report.month.month.description), "state": .string(report.state.rawValue),
            "startedAt": JSONValue(report.state == .draft ? nil : report.month.startedAt),
            "closedAt": JSONValue(report.month.closedAt),
        ]
        members.setFigure("plan", JSONValue(report.plan), report.planBound)
        members.setFigure("contributed", JSONValue(report.contributed), report.contributedBound)
        members.setFigure("planned", JSONValue(report.planned), report.plannedBound)
        let isSure = report.planBound == nil && report.contributedBound == nil
        members.setFigure(
            "shareMet", report.shareMet.map { JSONValue($0, rounding: .down) } ?? .null, isSure ? nil : .unknown)
        members.setFigure("beyond", JSONValue(report.beyond), isSure ? nil : .unknown)
        return members
    }

    fileprivate init(month row: MonthReport.Row) {
        let payment = row.payment
        let contribution = row.contribution
        var members: [String: JSONValue] = [
            "id": .string(payment.goalID.uuidString.lowercased()), "name": .string(row.name),
            "emoji": JSONValue(row.emoji), "date": JSONValue(payment.date), "level": JSONValue(payment.level),
            "flexState": .string(payment.currentState.rawValue), "custom": JSONValue(payment.currentCustom),
            "plan": JSONValue(payment.plan), "ending": JSONValue(row.ending),
            "amendments": .array(payment.amendments.map { JSONValue(amendment: $0, required: payment.required) }),
            "unavailable": JSONValue(row.unavailable),
        ]
        members.setFigure("required", JSONValue(payment.required), payment.requiredBound)
        members.setFigure("contributed", JSONValue(contribution.amount), contribution.bound)
        members.setFigure("released", JSONValue(contribution.released), contribution.bound)
        members.setFigure("planned", JSONValue(row.planned), row.plannedBound)
        self = .object(members)
    }

    private init(amendment: MonthExecution.Amendment, required: Money) {
        self = [
            "time": JSONValue(amendment.instant), "flexState": .string(amendment.state.rawValue),
            "was": JSONValue(amendment.was ?? required),
            "is": JSONValue(amendment.becomes ?? required),
        ]
    }

    fileprivate init(_ instant: Date?) { self = instant.map { .string($0.formatted(.iso8601)) } ?? .null }
}
