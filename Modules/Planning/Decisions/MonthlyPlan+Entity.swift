public import Models

extension MonthlyPlan: Entity {
    /// How plans are kept: by goal, month and scope.
    public static let declaration = Declaration<MonthlyPlan>(
        "plan", table: "plans", version: 2, since: "0.3.0", order: ["goalID", "month", "scope"],
        fields: Fields(
            .key("goalID", \.goalID, to: "goal"), .key("month", \.month), .key("scope", \.scope),
            .value("state", \.state), .value("custom", \.custom), .value("customPlan", \.customPlan),
            .value("adjusted", \.adjusted), .value("date", \.date)
        ) {
            MonthlyPlan(
                goalID: $0, month: $1, scope: $2, state: $3, custom: $4, customPlan: $5, adjusted: $6, date: $7)
        })

    /// "plan of 2026-05, skipped".
    public var summary: String { "plan of \(month), \(state)" }

    /// What can be said beside the goal alone: amounts are at least 0, and in its currency.
    ///
    /// - Throws: What the reader throws.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        guard let goal = try reader.find(Goal.self, goalID) else { return [] }
        return [("custom", custom), ("customPlan", customPlan), ("adjusted", adjusted)].compactMap { field, amount in
            guard let amount, amount.currency != goal.currency || amount.isNegative else { return nil }
            return ValidationIssue(
                code: "badPayment", field: field,
                message: "\(amount) cannot be the payment of '\(goal.name.printable)', which is in \(goal.currency).")
        }
    }
}

extension MonthlyPlan.Scope: ColumnChoice {}
