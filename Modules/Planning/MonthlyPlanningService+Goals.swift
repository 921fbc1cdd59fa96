public import Allocation
import ExchangeRates
public import Models
import Persistence

import struct Foundation.UUID

// Use cases about all goals, or one of them.

extension MonthlyPlanningService {
    /// One goal's plan among those of all goals.
    public struct GoalReport: Sendable {
        /// The plans of all goals, whatever their lifecycle.
        public let report: MonthlyPlanReport
        /// The goal's plan.
        public let row: MonthlyPlanReport.Row
    }

    /// What every goal requires, and what is planned.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func required(
        _ call: Call, convention: PlanningSettings.ConventionName? = nil, lifecycles: Set<Goal.Lifecycle> = [.active]
    ) async throws -> Outcome<MonthlyPlanReport> {
        let report = try await plan(request(call, convention: convention, lifecycles: lifecycles))
        return Outcome(report, warnings: report.warnings, isComplete: report.isComplete)
    }

    /// The plan of the goal that `name` means; totals are in its currency when the settings name none.
    ///
    /// - Throws: ``LookupError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func goal(
        named name: String, _ call: Call, convention: PlanningSettings.ConventionName? = nil
    ) async throws -> Outcome<GoalReport> {
        let goal = try await store.read { try $0.find(Goal.self, named: name) }
        let request = request(call, convention: convention, lifecycles: Set(Goal.Lifecycle.allCases))
        let report = try await plan(request)
        guard let row = report.row(goal.id) else {
            throw LookupError.unknown(kind: "goal", name: name, nearest: nil)
        }
        return Outcome(GoalReport(report: report, row: row), warnings: report.warnings, isComplete: report.isComplete)
    }

    /// What an edit would do to a goal's plan.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func preview(_ name: String, _ fields: GoalFields, _ call: Call) async throws -> Outcome<GoalEditPreview> {
        let original = try await store.read { try $0.find(Goal.self, named: name) }
        let preview = try await preview(of: original, edited: try fields.edited(original), request(call))
        return Outcome(preview, warnings: preview.reportAfter.warnings, isComplete: preview.reportAfter.isComplete)
    }

    /// A goal that was ended, with how far it was.
    public struct Ended: Sendable {
        /// The goal with its snapshot.
        public let goal: Goal
        /// What it had.
        public let progress: GoalProgress
    }

    /// Finishes or cancels a goal: what it has is recorded, what funded it is released. Nothing is recorded at substitute
    /// rates.
    ///
    /// - Throws: ``LookupError``, ``LifecycleError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func end(_ name: String, as lifecycle: Goal.Lifecycle, _ call: Call) async throws -> Outcome<Ended> {
        let first = try await store.read { try $0.find(Goal.self, named: name) }
        for _ in 0..<3 {
            let (revision, current) = try await store.read { (try $0.revision(), try $0.find(Goal.self, first.id)) }
            guard current == first else {
                throw StoreError.changedUnderneath(expected: Record(first), found: current.map { Record($0) })
            }
            let found = try await goal(named: first.id.uuidString, call)
            let progress = found.value.row.plan.progress
            guard !progress.rates.contains(where: { $0.state == .fallback }) else {
                throw LifecycleError.substitutes(goal: first.name)
            }
            do {
                let goal = try await write(call) { writer in
                    // What it has at this moment is recorded: whatever else changed meanwhile may have changed that.
                    guard try writer.store.revision() == revision else { throw Moved() }
                    return try GoalChanges(writer).end(progress, as: lifecycle, on: call.today)
                }
                return Outcome(
                    Ended(goal: goal, progress: progress), warnings: found.warnings,
                    isComplete: progress.savedBound == nil)
            } catch is Moved {}
        }
        throw LifecycleError.keepsChanging(goal: first.name)
    }
}

/// The store was written to between reading and writing: nothing is written, and it is read again.
private struct Moved: Error {}

// MARK: - Decisions

extension MonthlyPlanningService {
    /// How a goal is to be treated in a month, or from it on.
    public struct Decision: Sendable {
        /// How the payment may be treated.
        public var state: FlexState
        /// An amount to pay instead of what is required, in the goal's currency, in digits; nil keeps the one there is.
        public var custom: String?
        /// Whether an earlier amount is removed.
        public var clearsCustom: Bool
        /// Whether it holds from the month on.
        public var isStanding: Bool

        /// A decision.
        public init(_ state: FlexState, custom: String? = nil, clearsCustom: Bool = false, isStanding: Bool = false) {
            self.state = state
            self.custom = custom
            self.clearsCustom = clearsCustom
            self.isStanding = isStanding
        }
    }

    /// What was decided for a goal.
    public struct Decided: Sendable {
        /// The goal.
        public let goal: Goal
        /// The plan as it is kept.
        public let plan: MonthlyPlan
    }

    /// Decides how a goal's next payment is treated.
    ///
    /// - Throws: ``LookupError``, ``NumberError``, ``PaymentDecisionError``, ``StoreError``, ``MoneyError/tooLarge(_:)``,
    ///   `CancellationError`.
    public func decide(_ name: String, _ decision: Decision, _ call: Call) async throws -> Outcome<Decided> {
        try await decide(name, call) { _ in decision }
    }

    /// Decides by how the goal's next payment is treated at the moment of the decision.
    ///
    /// - Parameter choose: what is decided on a plan; called again when something else is written before the decision is.
    /// - Throws: what ``decide(_:_:_:)`` and `choose` throw.
    public func decide(
        _ name: String, _ call: Call, by choose: (GoalPlan) throws -> Decision
    ) async throws -> Outcome<Decided> {
        for _ in 0..<3 {
            let revision = try await store.read { try $0.revision() }
            let plan = try await goal(named: name, call).value.row.plan
            let decision = try choose(plan)
            let custom = try decision.custom.map { try Money(entered: $0, plan.goal.currency) }
            do {
                let kept = try await store.write(call) { writer in
                    // What is still to pay follows from what was contributed, so nothing may have changed since.
                    guard try writer.revision() == revision else { throw Moved() }
                    var decisions = try PaymentDecisions(writer, call)
                    let kept = try decisions.decide(
                        plan, state: decision.state, custom: custom, clearsCustom: decision.clearsCustom,
                        isStanding: decision.isStanding)
                    try decisions.finish()
                    return kept
                }
                return Outcome(Decided(goal: plan.goal, plan: kept))
            } catch is Moved {}
        }
        throw LifecycleError.keepsChanging(goal: name)
    }

    /// What is to be tried out, as text.
    public struct WhatIfFields: Sendable {
        /// What is paid on every payment date, in the goal's currency.
        public var monthly: String?
        /// What is paid once, today, in the goal's currency.
        public var once: String?
        /// Another deadline.
        public var deadline: String?
        /// Another target, in the goal's currency.
        public var target: String?

        /// Nothing is different.
        public init(monthly: String? = nil, once: String? = nil, deadline: String? = nil, target: String? = nil) {
            self.monthly = monthly
            self.once = once
            self.deadline = deadline
            self.target = target
        }
    }

    /// What other payments, another deadline or another target would do.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``WhatIfError``, ``StoreError``, ``MoneyError/tooLarge(_:)``,
    ///   `CancellationError`.
    public func whatIf(_ name: String, _ fields: WhatIfFields, _ call: Call) async throws -> Outcome<WhatIf> {
        let original = try await store.read { try $0.find(Goal.self, named: name) }
        var goal = original
        var reader = RequestReader()
        func amount(_ field: String, _ text: String?) throws -> Money? {
            guard let text else { return nil }
            return try reader.read(field) { try Money(entered: text, original.currency) }
        }
        let (monthly, once) = (try amount("monthly", fields.monthly), try amount("once", fields.once))
        goal.target = try amount("target", fields.target) ?? goal.target
        if let deadline = fields.deadline {
            goal.deadline = try reader.read("deadline") { try CalendarDay(deadline) } ?? goal.deadline
        }
        reader.add(goal.issues)
        try reader.check()
        if let once, !once.isPositive || !once.isWholeMinorUnits { throw WhatIfError.badPayment(once) }
        let request = request(call)
        let preview = try await preview(of: original, edited: goal, paying: once, request)
        return Outcome(
            try WhatIf(preview, monthly: monthly, convention: request.convention),
            warnings: preview.reportAfter.warnings, isComplete: preview.reportAfter.isComplete)
    }
}
