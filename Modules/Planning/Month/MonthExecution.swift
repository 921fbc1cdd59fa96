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
        /// What was planned before.
        public let was: Money
        /// What is planned since.
        public let becomes: Money

        /// A decision.
        public init(instant: Date, state: FlexState, was: Money, becomes: Money) {
            self.instant = instant.wholeMilliseconds
            self.state = state
            self.was = was
            self.becomes = becomes
        }
    }

    /// What one goal got in the month; written when it is closed.
    public struct Result: Sendable, Hashable {
        /// What came in since the start at the month's rates, in the goal's currency; negative when more went out.
        public let contributed: Money
        /// Where the true contribution lies when it is not fully known.
        public let contributedBound: Bound?
        /// What an ended goal gave back of its contributions; nil for a goal that went on.
        public let released: Money?
        /// What the assets gave to the goal when the month was closed.
        public let funding: [RecordedFunding]

        /// A result.
        public init(
            contributed: Money, contributedBound: Bound?, released: Money? = nil, funding: [RecordedFunding]
        ) {
            self.contributed = contributed
            self.contributedBound = contributedBound
            self.released = released
            self.funding = funding
        }
    }

    /// What one goal is to get in the month. Amounts are in the goal's currency.
    public struct Payment: Sendable, Hashable {
        /// The goal.
        public let goalID: UUID
        /// Its name when the month was started.
        public let name: String
        /// Its emoji then.
        public let emoji: String?
        /// The payment date.
        public let date: CalendarDay
        /// What the goal asked for.
        public let required: Money
        /// Where the true ask lay when savings were not fully known.
        public let requiredBound: Bound?
        /// How the payment could be treated.
        public let state: FlexState
        /// The amount chosen by hand, or nil.
        public let custom: Money?
        /// The amount that an adjustment came to, or nil.
        public let adjusted: Money?
        /// What the assets gave to the goal at the start: contributions are counted from there.
        public let funding: [RecordedFunding]
        /// The decisions since the start, in order.
        public var amendments: [Amendment]
        /// What the goal got; nil until the month is closed.
        public var result: Result?

        /// A payment.
        public init(
            goalID: UUID, name: String, emoji: String?, date: CalendarDay, required: Money, requiredBound: Bound?,
            state: FlexState, custom: Money?, adjusted: Money?, funding: [RecordedFunding],
            amendments: [Amendment] = [], result: Result? = nil
        ) {
            self.goalID = goalID
            self.name = name
            self.emoji = emoji
            self.date = date
            self.required = required
            self.requiredBound = requiredBound
            self.state = state
            self.custom = custom
            self.adjusted = adjusted
            self.funding = funding
            self.amendments = amendments
            self.result = result
        }

        /// What the goal is to get: nothing when it is skipped, else what was adjusted, unless it is protected, chosen by
        /// hand, or asked for.
        public var planned: Money {
            switch state {
            case .skipped: .zero(required.currency)
            case .flexible: adjusted ?? custom ?? required
            case .protected: custom ?? required
            }
        }
    }

    /// The month.
    public let month: CalendarMonth
    /// The instant it was started.
    public let startedAt: Date
    /// The day it was started.
    public let startDay: CalendarDay
    /// The name of the convention that gave the payment dates.
    public let convention: String
    /// The currency of totals.
    public let displayCurrency: Currency
    /// What every goal is to get, in the order of the plan.
    public var payments: [Payment]
    /// The rates that hold for the month; closing adds those that it needed beside them.
    public var rates: [Rate]
    /// The instant it was closed; nil while it is executing.
    public var closedAt: Date?
    /// The day it was closed.
    public var closeDay: CalendarDay?

    /// A month that is being started.
    public init(
        month: CalendarMonth, startedAt: Date, startDay: CalendarDay, convention: String, displayCurrency: Currency,
        payments: [Payment], rates: [Rate]
    ) {
        self.month = month
        self.startedAt = startedAt.wholeMilliseconds
        self.startDay = startDay
        self.convention = convention
        self.displayCurrency = displayCurrency
        self.payments = payments
        self.rates = rates
    }

    /// The last day that counts: the end of the month, or the payment date when that comes later.
    public var end: CalendarDay { payments.map(\.date).reduce(month.lastDay, max) }

    /// Whether it has been closed.
    public var isClosed: Bool { closedAt != nil }

    /// The month as it was before it was closed.
    public var reopened: MonthExecution {
        var month = self
        month.closedAt = nil
        month.closeDay = nil
        for index in month.payments.indices { month.payments[index].result = nil }
        return month
    }

    /// The payment of a goal, if it was part of the month.
    public func payment(for goal: UUID) -> Payment? { payments.first { $0.goalID == goal } }

    /// The rate that holds for the month, if there was one when it was started.
    public func rate(from: Currency, to: Currency) -> Rate? { rates.first { $0.from == from && $0.to == to } }
}
