import Models

import struct Foundation.UUID

extension AllocationSnapshot {
    /// The amounts that an asset gave to its goals without the contributions of a window, and after each of them.
    struct AssetPath {
        /// The amounts without any of them, in the order of the allocations.
        let first: [Money]
        /// The amounts after each of them; contributions of one moment are one step.
        let steps: [(contribution: SourceContributions.Contribution, amounts: [Money])]

        /// The way of one goal: the steps at which its amount changes.
        func way(_ place: Int, of asset: UUID) -> SavingsPath.Way {
            var last = first[place]
            var changes: [SavingsPath.Step] = []
            for (contribution, amounts) in steps where amounts[place] != last {
                last = amounts[place]
                changes.append(SavingsPath.Step(assetID: asset, contribution: contribution, amount: last))
            }
            return SavingsPath.Way(first: first[place], steps: changes)
        }
    }

    /// The paths of an asset, each worked out once. Nearly every asset has one, or none.
    struct AssetPaths {
        private let now: [Money]
        private var splits: [Money: [Money]] = [:]
        private var paths: [(window: ContributionWindow, path: AssetPath)] = []
        private var pathsAtStart: [(window: ContributionWindow, path: AssetPath)] = []

        init(_ now: AssetSplit) { self.now = now.parts.map(\.amount) }

        /// The path of a window.
        ///
        /// - Throws: ``MoneyError/tooLarge(_:)``.
        mutating func path(
            _ window: ContributionWindow, of balance: AssetBalance, _ snapshot: AllocationSnapshot
        ) throws(MoneyError) -> AssetPath {
            if let known = paths.first(where: { $0.window == window }) { return known.path }
            let found = try path(balance.contributions(in: window, until: snapshot.day), of: balance, snapshot)
            paths.append((window, found))
            return found
        }

        /// The path of those payments of a month's window that were there at its start.
        ///
        /// - Throws: ``MoneyError/tooLarge(_:)``.
        mutating func path(
            _ window: ContributionWindow, at start: MonthPayments.Start, of balance: AssetBalance,
            _ snapshot: AllocationSnapshot
        ) throws(MoneyError) -> AssetPath {
            if let known = pathsAtStart.first(where: { $0.window == window }) { return known.path }
            let own = balance.contributions(in: window, until: snapshot.day)
            let found = try path(own, where: start.has, of: balance, snapshot)
            pathsAtStart.append((window, found))
            return found
        }

        private mutating func path(
            _ contributions: [SourceContributions.Contribution],
            where isThere: (SourceContributions.Contribution) -> Bool = { _ in true }, of balance: AssetBalance,
            _ snapshot: AllocationSnapshot
        ) throws(MoneyError) -> AssetPath {
            guard !contributions.isEmpty else { return AssetPath(first: now, steps: []) }
            var amount = balance.known
            for contribution in contributions { amount = try amount.subtracting(contribution.amount) }
            let first = try split(amount, of: balance, snapshot)
            var steps: [(contribution: SourceContributions.Contribution, amounts: [Money])] = []
            let there = contributions.filter(isThere)
            for (index, contribution) in there.enumerated() {
                amount = try amount.adding(contribution.amount)
                guard index + 1 == there.count || contribution.precedes(there[index + 1]) else { continue }
                steps.append((contribution, try split(amount, of: balance, snapshot)))
            }
            return AssetPath(first: first, steps: steps)
        }

        private mutating func split(
            _ amount: Money, of balance: AssetBalance, _ snapshot: AllocationSnapshot
        ) throws(MoneyError) -> [Money] {
            guard amount != balance.known else { return now }
            if let known = splits[amount] { return known }
            let amounts = try snapshot.split(amount, of: balance).parts.map(\.amount)
            splits[amount] = amounts
            return amounts
        }
    }
}
