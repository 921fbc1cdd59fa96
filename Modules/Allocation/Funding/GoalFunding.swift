import ExchangeRates
public import Models

public import struct Foundation.UUID

/// What the assets give to one goal, before conversion.
public struct GoalFunding: Sendable {
    /// What one asset gives.
    public struct Part: Sendable, Hashable {
        /// The asset.
        public let assetID: UUID
        /// The asset's name.
        public let asset: String
        /// What the goal gets of the known balance.
        public let amount: Money
        /// What it would get without what was contributed, or what it got when counting began.
        public let before: Money
        /// The amount without the payments of a month, for an asset whose balance moves without payments; nil for others
        /// (MO2).
        public private(set) var withoutPayments: Money?
        /// Why part of the asset's balance is not known; nil when all of it is.
        public let gap: String?
        /// The rates at which the asset's sources converted.
        var rates: [ConversionRate] = []
        /// Whether money may have gone in or out that nobody knows of (V2).
        package var hasUnknownPayments = false
        /// Whether the asset's value moves by prices that are not those of its currency.
        package var hasMovingValue = false

        /// The asset's name and currency: "Cold wallet (BTC)".
        public var label: String { "\(asset) (\(amount.currency))" }
    }

    /// What each asset gives, in the order of the assets' names.
    public fileprivate(set) var parts: [Part] = []

    /// How the savings came to be what they are since the goal's window began.
    fileprivate(set) var path = SavingsPath()
    /// The same since a month's own payments began; empty without a month.
    fileprivate(set) var monthPath = SavingsPath()
    /// The same with those payments alone that were there when the month was started.
    fileprivate(set) var monthPathAtStart = SavingsPath()

    /// No funding.
    public init() {}

    /// What the assets gave at an earlier moment.
    public init(_ recorded: [RecordedFunding]) {
        parts = recorded.map { part in
            Part(
                assetID: part.assetID, asset: part.asset, amount: part.amount, before: part.amount, gap: nil)
        }
    }

    /// What the assets gave to a goal at its end.
    public init(_ snapshot: GoalSnapshot) {
        parts = snapshot.funding.map { part in
            Part(
                assetID: part.assetID ?? UUID(), asset: part.asset, amount: part.amount, before: part.amount, gap: nil)
        }
    }

    /// Counts a payment that no asset holds yet, to try it out.
    ///
    /// - Parameter isContribution: whether it would count as contributed; on a goal's first day it would not (R3).
    public mutating func add(payment: Money, isContribution: Bool = true) {
        let part = Part(
            assetID: UUID(), asset: "payment", amount: payment,
            before: isContribution ? .zero(payment.currency) : payment, gap: nil)
        parts.append(part)
        // It comes last, so that until then nothing of it is there.
        if part.before != payment { path.add(SavingsPath.Way(first: part.before, steps: []), of: part.assetID) }
    }

    /// Adds what an asset gives, and how it came to that: in its window, and in a month.
    fileprivate mutating func add(
        _ part: Part, _ way: SavingsPath.Way?, month: SavingsPath.Way?, atStart: SavingsPath.Way?
    ) {
        parts.append(part)
        if let way, !way.steps.isEmpty || way.first != part.amount { path.add(way, of: part.assetID) }
        if let month, let atStart {
            monthPath.add(month, of: part.assetID)
            monthPathAtStart.add(atStart, of: part.assetID)
        }
    }

    /// The amounts of each asset, in the order of the assets.
    init(parts: [Part]) {
        self.parts = parts
    }

    /// The same funding with contributions counted from what the assets gave at an earlier moment.
    public func counted(from earlier: [RecordedFunding]) -> GoalFunding {
        var before = Dictionary(uniqueKeysWithValues: earlier.map { ($0.assetID, $0) })
        let unknown = Set(earlier.filter { !$0.isComplete }.map(\.assetID))
        var funding = GoalFunding()
        funding.parts = parts.map { part in
            let amount = before.removeValue(forKey: part.assetID)?.amount
            if unknown.contains(part.assetID), part.gap == nil {
                // What was not known then and is known now was not contributed since (R3).
                return Part(
                    assetID: part.assetID, asset: part.asset, amount: part.amount, before: part.amount, gap: nil)
            }
            return Part(
                assetID: part.assetID, asset: part.asset, amount: part.amount,
                before: amount ?? .zero(part.amount.currency), gap: part.gap)
        }
        // What gives nothing any more was taken away.
        for gone in earlier where before[gone.assetID] != nil {
            funding.parts.append(
                Part(
                    assetID: gone.assetID, asset: gone.asset, amount: .zero(gone.amount.currency), before: gone.amount,
                    gap: nil))
        }
        return funding
    }
}

extension AllocationSnapshot {
    /// What the assets give to each goal, and what the reader should know about the assets.
    ///
    /// An asset with a balance too large to be divided is a gap for its goals and stops nobody else.
    public func fundings() -> (byGoal: [UUID: GoalFunding], warnings: [Warning]) {
        var byGoal: [UUID: GoalFunding] = [:]
        byGoal.reserveCapacity(goals.count)
        var warnings: [Warning] = []
        for balance in balances {
            guard let sizes = allocations[balance.asset.id] else {
                warnings += self.warnings(of: balance, nil)
                continue
            }
            guard let now = try? split(balance.known, of: balance, among: sizes),
                (try? add(balance, now, to: &byGoal)) != nil
            else {
                let nothing = Money.zero(balance.asset.currency)
                let reason = MoneyError.tooLarge(balance.asset.currency).description
                warnings += self.warnings(of: balance, nil)
                for size in sizes {
                    byGoal[size.goalID, default: GoalFunding()].parts.append(
                        GoalFunding.Part(balance, amount: nothing, before: nothing, gap: reason))
                }
                continue
            }
            warnings += self.warnings(of: balance, now)
        }
        let stale = [Warning.staleBalances(balances, on: day, now: nil)].compactMap(\.self)
        return (byGoal, (warnings + stale).withoutRepetitions)
    }

    /// Adds what an asset gives to its goals, and how it came to that.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``; nothing is added then.
    private func add(
        _ balance: AssetBalance, _ now: AssetSplit, to byGoal: inout [UUID: GoalFunding]
    ) throws(MoneyError) {
        var paths = AssetPaths(now)
        var own: [(all: AssetPath, atStart: AssetPath?)] = []
        if let month, month.start != nil || balance.movesWithoutPayments {
            own = try now.parts.map { part throws(MoneyError) in
                let window = month.window(from: startDays[part.goalID])
                let atStart = try month.start.map { start throws(MoneyError) in
                    try paths.path(window, at: start, of: balance, self)
                }
                return (try paths.path(window, of: balance, self), atStart)
            }
        }
        let ways = try now.parts.map { part throws(MoneyError) in
            try windows[part.goalID].map { window throws(MoneyError) in try paths.path(window, of: balance, self) }
        }
        let asset = balance.asset.id
        for (place, part) in now.parts.enumerated() {
            let month = own.isEmpty ? nil : own[place]
            let funded = GoalFunding.Part(
                balance, amount: part.amount, before: ways[place]?.first[place] ?? part.amount,
                withoutPayments: balance.movesWithoutPayments ? month?.all.first[place] : nil, gap: balance.gap)
            // In place, so that nothing of what other assets give is copied.
            byGoal[part.goalID, default: GoalFunding()].add(
                funded, ways[place]?.way(place, of: asset), month: month?.all.way(place, of: asset),
                atStart: month?.atStart?.way(place, of: asset))
        }
    }

    /// What the reader should know about an asset.
    ///
    /// - Parameter split: how its balance is divided; nil when it is not, or cannot be.
    func warnings(of balance: AssetBalance, _ split: AssetSplit?) -> [Warning] {
        let name = balance.asset.name
        var warnings: [Warning] = []
        if let other = balance.duplicate?.name {
            let names = [name, other].sorted().map { "'\($0)'" }.joined(separator: " and ")
            warnings.append(
                Warning(
                    code: "countedTwice",
                    message: "\(names) have the same source, so its money counts twice. Delete one of them."))
        }
        // Of a balance that is known only in part, the known part may be below 0 while the whole is not.
        if balance.known.isNegative, balance.isComplete {
            warnings.append(
                Warning(
                    code: "negativeBalance",
                    message: "'\(name)' has a balance of \(balance.known), which funds nothing."))
        }
        if balance.isOfNow {
            warnings.append(
                Warning(
                    code: "balanceOfNow",
                    message: "The balance of '\(name)' is the present one: its source knows no earlier."))
        }
        if let unknown = balance.unknownPayments, split?.parts.isEmpty == false {
            warnings.append(
                Warning(
                    code: "paymentsUnknown",
                    message: balance.mayHaveGoneOut
                        ? "What was paid into '\(name)' and withdrawn from it lately is not known: \(unknown)."
                        : "What was paid into '\(name)' lately is not known, so none of it counts as paid: \(unknown)."
                ))
        }
        if let shortfall = split?.shortfall {
            warnings.append(
                Warning(
                    code: "overAllocated",
                    message:
                        "'\(name)' is over-allocated by \(shortfall): it holds \(balance.known), so every goal gets "
                        + "proportionally less."))
        }
        return warnings
    }
}

extension GoalFunding.Part {
    init(
        _ balance: AssetBalance, amount: Money, before: Money, withoutPayments: Money? = nil, gap: String?
    ) {
        self.init(
            assetID: balance.asset.id, asset: balance.asset.name, amount: amount, before: before,
            withoutPayments: withoutPayments, gap: gap, rates: balance.rates,
            hasUnknownPayments: balance.mayHaveGoneOut,
            hasMovingValue: balance.valueMoves
        )
    }
}
