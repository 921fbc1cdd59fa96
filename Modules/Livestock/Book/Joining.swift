public import Values

/// A joining of females with males, from which offspring are expected (H7).
public struct Joining: Sendable, Hashable {
    /// How the males were joined.
    public enum Method: String, ColumnChoice, Hashable, CaseIterable {
        /// Artificial insemination on one day.
        case ai
        /// From a start to an end.
        case controlled
        /// From a start on, without an end.
        case uncontrolled
    }

    /// How the males were joined.
    public let type: Method
    /// The first day.
    public let start: CalendarDay
    /// The last day of a controlled joining; else nil.
    public let end: CalendarDay?
    /// Offspring per 100 joined.
    public let rate: Percentage
    /// How many were joined; nil for all that the herd had when the joining was entered.
    public let joined: Int?
    /// The weight at birth; nil for a part of the dams' mean.
    public let birthWeight: Kilograms?

    /// A joining.
    public init(
        _ type: Method, start: CalendarDay, end: CalendarDay? = nil, rate: Percentage, joined: Int? = nil,
        birthWeight: Kilograms? = nil
    ) {
        self.type = type
        self.start = start
        self.end = end
        self.rate = rate
        self.joined = joined
        self.birthWeight = birthWeight
    }

    /// Everything that is wrong with it for a species; empty for one that is right.
    public func issues(_ species: Species) -> [ValidationIssue] {
        var issues: [ValidationIssue] = []
        let end = end ?? start
        if type == .controlled, self.end == nil {
            issues.append(
                ValidationIssue(
                    code: "required", field: "end", message: "A controlled joining needs the day of its end."))
        } else if end < start {
            issues.append(
                ValidationIssue(
                    code: "endBeforeStart", field: "end",
                    message: "The joining would end on \(end), before its start on \(start)."))
        } else if type != .controlled, end != start {
            issues.append(
                ValidationIssue(
                    code: "endNotAllowed", field: "end",
                    message: "Only a controlled joining has an end. Leave it out, or make the joining controlled."))
        } else if start.days(until: end) > 730 {
            issues.append(
                ValidationIssue(
                    code: "tooLong", field: "end",
                    message: "The joining would last \(start.days(until: end)) days; at most 730 are allowed."))
        }
        if let error = rate.error(within: .zero...species.mostOffspring) {
            issues.append(ValidationIssue(code: error.code, field: "rate", message: error.description))
        }
        if let joined, joined < 1 {
            issues.append(
                ValidationIssue(code: "notPositive", field: "head", message: "At least 1 head has to be joined."))
        }
        if let error = birthWeight?.weightError {
            issues.append(ValidationIssue(code: error.code, field: "birthWeight", message: error.description))
        }
        return issues
    }
}

extension Joining: NestedValue {
    /// Its columns.
    public static let fields = Fields<Joining>(
        .value("type", \.type), .value("start", \.start), .value("end", \.end), .value("rate", \.rate),
        .value("joined", \.joined), .value("birthWeight", \.birthWeight)
    ) { Joining($0, start: $1, end: $2, rate: $3, joined: $4, birthWeight: $5) }
}
