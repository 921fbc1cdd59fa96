import Models
import Persistence

import struct Foundation.Date
import struct Foundation.TimeZone
import struct Foundation.UUID

/// Which allocations there were at the end of each day, as the journal tells it.
struct AllocationHistory: Sendable {
    /// What held from the end of a day on, newest first.
    private let states: [(from: CalendarDay?, byAsset: [UUID: [AssetAllocation]])]
    /// The goals that each asset ever funded.
    private let goalsByAsset: [UUID: Set<UUID>]
    /// The allocations that held at some instants.
    private let byInstant: [Date: [UUID: [AssetAllocation]]]

    /// - Parameter instants: the instants whose allocations are wanted, beside the ends of days.
    /// - Throws: ``StoreError``.
    init(_ reader: any StoreReader, zone: TimeZone, at instants: [Date] = []) throws {
        let goals = Dictionary(uniqueKeysWithValues: try reader.all(Goal.self).map { ($0.id, $0) })
        var current = Dictionary(
            uniqueKeysWithValues: try reader.all(AssetAllocation.self).map { (Record($0).key, $0) })
        var states: [(CalendarDay?, [UUID: [AssetAllocation]])] = []
        var until: CalendarDay?
        func ordered() -> [UUID: [AssetAllocation]] {
            AllocationSnapshot.ordered(Dictionary(grouping: current.values, by: \.assetID), goals)
        }
        func note(from day: CalendarDay?) { states.append((day, ordered())) }
        var waiting = Set(instants).sorted()
        var byInstant: [Date: [UUID: [AssetAllocation]]] = [:]
        for entry in try reader.journal(changing: EntityKind(AssetAllocation.self).description.kind) {
            let changes = try entry.changes.reversed().map {
                (
                    key: $0.key, before: try $0.before?.value(AssetAllocation.self),
                    after: try $0.after?.value(AssetAllocation.self)
                )
            }.filter { $0.before != nil || $0.after != nil }
            guard !changes.isEmpty else { continue }
            let instant = entry.origin.instant
            while let latest = waiting.last, latest >= instant { byInstant[waiting.removeLast()] = ordered() }
            let day = CalendarDay(utc: instant, secondsFromUTC: zone.secondsFromGMT(for: instant))
            // Of several changes of one day the last one counts.
            if until.map({ day < $0 }) ?? true {
                note(from: day)
                until = day
            }
            for change in changes { current[change.key] = change.before }
        }
        note(from: nil)
        for instant in waiting { byInstant[instant] = ordered() }
        self.byInstant = byInstant
        self.states = states
        var goalsByAsset: [UUID: Set<UUID>] = [:]
        for state in self.states {
            for allocation in state.byAsset.values.joined() {
                goalsByAsset[allocation.assetID, default: []].insert(allocation.goalID)
            }
        }
        self.goalsByAsset = goalsByAsset
    }

    /// The place of the allocations that held at the end of a day.
    func state(on day: CalendarDay) -> Int {
        // The newest stand first; one without a day holds since ever.
        var (low, high) = (0, states.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if states[middle].from.map({ $0 <= day }) ?? true { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The allocations of each asset at a place, in the order in which ties are broken.
    func allocations(_ state: Int) -> [UUID: [AssetAllocation]] { states[state].byAsset }

    /// The allocations of each asset at one of the wanted instants, in the order in which ties are broken.
    func allocations(at instant: Date) -> [UUID: [AssetAllocation]] { byInstant[instant] ?? [:] }

    /// For each goal the first day at whose end it had an allocation; it is absent when it never had one, or always.
    func firstDays(of goals: Set<UUID>) -> [UUID: CalendarDay] {
        var found: [UUID: CalendarDay?] = [:]
        for state in states.reversed() {
            for allocation in state.byAsset.values.joined()
            where goals.contains(allocation.goalID) && found[allocation.goalID] == nil {
                found[allocation.goalID] = .some(state.from)
            }
        }
        return found.compactMapValues { $0 }
    }

    /// Every asset that ever funded one of the goals.
    func assets(of goals: Set<UUID>) -> Set<UUID> {
        Set(goalsByAsset.filter { !$0.value.isDisjoint(with: goals) }.keys)
    }

    /// Whether an asset ever funded a goal.
    func everFunded(_ goal: UUID, by asset: UUID) -> Bool { goalsByAsset[asset]?.contains(goal) ?? false }
}
