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
        members.setFigure("planned", JSONValue(report.planned), report.plannedBound)
        members.setFigure("contributed", JSONValue(report.contributed), report.contributedBound)
        members.setFigure("left", JSONValue(report.left), report.leftBound)
        let isSure = report.plannedBound == nil && report.contributedBound == nil
        members.setFigure(
            "progress", report.progress.map { JSONValue($0, rounding: .down) } ?? .null, isSure ? nil : .unknown)
        return members
    }

    fileprivate init(month row: MonthReport.Row) {
        let payment = row.ask.payment
        let contribution = row.ask.contribution
        var members: [String: JSONValue] = [
            "id": .string(payment.goalID.uuidString.lowercased()), "name": .string(row.name),
            "emoji": JSONValue(row.emoji), "date": JSONValue(payment.date),
            "flexState": .string(payment.state.rawValue), "custom": JSONValue(payment.custom),
            "adjusted": JSONValue(payment.adjusted), "unavailable": JSONValue(row.unavailable),
        ]
        members.setFigure("required", JSONValue(payment.required), payment.requiredBound)
        members.setFigure("planned", JSONValue(payment.planned), row.plannedBound)
        members.setFigure("contributed", JSONValue(contribution.amount), contribution.bound)
        members.setFigure("left", JSONValue(row.left), row.leftBound)
        self = .object(members)
    }

    fileprivate init(_ instant: Date?) { self = instant.map { .string($0.formatted(.iso8601)) } ?? .null }
}
