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

    /// How many things of a kind a restore changes.
    public struct KindDifference: Sendable, Hashable {
        /// The kind: "goal".
        public let kind: String
        /// How many there are that the backup does not hold.
        public fileprivate(set) var removed = 0
        /// How many are otherwise in the backup.
        public fileprivate(set) var changed = 0
        /// How many only the backup holds.
        public fileprivate(set) var added = 0
    }

    /// What a restore did, or would do.
    public struct Result: Sendable {
        /// What the backup holds.
        public let summary: BackupSummary
        /// What differs, by kind in the order of their names; empty where everything is as in the backup.
        public let differences: [KindDifference]
    }

    /// Whether a file is an encrypted backup, so that a passphrase is needed.
    public func isEncrypted(_ backup: String) -> Bool { backups.isEncrypted(backup) }

    /// Reads a backup to its last row, and makes the store hold what it holds. A dry run does everything and then rolls it back.
    ///
    /// - Parameters:
    ///   - backup: the backup, encrypted or not.
    ///   - name: what errors call the backup.
    ///   - passphrase: for an encrypted backup.
    /// - Throws: ``BackupError``, ``StoreError``, what a permission throws; then nothing is changed.
    public func restore(
        from backup: String, named name: String, passphrase: String?, _ call: Call
    ) async throws -> Outcome<Result> {
        let contents = try await backups.contents(of: backup, named: name, passphrase: passphrase)
        let differences = try await store.write(call) { writer in
            let differences = try Self.replace(try Self.upgraded(contents.records, name, writer), in: writer)
            for permission in permissions { try permission.require(Set(differences.map(\.kind))) }
            return differences
        }
        return Outcome(Result(summary: contents.summary, differences: differences))
    }

    /// The records in the versions that the store has of their kinds.
    private static func upgraded(
        _ records: [Record], _ name: String, _ writer: any StoreWriter
    ) throws -> [Record] {
        let kinds = Dictionary(try writer.kinds().map { ($0.description.kind, $0) }, uniquingKeysWith: { $1 })
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

    private static func replace(
        _ wanted: [Record], in writer: any StoreWriter
    ) throws -> [KindDifference] {
        var own: [Record] = []
        try writer.forEachRecord { own.append($0) }
        let present = Dictionary(own.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        var differences: [String: KindDifference] = [:]
        func note(_ record: Record, _ part: WritableKeyPath<KindDifference, Int>) {
            let kind = record.kind.description.kind
            differences[kind, default: KindDifference(kind: kind)][keyPath: part] += 1
        }
        // What goes away makes room first; what names others is there with them at the end.
        let kept = Set(wanted.map(\.key))
        for record in own where !kept.contains(record.key) {
            try writer.apply(.delete(record))
            note(record, \.removed)
        }
        for record in wanted {
            guard let old = present[record.key] else {
                try writer.apply(.insert(record))
                note(record, \.added)
                continue
            }
            guard old != record else { continue }
            try writer.apply(.update(old, to: record))
            note(record, \.changed)
        }
        return differences.values.sorted { $0.kind < $1.kind }
    }
}
