public import Models

/// A goal before and after an edit: which fields changed, and what that does to its plan.
public struct GoalEditPreview: Sendable {
    /// One changed field.
    public struct FieldChange: Sendable, Hashable {
        /// The field, as documents name it.
        public let field: String
        /// What it was; nil for nothing.
        public let before: String?
        /// What it becomes; nil for nothing.
        public let after: String?
    }

    /// The plan as it is.
    public let before: GoalPlan
    /// The plan as it would be.
    public let after: GoalPlan

    /// All plans as they are.
    public let reportBefore: MonthlyPlanReport
    /// All plans as they would be.
    public let reportAfter: MonthlyPlanReport

    /// The fields that differ, in the order of forms.
    public var changes: [FieldChange] { before.goal.changes(to: after.goal) }

    /// Whether the edit changes what has to be paid or when: the required payment, the status or the dates, not just words.
    public var isSignificant: Bool {
        before.requirement.payments != after.requirement.payments || before.status != after.status
    }
}

extension Goal {
    /// The fields in which another version of the goal differs.
    public func changes(to other: Goal) -> [GoalEditPreview.FieldChange] {
        // A target is shown with its currency.
        let changes = Goal.fields.changes(from: self, to: other) { field, goal in
            switch field.content {
            case .amount(let amount): amount(goal).description
            case .currency: nil
            default: field.text(of: goal)
            }
        }
        return changes.map { GoalEditPreview.FieldChange(field: $0.key, before: $0.before, after: $0.after) }
    }
}
