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

    /// The fields that differ, in the order of the documents.
    public var changes: [FieldChange] { before.goal.changes(to: after.goal) }

    /// Whether the edit changes what has to be paid or when: the required payment, the status or the dates, not just words.
    public var isSignificant: Bool {
        before.requirement.payments != after.requirement.payments || before.status != after.status
    }
}

extension Goal {
    /// The fields in which another version of the goal differs.
    public func changes(to other: Goal) -> [GoalEditPreview.FieldChange] {
        let fields: [(String, (Goal) -> String?)] = [
            ("name", { $0.name }), ("emoji", { $0.emoji }), ("description", { $0.details }), ("link", { $0.link }),
            ("target", { $0.target.description }), ("start", { $0.start.description }),
            ("deadline", { $0.deadline.description }), ("remind", { $0.reminder?.rawValue }),
            ("remindFrom", { $0.reminderStart?.description }), ("remindAt", { $0.reminderTime?.description }),
        ]
        return fields.compactMap { name, value in
            let (before, after) = (value(self), value(other))
            return before == after ? nil : GoalEditPreview.FieldChange(field: name, before: before, after: after)
        }
    }
}
