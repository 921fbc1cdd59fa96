import Models
import Persistence

import struct Foundation.TimeZone
import struct Foundation.UUID

/// Which allocations there were at the end of each day, as the journal tells it.
struct AllocationHistory: Sendable {
    /// What held from the end of a day on, newest first.
    private let states: [(from: CalendarDay?, byAsset: [UUID: [AssetAllocation]])]

    /// - Throws: ``StoreError``.
    init(_ reader: any StoreReader, zone: TimeZone) throws {
        let goals = Dictionary(uniqueKeysWithValues: try reader.all(Goal.self).map { ($0.id, $0) })
        var current = Dictionary(
            uniqueKeysWithValues: try reader.all(AssetAllocation.self).map { (Record($0).key, $0) })
        var states: [(CalendarDay?, [UUID: [AssetAllocation]])] = []
        var until: CalendarDay?
        func note(from day: CalendarDay?) {
            states.append((day, AllocationSnapshot.ordered(Dictionary(grouping: current.values, by: \.assetID), goals)))
        }
        for entry in try reader.journal(of: nil, limit: nil) {
            let changes = try entry.changes.reversed().map {
                (
                    key: $0.key, before: try $0.before?.value(AssetAllocation.self),
                    after: try $0.after?.value(AssetAllocation.self)
                )
            }.filter { $0.before != nil || $0.after != nil }
            guard !changes.isEmpty else { continue }
            let instant = entry.origin.instant
            let day = CalendarDay(utc: instant, secondsFromUTC: zone.secondsFromGMT(for: instant))
            // Of several changes of one day the last one counts.
            if until.map({ day < $0 }) ?? true {
                note(from: day)
                until = day
            }
            for change in changes { current[change.key] = change.before }
        }
        note(from: nil)
        self.states = states
    }

    /// The allocations of each asset at the end of a day, in the order in which ties are broken.
    func allocations(on day: CalendarDay) -> [UUID: [AssetAllocation]] {
        states.first { state in state.from.map { $0 <= day } ?? true }?.byAsset ?? [:]
    }

    /// The first day at whose end a goal had an allocation; nil when it never had one.
    func firstDay(of goal: UUID) -> CalendarDay? {
        states.last { $0.byAsset.values.contains { $0.contains { $0.goalID == goal } } }?.from
    }

    /// Every asset that ever funded one of the goals.
    func assets(of goals: Set<UUID>) -> Set<UUID> {
        Set(states.flatMap { $0.byAsset.values.joined() }.filter { goals.contains($0.goalID) }.map(\.assetID))
    }
}
