import Models

/// What was decided about one goal's payment (R9), oldest first: the newest that has not ended counts.
struct SlowDecisions: Sendable {
    /// What a decision was made for; with it a decision ends that was not made for always.
    enum Scope: Sendable, Hashable {
        /// A payment date.
        case date(CalendarDay)
        /// A calendar month, under `calendarMonths`.
        case calendarMonth(CalendarMonth)
        /// The month that is in progress.
        case month
    }

    struct State: Sendable {
        var state: FlexState
        /// What was contributed so far: the plan of a skip.
        var plan: Money
        var scope: Scope
        var isForAlways = false
    }

    struct Amount: Sendable {
        /// What was still to pay when it was decided.
        var amount: Money
        var plan: Money
        var scope: Scope
        var isForAlways = false
        /// Whether it only takes earlier amounts back.
        var isNone = false
    }

    /// What counts.
    struct Result: Sendable {
        var state: FlexState
        /// nil without a decision about the amount.
        var plan: Money?
    }

    var states: [State] = []
    var customs: [Amount] = []
    var flex: Amount?

    /// What counts when the scopes hold that `isOpen` names.
    func result(in currency: Currency, isOpen: (Scope) -> Bool) -> Result {
        let state = states.last { $0.isForAlways || isOpen($0.scope) }
        var result = Result(state: state?.state ?? .flexible, plan: nil)
        if let flex, isOpen(flex.scope), flex.plan.currency == currency {
            result.plan = flex.plan
        } else if let state, state.state == .skipped {
            // A decision for always is made anew for each later date, when nothing has been contributed.
            result.plan = isOpen(state.scope) && state.plan.currency == currency ? state.plan : .zero(currency)
        } else if let custom = customs.last(where: {
            $0.plan.currency == currency && ($0.isForAlways || isOpen($0.scope))
        }), !custom.isNone {
            result.plan = isOpen(custom.scope) ? custom.plan : custom.amount
        }
        return result
    }

    /// Keeps one decision. Whatever it is, it ends what flex saved.
    mutating func decide(
        state: FlexState?, custom: Money?, clearsCustom: Bool, contributed: Money, scope: Scope, isForAlways: Bool,
        isSkipped: Bool
    ) throws {
        flex = nil
        if clearsCustom {
            customs.append(
                Amount(
                    amount: contributed, plan: contributed, scope: scope, isForAlways: isForAlways, isNone: true))
        }
        // An amount of one's own is later than the skip before it.
        if let state = state ?? (custom != nil && isSkipped ? .flexible : nil) {
            states.append(State(state: state, plan: contributed, scope: scope, isForAlways: isForAlways))
        }
        if let custom {
            customs.append(
                Amount(
                    amount: custom, plan: try contributed.adding(custom), scope: scope, isForAlways: isForAlways))
        }
    }

    /// The decisions that count, as a month takes them over at its start.
    ///
    /// From then on contributions count from 0, so that each plan is what is still to pay.
    func takenOver(
        in currency: Currency, contributed: Money, remaining: Money, isOpen: (Scope) -> Bool
    ) throws -> SlowDecisions {
        func left(_ plan: Money) throws -> Money {
            let left = try plan.subtracting(contributed)
            if left.isNegative { return .zero(currency) }
            return try remaining.isLess(than: left) ? remaining : left
        }
        var taken = SlowDecisions()
        if let state = states.last(where: { $0.isForAlways || isOpen($0.scope) }) {
            let plan = isOpen(state.scope) && state.plan.currency == currency ? state.plan : .zero(currency)
            taken.states = [State(state: state.state, plan: try left(plan), scope: .month)]
        }
        if let custom = customs.last(where: {
            $0.plan.currency == currency && ($0.isForAlways || isOpen($0.scope))
        }), !custom.isNone {
            let plan = try left(isOpen(custom.scope) ? custom.plan : custom.amount)
            taken.customs = [Amount(amount: plan, plan: plan, scope: .month)]
        }
        if let flex, isOpen(flex.scope), flex.plan.currency == currency {
            let plan = try left(flex.plan)
            taken.flex = Amount(amount: plan, plan: plan, scope: .month)
        }
        return taken
    }
}
