public import Allocation
public import Models

public import struct Foundation.Date
public import struct Foundation.UUID

/// A month that was started: what every goal is to get in it and the rates of that moment, frozen; and once it is closed,
/// what every goal got. A month without one is a draft.
public struct MonthExecution: Sendable, Hashable {
    /// A rate as it was when the month was started.
    public struct Rate: Sendable, Hashable {
        /// What is converted.
        public let from: Currency
        /// What it is converted to.
        public let to: Currency
        /// Units of `to` for one `from`, exact.
        public let rate: Ratio
        /// The currencies passed through, both ends included.
        public let path: [Currency]
        /// The providers of the legs, in order.
        public let sources: [String]
        /// The rate's own time.
        public let time: Date
        /// How it was had.
        public let state: String

        /// A rate.
        public init(
            from: Currency, to: Currency, rate: Ratio, path: [Currency], sources: [String], time: Date, state: String
        ) {
            self.from = from
            self.to = to
            self.rate = rate
            self.path = path
            self.sources = sources
            self.time = time.wholeMilliseconds
            self.state = state
        }
    }

    /// A decision about a payment after the month was started: what the plan was and what it became.
    public struct Amendment: Sendable, Hashable {
        /// The instant of the decision, to the millisecond.
        public let instant: Date
        /// How the payment may be treated from then on.
        public let state: FlexState
        /// What was planned before; nil for what is required.
        public let was: Money?
        /// What is planned since; nil for what is required.
        public let becomes: Money?
        /// What is planned by an amount chosen by hand, also while the goal is skipped or adjusted; nil without one.
        public let custom: Money?
        /// What is planned by a flex adjustment, which may be as much as was chosen by hand; nil without one.
        public let adjusted: Money?

        /// A decision.
        public init(
            instant: Date, state: FlexState, was: Money?, becomes: Money?, custom: Money?, adjusted: Money? = nil
        ) {
            self.instant = instant.wholeMilliseconds
            self.state = state
            self.was = was
            self.becomes = becomes
            self.custom = custom
            self.adjusted = adjusted
        }
    }

    /// What one goal got in the month; written when it is closed, or when the goal ends.
    public struct Result: Sendable, Hashable {
        /// What was contributed at the month's rates, in the goal's currency; negative when more went out.
        public let contributed: Money
        /// Where the true contribution lies when it is not fully known.
        public let contributedBound: Bound?
        /// What the goal got because others ended, or minus what it gave back at its own end; nil for nothing.
        public let released: Money?
        /// What the assets gave to the goal when the month was closed.
        public let funding: [RecordedFunding]
        /// Whether the goal ended before the month did.
        public let hasEnded: Bool

        /// A result.
        public init(
            contributed: Money, contributedBound: Bound?, released: Money? = nil, funding: [RecordedFunding],
            hasEnded: Bool = false
        ) {
            self.contributed = contributed
            self.contributedBound = contributedBound
            self.released = released
            self.funding = funding
            self.hasEnded = hasEnded
        }
    }

    /// The rate of an asset that first funded a goal after the start, as it was at that moment.
    public struct LaterRate: Sendable, Hashable {
        /// The asset.
        public let assetID: UUID
        /// Units of the goal's currency for one of the asset's; nil when no rate was known.
        public let rate: Rate?

        /// A rate.
        public init(assetID: UUID, rate: Rate?) {
            self.assetID = assetID
            self.rate = rate
        }
    }

    /// What one goal is to get in the month. Amounts are in the goal's currency.
    public struct GoalPayment: Sendable, Hashable {
        /// The goal.
        public let goalID: UUID
        /// Its name when the month was started.
        public let name: String
        /// Its emoji then.
        public let emoji: String?
        /// The payment date.
        public let date: CalendarDay
        /// The required payment when the month was started.
        public let required: Money
        /// Where the true required payment lay; only months of old versions have one.
        public let requiredBound: Bound?
        /// The level payment then (R3).
        public let level: Money
        /// What was planned then by a decision (R9); nil for what was required.
        public let planned: Money?
        /// How the payment could be treated then.
        public let state: FlexState
        /// What was left of an amount chosen by hand then, or nil.
        public let custom: Money?
        /// The amount that a flex adjustment planned then, which may equal the one chosen by hand; nil without one.
        public let adjusted: Money?
        /// What the assets gave to the goal at the start, moved by all that is no payment of the month (MO2).
        public var funding: [RecordedFunding]
        /// By how much the start differs from what the goal would get without the month's own payments, of assets whose balance moves
        /// without payments, in the assets' currencies (MO2). Their place in ``funding`` counts for nothing.
        public var startOffsets: [RecordedFunding]
        /// What the assets give to the goal since because other goals ended, in the assets' currencies.
        public var released: [RecordedFunding]
        /// The rates of assets that first funded the goal after the start.
        public var laterRates: [LaterRate]
        /// The decisions since the start, in order.
        public var amendments: [Amendment]
        /// What the goal got; nil until the month is closed or the goal ends.
        public var result: Result?

        /// A payment.
        public init(
            goalID: UUID, name: String, emoji: String?, date: CalendarDay, required: Money, requiredBound: Bound? = nil,
            level: Money, planned: Money?, state: FlexState, custom: Money?, adjusted: Money? = nil,
            funding: [RecordedFunding], startOffsets: [RecordedFunding] = [], released: [RecordedFunding] = [],
            laterRates: [LaterRate] = [],
            amendments: [Amendment] = [],
            result: Result? = nil
        ) {
            self.goalID = goalID
            self.name = name
            self.emoji = emoji
            self.date = date
            self.required = required
            self.requiredBound = requiredBound
            self.level = level
            self.planned = planned
            self.state = state
            self.custom = custom
            self.adjusted = adjusted
            self.funding = funding
            self.startOffsets = startOffsets
            self.released = released
            self.laterRates = laterRates
            self.amendments = amendments
            self.result = result
        }

        /// What is planned by the latest decision; nil for what was required.
        public var decided: Money? { amendments.isEmpty ? planned : amendments.last?.becomes }
        /// What the goal is to get: what was decided, else what was required.
        public var plan: Money { decided ?? required }
        /// How the payment may be treated by the latest decision.
        public var currentState: FlexState { amendments.last?.state ?? state }
        /// What is planned by an amount chosen by hand; nil without one.
        public var currentCustom: Money? { amendments.isEmpty ? custom : amendments.last?.custom }
        /// The amount that a flex adjustment plans; nil without one.
        public var currentAdjusted: Money? { amendments.isEmpty ? adjusted : amendments.last?.adjusted }
    }

    /// The month.
    public let month: CalendarMonth
    /// The instant it was started.
    public let startedAt: Date
    /// The day it was started.
    public let startDay: CalendarDay
    /// Which transactions are the month's own payments: from the window's beginning to the month's end (MO2).
    public let window: ContributionWindow
    /// The name of the convention that gave the payment dates.
    public let convention: String
    /// The currency for totals.
    public let displayCurrency: Currency
    /// What every goal is to get, in the order of the plan.
    public var payments: [GoalPayment]
    /// The rates that hold for the month; closing adds those that it needed beside them.
    public var rates: [Rate]
    /// The instant it was closed; nil while it is in progress.
    public var closedAt: Date?
    /// The day it was closed.
    public var closeDay: CalendarDay?

    /// A month that is being started.
    public init(
        month: CalendarMonth, startedAt: Date, startDay: CalendarDay, window: ContributionWindow, convention: String,
        displayCurrency: Currency, payments: [GoalPayment], rates: [Rate]
    ) {
        self.month = month
        self.startedAt = startedAt.wholeMilliseconds
        self.startDay = startDay
        self.window = window
        self.convention = convention
        self.displayCurrency = displayCurrency
        self.payments = payments
        self.rates = rates
    }

    /// The last day that counts: the end of the month; in months of old versions the payment date when that comes later.
    public var end: CalendarDay { payments.map(\.date).reduce(month.lastDay, max) }

    /// Whether it has been closed.
    public var isClosed: Bool { closedAt != nil }

    /// The early closing, which settles what was entered until then and is dated until its day; nil while the month goes on,
    /// or when it ran its course.
    var earlyClosing: ContributionWindow.Closing? {
        guard let closedAt, let closeDay, closeDay <= end else { return nil }
        return ContributionWindow.Closing(end: closeDay, instant: closedAt)
    }

    /// The month's own payments.
    var ownPayments: MonthPayments {
        MonthPayments(window, start: MonthPayments.Start(day: startDay, instant: startedAt))
    }

    /// Whether a transaction is one of the month's own payments.
    ///
    /// - Parameter start: the start day of a goal: amounts dated before it are no payments to the goal.
    func isPayment(day: CalendarDay, entered: Date, from start: CalendarDay? = nil) -> Bool {
        day <= end && window.contains(day: day, entered: entered) && start.map { $0 <= day } ?? true
    }

    /// The month as it was before it was closed.
    public var reopened: MonthExecution {
        var month = self
        month.closedAt = nil
        month.closeDay = nil
        // What a goal got that ended before the closing stays.
        for index in month.payments.indices where !(month.payments[index].result?.hasEnded ?? true) {
            month.payments[index].result = nil
        }
        return month
    }

    /// The payment of a goal, if it was part of the month.
    public func payment(for goal: UUID) -> GoalPayment? { payments.first { $0.goalID == goal } }

    /// The rate that holds for the month, if there was one when it was started.
    public func rate(from: Currency, to: Currency) -> Rate? { rates.first { $0.from == from && $0.to == to } }
}
