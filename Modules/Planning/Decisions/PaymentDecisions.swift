import Allocation
package import Models
package import Persistence

import struct Foundation.UUID

/// Keeps what a person decides about payments (R9, MO4), inside the caller's transaction: as an amendment of the month in
/// progress for the goals in it, else as a plan for the goal's next payment date.
///
/// A decision is about what is still to pay. What was contributed until then comes from the goal's plan, so the store must not
/// have changed since that was calculated.
package struct PaymentDecisions {
    private let writer: any StoreWriter
    private let call: Call
    private var month: MonthExecution?
    private let original: MonthExecution?
    private var plans: [UUID: [MonthlyPlan]]

    /// Decisions inside a write.
    ///
    /// - Throws: ``StoreError``.
    package init(_ writer: any StoreWriter, _ call: Call) throws {
        self.writer = writer
        self.call = call
        original = try writer.all(MonthExecution.self, where: "closedAt", is: .null).last
        month = original
        plans = Dictionary(grouping: try writer.all(MonthlyPlan.self), by: \.goalID)
    }

    /// Writes the amendments of the month in progress.
    ///
    /// - Throws: ``StoreError``.
    package func finish() throws {
        if let original, let month, month != original { try writer.update(original, to: month) }
    }

    /// Decides how a payment is treated.
    ///
    /// - Parameters:
    ///   - custom: an amount still to pay, in the goal's currency; nil keeps the one there is.
    ///   - clearsCustom: whether an earlier amount is removed.
    ///   - isStanding: whether the decision also holds for all later payment dates.
    /// - Returns: the decision as a plan of the payment.
    /// - Throws: ``PaymentDecisionError``, ``StoreError``, ``MoneyError/tooLarge(_:)``.
    package mutating func decide(
        _ plan: GoalPlan, state: FlexState, custom: Money?, clearsCustom: Bool, isStanding: Bool
    ) throws -> MonthlyPlan {
        let goal = plan.goal
        guard goal.lifecycle == .active else {
            throw PaymentDecisionError.notActive(goal: goal.name, goal.lifecycle)
        }
        let remaining = plan.progress.remaining
        if let custom {
            let isTooMuch = try remaining.isLess(than: custom)
            guard custom.isPositive, custom.isWholeMinorUnits, !isTooMuch else {
                throw PaymentDecisionError.badCustom(custom, remaining: remaining)
            }
        }
        let paid = plan.requirement.paid
        let keeps = custom == nil && !clearsCustom
        let standing = try isStanding ? keepStanding(plan, state, custom, clearsCustom: clearsCustom) : nil
        if let index = index(of: plan) {
            let chosen = try custom.map { try paid.adding($0) } ?? (keeps ? month?.payments[index].currentCustom : nil)
            let becomes = state == .skipped ? paid : chosen
            amend(index, state: state, becomes: becomes, custom: chosen)
            return standing
                ?? MonthlyPlan(
                    goalID: goal.id, month: month?.month ?? call.today.month, state: state,
                    custom: custom ?? (keeps ? plan.custom : nil), customPlan: chosen, adjusted: becomes,
                    date: plan.decisionDate)
        }
        // An amount chosen for this date alone stays beside a standing decision without one.
        let current = plan.decision
        guard let standing, !(keeps && current?.scope == .month && current?.custom != nil) else {
            let kept = try keep(
                MonthlyPlan(
                    goalID: goal.id, month: plan.decisionDate.month, state: state,
                    custom: custom ?? (keeps ? current?.custom : nil),
                    customPlan: try custom.map { try paid.adding($0) } ?? (keeps ? current?.customPlan : nil),
                    adjusted: state == .skipped ? paid : nil, date: plan.decisionDate))
            return standing ?? kept
        }
        return standing
    }

    /// Writes a decision that holds for all later payment dates, and for this one unless a month is in progress.
    private mutating func keepStanding(
        _ plan: GoalPlan, _ state: FlexState, _ custom: Money?, clearsCustom: Bool
    ) throws -> MonthlyPlan {
        let isInMonth = index(of: plan) != nil
        // The month in progress has its own decisions; taking its start back, this one holds.
        let first = isInMonth ? month?.month ?? plan.decisionDate.month : plan.decisionDate.month
        let earlier = (plans[plan.goal.id] ?? []).filter { $0.scope == .standing && $0.month <= first }
        let newest = isInMonth ? earlier.max { $0.month < $1.month } : plan.standing
        let old = clearsCustom ? nil : newest
        let paid = plan.requirement.paid
        return try keep(
            MonthlyPlan(
                goalID: plan.goal.id, month: first, scope: .standing, state: state,
                custom: custom ?? old?.custom,
                customPlan: isInMonth ? nil : try custom.map { try paid.adding($0) } ?? old?.customPlan ?? old?.custom,
                adjusted: state == .skipped && !isInMonth ? paid : nil, date: isInMonth ? nil : plan.decisionDate))
    }

    /// Keeps what a flex adjustment came to: for each goal what is still to pay, in its currency. State and amount chosen by
    /// hand stay as they are (F9).
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``.
    package mutating func keep(_ payments: [(plan: GoalPlan, amount: Money)]) throws {
        // A skipped goal that gets nothing stays as it is.
        for (plan, amount) in payments where plan.flexState != .skipped || !amount.isZero {
            let planned = try plan.requirement.paid.adding(amount)
            if let index = index(of: plan), let payment = month?.payments[index] {
                amend(
                    index, state: payment.currentState, becomes: planned, custom: payment.currentCustom,
                    adjusted: planned)
            } else {
                let current = plan.decision
                _ = try keep(
                    MonthlyPlan(
                        goalID: plan.goal.id, month: plan.decisionDate.month, state: plan.flexState,
                        custom: current?.custom, customPlan: current?.customPlan, adjusted: planned,
                        date: plan.decisionDate))
            }
        }
    }

    /// Forgets what flex adjustments came to, and says for how many goals there was something.
    ///
    /// - Throws: ``StoreError``.
    package mutating func reset(_ reports: [GoalPlan]) throws -> Int {
        var count = 0
        for plan in reports where plan.adjusted != nil {
            count += 1
            if let index = index(of: plan), let payment = month?.payments[index] {
                amend(
                    index, state: payment.currentState, becomes: payment.currentCustom,
                    custom: payment.currentCustom)
            } else if var bare = plan.decision {
                let old = bare
                bare.adjusted = nil
                // What says nothing of its own would only hide a standing decision.
                if bare.state == .flexible && bare.custom == nil {
                    try writer.delete(old)
                } else {
                    try writer.update(old, to: bare)
                }
            }
        }
        return count
    }

    /// The place of a goal among the payments of the month in progress.
    private func index(of plan: GoalPlan) -> Int? {
        guard plan.frozen != nil else { return nil }
        return month?.payments.firstIndex { $0.goalID == plan.goal.id }
    }

    private mutating func amend(
        _ index: Int, state: FlexState, becomes: Money?, custom: Money?, adjusted: Money? = nil
    ) {
        guard let payment = month?.payments[index] else { return }
        let current = (payment.currentState, payment.decided, payment.currentCustom, payment.currentAdjusted)
        guard current != (state, becomes, custom, adjusted) else { return }
        let amendment = MonthExecution.Amendment(
            instant: call.now, state: state, was: payment.decided, becomes: becomes, custom: custom,
            adjusted: adjusted)
        month?.payments[index].amendments.append(amendment)
    }

    /// Writes a plan in place of those that it ends: for the same or an earlier date, a standing one for all. One for a later
    /// date, made before a closing was undone, holds again when its date is the next one, but no flex adjustment does.
    private mutating func keep(_ chosen: MonthlyPlan) throws -> MonthlyPlan {
        var kept: [MonthlyPlan] = []
        for old in plans[chosen.goalID] ?? [] where old != chosen {
            let isOpen = old.date.map { $0 >= call.today } ?? (old.month >= call.today.month)
            let isReplaced =
                switch (old.scope, chosen.scope) {
                case _ where (old.month, old.scope) == (chosen.month, chosen.scope): true
                case (.standing, .standing): old.month >= chosen.month
                case (.month, .standing): isOpen && chosen.date != nil
                case (.month, .month): isOpen && old.month < chosen.month
                case (.standing, .month): false
                }
            if isReplaced {
                try writer.delete(old)
            } else if isOpen, old.scope == .month, old.state != .skipped, old.adjusted != nil {
                var bare = old
                bare.adjusted = nil
                try writer.update(old, to: bare)
                kept.append(bare)
            } else {
                kept.append(old)
            }
        }
        if !(plans[chosen.goalID] ?? []).contains(chosen) { try writer.insert(chosen) }
        plans[chosen.goalID] = kept + [chosen]
        return chosen
    }
}
