public import Values

/// Makes everything that people entered what a backup holds, while programs use the store: as one change, which can be undone.
public struct ContentRestoreService: Sendable {
    private let store: any Store
    private let backups: any BackupService
    private let permissions: [ChangePermission]

    /// A service over a store and its backups.
    ///
    /// - Parameter permissions: asked for the kinds of things that a backup would change.
    public init(store: any Store, backups: any BackupService, permissions: [ChangePermission] = []) {
        self.store = store
        self.backups = backups
        self.permissions = permissions
    }

    /// The numbers of things of a kind that a restore changes.
    public struct KindDifference: Sendable, Hashable {
        /// The kind: "goal".
        public let kind: String
        /// The number of things that the backup does not hold.
        public fileprivate(set) var removed = 0
        /// The number of things that differ in the backup.
        public fileprivate(set) var changed = 0
        /// The number of things that only the backup holds.
        public fileprivate(set) var added = 0
    }

    /// The result of a restore, or of its preview.
    public struct Result: Sendable {
        /// The contents of the backup.
        public let summary: BackupSummary
        /// The differences by kind, in the order of their names; empty if everything is as in the backup.
        public let differences: [KindDifference]
    }

    /// Whether a file is an encrypted backup, so that a passphrase is needed.
    public func isEncrypted(_ backup: String) -> Bool { backups.isEncrypted(backup) }

    /// Reads a backup to its last row and compares it with the store. Nothing is written, and no writer waits.
    ///
    /// - Throws: ``BackupError``, ``StoreError``, as a restore would.
    public func preview(of backup: String, named name: String, passphrase: String?) async throws -> Result {
        let contents = try await backups.contents(of: backup, named: name, passphrase: passphrase)
        return try await store.read { reader in
            let changes = try Changes(to: try Self.upgraded(contents.records, name, reader), in: reader)
            try require(changes)
            return Result(summary: contents.summary, differences: changes.differences)
        }
    }

    /// Reads a backup to its last row, and makes the store hold what it holds.
    ///
    /// - Parameters:
    ///   - backup: the backup, encrypted or not.
    ///   - name: what errors call the backup.
    ///   - passphrase: for an encrypted backup.
    ///   - seen: the number of the newest entry when the differences were shown; nil where nobody looked at them.
    /// - Throws: ``BackupError``, ``StoreError``, what a permission throws; then nothing is changed.
    ///   ``BackupError/changedMeanwhile`` when there is a newer entry.
    public func restore(
        from backup: String, named name: String, passphrase: String?, since seen: Int? = nil, _ call: Call
    ) async throws -> Outcome<Result> {
        let contents = try await backups.contents(of: backup, named: name, passphrase: passphrase)
        let differences = try await store.write(call) { writer in
            if let seen, try writer.newestEntry().map({ $0.number > seen }) ?? false {
                throw BackupError.changedMeanwhile
            }
            let changes = try Changes(to: try Self.upgraded(contents.records, name, writer), in: writer)
            try require(changes)
            for change in changes.all { try writer.apply(change) }
            return changes.differences
        }
        return Outcome(Result(summary: contents.summary, differences: differences))
    }

    private func require(_ changes: Changes) throws {
        let kinds = Set(changes.differences.map(\.kind))
        for permission in permissions { try permission.require(kinds) }
    }

    /// The records in the versions that the store has of their kinds.
    private static func upgraded(
        _ records: [Record], _ name: String, _ reader: any StoreReader
    ) throws -> [Record] {
        let kinds = Dictionary(try reader.kinds().map { ($0.description.kind, $0) }, uniquingKeysWith: { $1 })
        return try records.map { record in
            let own = record.kind.description
            let kind = kinds[own.kind] ?? record.kind
            guard own.version <= kind.description.version else {
                throw BackupError.damaged(path: name, detail: "it holds a '\(own.kind)' of a newer version")
            }
            guard own.version < kind.description.version else { return record }
            guard let newer = try record.upgraded(to: kind) else {
                throw BackupError.damaged(path: name, detail: "it holds a '\(own.kind)' of a version that is not known")
            }
            return newer
        }
    }

    /// The changes that make a store hold what a backup holds, those that make room first.
    private struct Changes {
        private(set) var all: [Change] = []
        private var byKind: [String: KindDifference] = [:]

        /// The differences by kind, in the order of their names.
        var differences: [KindDifference] { byKind.values.sorted { $0.kind < $1.kind } }

        /// - Throws: ``StoreError/dangling(_:)`` for a record that names one which neither has.
        init(to wanted: [Record], in reader: any StoreReader) throws {
            var own: [Record] = []
            try reader.forEachRecord { own.append($0) }
            let present = Dictionary(own.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
            let kept = Set(wanted.map(\.key))
            for record in own where !kept.contains(record.key) { note(.delete(record), \.removed) }
            for record in wanted {
                guard let old = present[record.key] else {
                    note(.insert(record), \.added)
                    continue
                }
                if old != record { note(.update(old, to: record), \.changed) }
            }
            // References to journalled kinds are to what the backup holds; of the others the store keeps its own.
            for record in wanted {
                for key in record.references where !kept.contains(key) {
                    if try present[key] != nil || reader.record(key) == nil { throw StoreError.dangling(record) }
                }
            }
        }

        private mutating func note(_ change: Change, _ part: WritableKeyPath<KindDifference, Int>) {
            all.append(change)
            byKind[change.key.kind, default: KindDifference(kind: change.key.kind)][keyPath: part] += 1
        }
    }
}
