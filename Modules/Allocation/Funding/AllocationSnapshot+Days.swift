public import Models
public import Persistence

import struct Foundation.UUID

// Snapshots of many days are read together: each transaction is passed once, however many days there are.

extension AllocationSnapshot {
    /// A day of which a snapshot is wanted.
    public struct Day {
        let day: CalendarDay
        let onlyOfDay: Bool
        let windows: (Goal) -> ContributionWindow?
        let month: MonthPayments?

        /// A day, as ``AllocationSnapshot/init(from:today:funding:onlyOfDay:windows:month:trying:)`` takes it.
        public init(
            _ day: CalendarDay, onlyOfDay: Bool = false,
            windows: @escaping (Goal) -> ContributionWindow? = { _ in nil }, month: MonthPayments? = nil
        ) {
            self.day = day
            self.onlyOfDay = onlyOfDay
            self.windows = windows
            self.month = month
        }

        fileprivate func allWindows(_ goals: [UUID: Goal]) -> Set<ContributionWindow> {
            var all = Set(goals.values.compactMap(windows))
            if let month { all.insert(month.window) }
            return all
        }
    }

    /// The snapshots of some days, in their order.
    ///
    /// - Throws: ``StoreError``; what ``FundingSources/answering(_:_:)`` takes for questions.
    public static func read(
        _ days: [Day], from reader: any StoreReader, funding: FundingAnswers = .none
    ) throws -> [AllocationSnapshot] {
        let contents = try Contents(reader)
        let balances = try contents.balances(on: days, funding, in: reader)
        return days.map { AllocationSnapshot(contents, $0, balances[$0.day] ?? [], funding.rates) }
    }

    /// The part of a snapshot that is the same on every day.
    struct Contents {
        let goals: [UUID: Goal]
        let assets: [Asset]
        let allocations: [UUID: [AssetAllocation]]

        init(_ reader: any StoreReader) throws {
            goals = Dictionary(uniqueKeysWithValues: try reader.all(Goal.self).map { ($0.id, $0) })
            assets = try reader.all(Asset.self)
            allocations = AllocationSnapshot.ordered(
                Dictionary(grouping: try reader.all(AssetAllocation.self), by: \.assetID), goals)
        }

        /// - Parameter tried: windows that no day names.
        func balances(
            on days: [Day], also tried: Set<ContributionWindow> = [], _ funding: FundingAnswers,
            in reader: any StoreReader
        ) throws -> [CalendarDay: [AssetBalance]] {
            var windows: [CalendarDay: Set<ContributionWindow>] = [:]
            for day in days { windows[day.day, default: tried].formUnion(day.allWindows(goals)) }
            let sorted = windows.keys.sorted()
            let found = try funding.balances(
                of: assets, on: sorted, windows: { windows[$0] ?? [] }, isOneByOne: true, in: reader)
            return Dictionary(uniqueKeysWithValues: zip(sorted, found))
        }
    }
}
