import Models

import struct Foundation.UUID

extension AllocationSnapshot {
    /// The amounts that an asset gave to its goals without the contributions of a window, and after each of them.
    struct AssetPath {
        /// The amounts without any of them, in the order of the allocations.
        let first: [Money]
        /// The amounts after each of them; contributions of one moment are one step.
        let steps: [(contribution: SourceContributions.Contribution, amounts: [Money])]

        /// The steps at which the amount of one goal changes.
        func steps(_ place: Int, of asset: UUID) -> [SavingsPath.Step] {
            var last = first[place]
            var changes: [SavingsPath.Step] = []
            for (contribution, amounts) in steps where amounts[place] != last {
                last = amounts[place]
                changes.append(SavingsPath.Step(assetID: asset, contribution: contribution, amount: last))
            }
            return changes
        }
    }

    /// The paths of an asset, each worked out once.
    struct AssetPaths {
        private let snapshot: AllocationSnapshot
        private let balance: AssetBalance
        private var splits: [Money: [Money]]
        private var paths: [ContributionWindow: AssetPath] = [:]

        init(_ snapshot: AllocationSnapshot, _ balance: AssetBalance, _ now: AssetSplit) {
            (self.snapshot, self.balance) = (snapshot, balance)
            splits = [balance.known: now.parts.map(\.amount)]
        }

        /// The path of a window.
        ///
        /// - Throws: ``MoneyError/tooLarge(_:)``.
        mutating func path(_ window: ContributionWindow) throws(MoneyError) -> AssetPath {
            if let known = paths[window] { return known }
            let found = try path(balance.contributions(in: window, until: snapshot.day))
            paths[window] = found
            return found
        }

        /// The path of those payments of a month that were there at its start.
        ///
        /// - Throws: ``MoneyError/tooLarge(_:)``.
        mutating func path(_ month: MonthPayments, at start: MonthPayments.Start) throws(MoneyError) -> AssetPath {
            let own = balance.contributions(in: month.window, until: snapshot.day)
            return try path(own, where: start.has)
        }

        private mutating func path(
            _ contributions: [SourceContributions.Contribution],
            where isThere: (SourceContributions.Contribution) -> Bool = { _ in true }
        ) throws(MoneyError) -> AssetPath {
            var amount = balance.known
            for contribution in contributions { amount = try amount.subtracting(contribution.amount) }
            let first = try split(amount)
            var steps: [(contribution: SourceContributions.Contribution, amounts: [Money])] = []
            let there = contributions.filter(isThere)
            for (index, contribution) in there.enumerated() {
                amount = try amount.adding(contribution.amount)
                guard index + 1 == there.count || contribution.precedes(there[index + 1]) else { continue }
                steps.append((contribution, try split(amount)))
            }
            return AssetPath(first: first, steps: steps)
        }

        private mutating func split(_ amount: Money) throws(MoneyError) -> [Money] {
            if let known = splits[amount] { return known }
            let amounts = try snapshot.split(amount, of: balance).parts.map(\.amount)
            splits[amount] = amounts
            return amounts
        }
    }
}
