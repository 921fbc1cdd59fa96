import Values

/// The records that a write has entered, taken away or named: at its end none may refer to a missing one, and what was entered
/// has to be right with its parts.
///
/// It remembers their keys, each once, not the records themselves: a write may have any number of them.
struct TouchedRecords {
    /// The checks at the end of the write.
    private struct Duty: OptionSet {
        let rawValue: UInt8
        /// It has to exist if something refers to it.
        static let existence = Duty(rawValue: 1)
        /// It has to be right with its parts.
        static let whole = Duty(rawValue: 2)
        /// It exists: the write has put it there and has not deleted it since, so that nobody has to look.
        static let presence = Duty(rawValue: 4)
    }

    private var places: [EntityKey: Int] = [:]
    private var keys: [EntityKey] = []
    private var duties: [Duty] = []

    /// Takes note of a change that was carried out.
    ///
    /// - Parameters:
    ///   - references: what the record refers to after it.
    ///   - isEntered: whether what holds of wholes is looked at.
    mutating func note(_ change: Change, naming references: [EntityKey], isEntered: Bool) {
        let whole: Duty = isEntered && change.kind.hasCheckOfWhole ? .whole : []
        if change.after == nil {
            add(whole.union(.existence), to: change.key, removing: .presence)
        } else if change.kind.hasCheckOfWhole {
            add(whole.union(.presence), to: change.key)
        }
        // Owners are among what is named.
        let owners = isEntered ? change.after?.owners ?? [] : []
        for key in references { add(owners.contains(key) ? [.existence, .whole] : .existence, to: key) }
        guard isEntered else { return }
        for owner in change.before?.owners ?? [] { add(.whole, to: owner) }
    }

    /// Whether something is left to check of a thing.
    func contains(_ key: EntityKey) -> Bool { places[key] != nil }

    /// Takes note that a thing and its parts, all of them added by the write, are right together: nothing is left to check unless one of
    /// them changes.
    mutating func settle(_ key: EntityKey) {
        guard let place = places[key] else { return }
        guard place == keys.count - 1 else { return duties[place] = .presence }
        places[key] = nil
        keys.removeLast()
        duties.removeLast()
    }

    private mutating func add(_ duty: Duty, to key: EntityKey, removing other: Duty = []) {
        guard let place = places[key] else {
            places[key] = keys.count
            keys.append(key)
            duties.append(duty)
            return
        }
        duties[place].formUnion(duty)
        duties[place].subtract(other)
    }

    /// Checks that nothing refers to a missing record, in the order of the changes: in between, what is referred to may be missing.
    ///
    /// - Parameters:
    ///   - exists: whether the store holds a record.
    ///   - firstReferring: a record that refers to the missing one, or nil.
    /// - Throws: ``StoreError/dangling(_:)``, or what the closures throw.
    func checkReferences(
        exists: (EntityKey) throws -> Bool, firstReferring: (EntityKey) throws -> Record?
    ) throws {
        for (key, duty) in zip(keys, duties) where duty.isDisjoint(with: .presence) && duty.contains(.existence) {
            guard try !exists(key), let referring = try firstReferring(key) else { continue }
            throw StoreError.dangling(referring)
        }
    }

    /// Hands on the things that were entered and those of which parts were, and then what `body` gives of owners of them in turn, each
    /// once.
    func forEachWhole(_ body: (EntityKey) throws -> [EntityKey]) throws {
        var owners: [EntityKey] = []
        for (key, duty) in zip(keys, duties) where duty.contains(.whole) { owners += try body(key) }
        var seen: Set<EntityKey> = []
        while let key = owners.popLast() {
            let isDone = places[key].map { duties[$0].contains(.whole) } ?? false
            guard !isDone, seen.insert(key).inserted else { continue }
            owners += try body(key)
        }
    }
}
