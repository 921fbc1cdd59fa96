package import Values

/// The rows of a store inside one transaction: all that a store has to implement. What a write means stands below, once for
/// every store.
package protocol RowStore: StoreWriter, AnyObject {
    /// The state of the write so far.
    var progress: WriteProgress { get set }

    /// Makes room for rows of a kind that is new to the store.
    ///
    /// - Throws: ``StoreError`` when the store holds another version of the kind, or another kind of its name.
    func prepare(_ kind: EntityKind) throws
    /// Adds a row.
    ///
    /// - Returns: whether there was none with its key; nothing is written otherwise.
    func insertRow(_ record: Record) throws -> Bool
    /// Writes a row in the place of the one with its key.
    func putRow(_ record: Record, over old: Record) throws
    /// Takes a row away.
    func deleteRow(_ record: Record) throws
    /// The records with a wanted column that names the one with the key, at most so many; all when `limit` is negative.
    func referring(
        to key: EntityKey, limit: Int, where isWanted: (EntityDescription, EntityDescription.Column) -> Bool
    ) throws -> [Record]

    /// The number of the entry that the journal gets next.
    func nextEntry() throws -> Int
    /// Writes a change of an entry that is under way, with the things that it names.
    func appendToJournal(_ change: Change, at position: Int, of entry: Int, naming references: [EntityKey]) throws
    /// Writes the entry, after its changes.
    func endEntry(_ number: Int, _ origin: ChangeOrigin, undoes: Int?) throws
    /// Counts one more write, and writes what was gathered for its end.
    func endWrite() throws
    /// An error of the rows as callers of the store see it.
    func storeError(_ error: any Error) -> any Error
}

extension RowStore {
    /// The error itself, unless a store has other words for it.
    package func storeError(_ error: any Error) -> any Error { error }

    package var hasJournalled: Bool { progress.entry != nil }

    package func markAsUndo(of entry: Int) { progress.undone = entry }

    package func apply(_ change: Change, isEntered: Bool) throws {
        try carryOut(change, isEntered)
        guard change.after == nil else { return }
        // What goes takes along what refers to it and is not journalled, and its parts, which an undo or a redo tells one by
        // one; anything else shows at the end.
        var gone = [change.key]
        while let key = gone.popLast() {
            let along = try naming {
                try referring(to: key, limit: -1) { !$0.isJournalled || isEntered && $1.isPart }
            }
            for record in along {
                try carryOut(.delete(record), isEntered)
                gone.append(record.key)
            }
        }
    }

    private func carryOut(_ change: Change, _ isEntered: Bool) throws {
        if let failure = progress.failure { throw failure }
        do {
            try prepare(change.kind)
            // What is new is not looked for first.
            if change.before == nil, let after = change.after, try insertRow(after) {
                return try note(change, isEntered)
            }
            let current = try record(change.key)
            guard current == change.before else {
                throw StoreError.changedUnderneath(expected: change.before, found: current)
            }
            if let current {
                if let after = change.after { try putRow(after, over: current) } else { try deleteRow(current) }
            }
            try note(change, isEntered)
        } catch let error as StoreError {
            // A refusal before anything was written.
            throw error
        } catch {
            let failure = storeError(error)
            progress.failure = failure
            throw failure
        }
    }

    private func note(_ change: Change, _ isEntered: Bool) throws {
        let after = change.after?.references ?? []
        progress.note(change, naming: after, isEntered: isEntered)
        guard change.kind.description.isJournalled else { return }
        let entry = try progress.entry ?? nextEntry()
        try appendToJournal(
            change, at: progress.changeCount, of: entry, naming: (change.before?.references ?? []) + after)
        progress.entry = entry
        progress.changeCount += 1
    }

    package func checkEnd() throws {
        if let failure = progress.failure { throw failure }
        guard progress.hasChanges else { return }
        try naming {
            try progress.touched.checkReferences(
                exists: { try record($0) != nil },
                firstReferring: { try referring(to: $0, limit: 1) { _, _ in true }.first })
            try checkWholes()
        }
    }

    /// Checks and writes what belongs to the end of a write.
    package func finish(_ origin: ChangeOrigin) throws {
        try checkEnd()
        guard progress.hasChanges else { return }
        try naming {
            if let entry = progress.entry { try endEntry(entry, origin, undoes: progress.undone) }
            try endWrite()
        }
    }

    /// Asks once for each thing that was entered or of which a part was: what has to hold of it with its parts.
    private func checkWholes() throws {
        try progress.touched.forEachWhole { key in
            guard let record = try record(key) else { return [] }
            if record.kind.hasCheckOfWhole,
                let error = ValidationError(try record.kind.wholeIssues(of: record.cells, in: self))
            {
                throw error
            }
            return record.owners
        }
    }

    private func naming<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw storeError(error) }
    }
}
