public import Allocation
public import ExchangeRates
public import Models
public import Persistence

public import struct Foundation.UUID

/// Moves the start of a month that is not closed with every change that is no payment of the month, so that opening balances,
/// spending, corrections of other days and the end of other goals settle nothing (MO2). Freezes the rates of assets that first
/// fund a goal after the start (MO1).
public struct MonthStarts: FundingFollower {
    private let grace: Duration
    private var frozen = FrozenRates([])

    /// A follower.
    ///
    /// - Parameter grace: for how long a step of a month can be undone.
    public init(grace: Duration = .seconds(86_400)) {
        self.grace = grace
    }

    /// Asks the rates of all assets to the goals of the month in progress.
    ///
    /// - Throws: ``StoreError``, `CancellationError`.
    public func preparing(
        _ call: Call, in store: any Store, rates: ExchangeRateService
    ) async throws -> any FundingFollower {
        let grace = grace
        let conversions = try await store.read { reader -> Set<ExchangeRateService.WantedRate> in
            let units = Set(try reader.followedMonths(call, grace).flatMap(\.payments).map(\.required.currency))
            guard !units.isEmpty else { return [] }
            let currencies = Set(try reader.all(Asset.self).map(\.currency))
            return Set(
                units.flatMap { unit in currencies.filter { $0 != unit }.map { .init(from: $0, to: unit) } })
        }
        guard !conversions.isEmpty else { return self }
        var prepared = self
        prepared.frozen = try await rates.rates(for: conversions, call)
        return prepared
    }

    /// The day of the call, or a month's last one when it is over; nothing for the month's own payments. The rule throws
    /// ``MonthError/newCurrency(_:goal:)``.
    ///
    /// - Throws: ``StoreError``.
    public func rule(_ call: Call, in reader: any StoreReader) throws -> FundingRule {
        let months = try reader.followedMonths(call, grace)
        let startDays = try reader.startDays(for: months)
        return { change in
            if case .edit(let goal, let edited) = change, goal.currency != edited.currency {
                let month = months.first { month in
                    !month.isClosed && month.payments.contains { $0.goalID == goal.id && !$0.hasEnded }
                }
                if let month { throw MonthError.newCurrency(month.month, goal: goal.name) }
            }
            var moments: [String: FundingMoment] = [:]
            for month in months {
                let following = following(change, in: month, startDays, call)
                guard following.contains(true) else { continue }
                // Changes that move the starts of other goals are not followed together.
                let goals = following.allSatisfy(\.self) ? "" : following.map { $0 ? "1" : "0" }.joined()
                moments["\(month.month) \(goals)"] = month.moment(call.today)
            }
            return moments
        }
    }

    /// Whether a change moves the start of each of a month's goals, in the order of the month's payments.
    private func following(
        _ change: FundingChange, in month: MonthExecution, _ startDays: [UUID: CalendarDay], _ call: Call
    ) -> [Bool] {
        month.payments.map { payment in
            !payment.hasEnded && isFollowed(change, in: month, from: startDays[payment.goalID], call)
        }
    }

    private func isFollowed(
        _ change: FundingChange, in month: MonthExecution, from start: CalendarDay?, _ call: Call
    ) -> Bool {
        switch change {
        case .payment(let day, let entered, let corrected):
            // A correction takes no payment out of a month that is over.
            if !month.isPayment(day: day, entered: entered, from: start) {
                true
            } else if let corrected, call.today > month.end {
                !month.isPayment(day: corrected, entered: entered, from: start)
            } else {
                false
            }
        // The order in which an asset is split can change, and which payments count.
        case .edit(let goal, let edited):
            goal.name != edited.name || goal.deadline != edited.deadline || goal.start != edited.start
        case .allocation, .stock, .end: true
        }
    }

    /// Moves the starts of the goals by what their assets give more or less; what a goal's end gives to others is shown as
    /// released, and its own contributions are kept. Allocations count as contributions while a month goes on.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``.
    public func follow(
        _ change: FundingChange, from before: [FundingMoment: [UUID: GoalFunding]],
        to after: [FundingMoment: [UUID: GoalFunding]], _ call: Call, in writer: any StoreWriter
    ) throws {
        let months = try writer.followedMonths(call, grace)
        let startDays = try writer.startDays(for: months)
        for month in months {
            let following = following(change, in: month, startDays, call)
            guard following.contains(true) else { continue }
            let moment = month.moment(call.today)
            let moved = try moved(
                month, change, following, from: before[moment] ?? [:], to: after[moment] ?? [:], call)
            if moved != month { try writer.update(month, to: moved) }
        }
    }

    private func moved(
        _ month: MonthExecution, _ change: FundingChange, _ following: [Bool], from before: [UUID: GoalFunding],
        to after: [UUID: GoalFunding], _ call: Call
    ) throws -> MonthExecution {
        let isOver = call.today > month.end
        var moved = month
        for (index, payment) in month.payments.enumerated() where following[index] {
            let (had, has) = (before[payment.goalID] ?? GoalFunding(), after[payment.goalID] ?? GoalFunding())
            var settles = false
            if case .allocation = change { settles = !isOver }
            moved.payments[index].startOffsets = try payment.startOffsets(from: had, to: has, settles: settles)
            switch change {
            case .allocation where !isOver:
                moved.payments[index].laterRates += payment.newRates(has, from: frozen)
            case .end(let goal) where goal.id == payment.goalID && !month.isClosed:
                moved.payments[index].result = try MonthExecution.Result(
                    payment, in: month, endingWith: had, isOver: isOver)
            default:
                // What first funds a goal after the end has no rate, and no part in what was contributed.
                if isOver { moved.payments[index].laterRates += payment.newRates(has, from: FrozenRates([])) }
                let changes = try has.changes(since: had)
                moved.payments[index].funding = try payment.funding.adding(changes)
                if case .end = change, !isOver {
                    moved.payments[index].released = try payment.released.adding(changes)
                }
                if case .edit(let goal, let edited) = change, goal.id == payment.goalID, goal.start != edited.start {
                    try moved.payments[index].leaveOut(has.paymentsLeftOut(since: had), of: has)
                }
            }
        }
        return moved
    }
}

extension StoreReader {
    /// The month that is not closed, or the newest one while its closing can be undone: then it goes on as if it had
    /// stayed open. Also those before it that are the newest again once its start is undone, and can go on then.
    fileprivate func followedMonths(_ call: Call, _ grace: Duration) throws -> [MonthExecution] {
        let offset = call.zone.secondsFromGMT(for: call.now)
        func canBeUndone(_ month: MonthExecution) -> Bool {
            call.now <= month.undoUntil(grace, today: call.today, secondsFromUTC: offset)
        }
        func newest(_ months: some Sequence<Int>, from month: CalendarMonth) throws -> MonthExecution? {
            // Months are many and large; they are found by name.
            for distance in months {
                let name = month.adding(months: distance).description
                if let found = try find(MonthExecution.self, key: [.text(name)]) { return found }
            }
            return nil
        }
        let open = try all(MonthExecution.self, where: "closedAt", is: .null).last
        guard let month = try open ?? newest((-2...2).reversed(), from: call.today.month) else { return [] }
        guard !month.isClosed || canBeUndone(month) else { return [] }
        var followed = [month]
        while let earliest = followed.first, canBeUndone(earliest.reopened),
            let before = try newest(stride(from: -1, to: -4, by: -1), from: earliest.month),
            before.closedAt == earliest.startedAt || canBeUndone(before)
        {
            followed.insert(before, at: 0)
        }
        return followed
    }
}

extension StoreReader {
    /// The start days of all goals, where there are months.
    fileprivate func startDays(for months: [MonthExecution]) throws -> [UUID: CalendarDay] {
        guard !months.isEmpty else { return [:] }
        return Dictionary(try all(Goal.self).map { ($0.id, $0.start) }) { first, _ in first }
    }
}

extension MonthExecution.GoalPayment {
    /// The rates of assets that fund the goal for the first time.
    fileprivate func newRates(_ funding: GoalFunding, from rates: FrozenRates) -> [MonthExecution.LaterRate] {
        let known = Set(self.funding.map(\.assetID) + laterRates.map(\.assetID))
        return funding.parts.filter { !known.contains($0.assetID) && $0.amount.currency != required.currency }.map {
            let rate = try? rates.conversion(from: $0.amount.currency, to: required.currency).rate
            // Nothing is kept from substitute rates.
            return MonthExecution.LaterRate(
                assetID: $0.assetID, rate: rate.flatMap { $0.state == .fallback ? nil : $0.recorded })
        }
    }
}

extension MonthExecution {
    /// When what goals get is compared before and after a change.
    fileprivate func moment(_ today: CalendarDay) -> FundingMoment {
        FundingMoment(min(today, end), month: ownPayments)
    }
}

extension MonthExecution.GoalPayment {
    fileprivate var hasEnded: Bool { result?.hasEnded ?? false }

    /// Moves the start by payments that a later start day of the goal leaves out, and back by those that an earlier one
    /// brings in.
    fileprivate mutating func leaveOut(_ payments: [RecordedFunding], of goal: GoalFunding) throws(MoneyError) {
        let moving = Set(goal.parts.filter { $0.withoutPayments != nil }.map(\.assetID))
        funding = try funding.adding(payments.filter { !moving.contains($0.assetID) })
        startOffsets = try startOffsets.adding(payments.filter { moving.contains($0.assetID) })
    }
}

extension MonthExecution.Result {
    /// What a goal got that ends in a month: its contributions until now; it gives back all that it had, unless the month is
    /// over.
    fileprivate init(
        _ payment: MonthExecution.GoalPayment, in month: MonthExecution, endingWith funding: GoalFunding, isOver: Bool
    ) throws(MoneyError) {
        var ending = payment
        if !isOver {
            let given = try funding.parts.map { part throws(MoneyError) in
                RecordedFunding(
                    assetID: part.assetID, asset: part.asset, amount: part.amount.negated, isComplete: part.gap == nil)
            }
            ending.released = try payment.released.adding(given)
        }
        let contribution = try MonthContribution(to: ending, in: month, funding: funding)
        self.init(
            contributed: contribution.amount, contributedBound: contribution.bound, released: contribution.released,
            funding: funding.parts.recorded, hasEnded: true)
    }
}

extension GoalFunding {
    /// The payments since the month's start that counted before a change and do not count any more.
    fileprivate func paymentsLeftOut(since earlier: GoalFunding) throws(MoneyError) -> [RecordedFunding] {
        let had = Dictionary(earlier.parts.map { ($0.assetID, $0) }) { first, _ in first }
        return try parts.map { part throws(MoneyError) in
            let before = try had[part.assetID].map { old throws(MoneyError) in try earlier.paidSinceStart(old) }
            let left = try (before ?? .zero(part.amount.currency)).subtracting(paidSinceStart(part))
            return RecordedFunding(assetID: part.assetID, asset: part.asset, amount: left, isComplete: true)
        }
    }

    /// What the assets give more, or less, than they did.
    fileprivate func changes(since earlier: GoalFunding) throws(MoneyError) -> [RecordedFunding] {
        try counted(from: earlier.parts.recorded).parts.map { part throws(MoneyError) in
            RecordedFunding(
                assetID: part.assetID, asset: part.asset, amount: try part.amount.subtracting(part.before),
                isComplete: true)
        }
    }
}

extension [RecordedFunding] {
    /// The same with amounts added, asset by asset.
    fileprivate func adding(_ changes: [RecordedFunding]) throws(MoneyError) -> [RecordedFunding] {
        var result = self
        for change in changes where !change.amount.isZero {
            if let index = result.firstIndex(where: { $0.assetID == change.assetID }) {
                let old = result[index]
                result[index] = RecordedFunding(
                    assetID: old.assetID, asset: old.asset, amount: try old.amount.adding(change.amount),
                    isComplete: old.isComplete)
            } else {
                result.append(change)
            }
        }
        return result
    }
}
