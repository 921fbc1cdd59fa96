import Persistence
public import Values

extension LivestockService {
    /// Heads of herds in a period.
    public struct Reconciled: Sendable {
        /// The first day.
        public let from: CalendarDay
        /// The last day.
        public let to: CalendarDay
        /// The herds, by holding, name and id.
        public let herds: [(herd: Herd, reconciliation: Reconciliation)]
        /// All of them together.
        public let total: Reconciliation
    }

    /// The heads of all herds in a period: from their first event to the call's day where none is given.
    ///
    /// - Throws: ``LivestockError``, `StoreError`.
    public func reconcile(
        from first: CalendarDay? = nil, to last: CalendarDay? = nil, _ call: Call
    ) async throws -> Outcome<Reconciled> {
        let last = last ?? call.today
        try LivestockError.checkPeriod(from: first, to: last)
        return try await store.read { reader in
            let station = try Station(reader, [], HerdFilter(listsEmpty: true))
            let first = first ?? station.events.map(\.day).min() ?? last
            let seen = station.eventsOfHerds
            var herds: [(herd: Herd, reconciliation: Reconciliation)] = []
            for herd in station.herds {
                let empty = HerdState(herd.species, name: herd.name, isMale: herd.isMale)
                herds.append(
                    (herd, try Reconciliation(empty, seen[herd.id] ?? [], from: first, to: last)))
            }
            let total = herds.reduce(Reconciliation()) { $0 + $1.reconciliation }
            return Outcome(Reconciled(from: first, to: last, herds: herds, total: total))
        }
    }
}
