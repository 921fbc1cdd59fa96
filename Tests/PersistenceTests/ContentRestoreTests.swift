import Foundation
import Models
import Persistence
import StoreSamples
import Testing

@Suite("Restores of what people entered, while the store is in use")
struct ContentRestoreTests {
    private static let call = Call(
        now: Date(timeIntervalSince1970: 1_800_000_000), program: "test", command: "restore")

    @Test(arguments: StoreKind.allCases)
    func `A preview lists what a restore changes, and writes nothing`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.insert(Record(asset(1, "old")), Record(asset(2)))
            let backups = Backups([Record(asset(1, "new")), Record(asset(3)), Record(try transaction(4, of: 3))])
            let before = try await store.contents()
            // What is read alone cannot be written to.
            let preview = try await ContentRestoreService(
                store: try await store.snapshot(), backups: backups
            ).preview(of: "a", named: "a", passphrase: nil)
            #expect(
                preview.differences.map { "\($0.kind) \($0.removed) \($0.changed) \($0.added)" }
                    == ["asset 1 1 1", "transaction 0 0 1"])
            #expect(try await store.contents() == before)
            let restored = try await ContentRestoreService(store: store, backups: backups)
                .restore(from: "a", named: "a", passphrase: nil, since: 1, Self.call).value
            #expect(restored.differences == preview.differences)
            #expect(Set(try await store.contents().assets.map(\.id)) == [asset(1).id, asset(3).id])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `A preview refuses what a restore would`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            // The asset of the orphan is there, and would go.
            try await store.insert(Record(asset(1)))
            let orphan = Record(try transaction(4, of: 1))
            let service = ContentRestoreService(store: store, backups: Backups([Record(asset(2)), orphan]))
            await #expect(throws: StoreError.dangling(orphan)) {
                try await service.preview(of: "a", named: "a", passphrase: nil)
            }
            await #expect(throws: StoreError.dangling(orphan)) {
                try await service.restore(from: "a", named: "a", passphrase: nil, Self.call)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What was changed after the preview is not lost`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.insert(Record(asset(1)))
            try await store.insert(Record(asset(2)))
            let service = ContentRestoreService(store: store, backups: Backups([Record(asset(1))]))
            await #expect(throws: BackupError.changedMeanwhile) {
                try await service.restore(from: "a", named: "a", passphrase: nil, since: 1, Self.call)
            }
            #expect(try await store.contents().assets.count == 2)
            _ = try await service.restore(from: "a", named: "a", passphrase: nil, since: 2, Self.call)
            #expect(try await store.contents().assets.count == 1)
        }
    }
}

/// A backup with given records.
private struct Backups: BackupService {
    let path = "store"
    let records: [Record]

    init(_ records: [Record]) { self.records = records }

    func backup(
        to path: String, replacing: Bool, _ call: Call, passphrase: @Sendable () throws -> String?
    ) async throws -> Outcome<BackupSummary?> { throw BackupError.keptInMemory }

    func isEncrypted(_ backup: String) -> Bool { false }

    func contents(of backup: String, named name: String, passphrase: String?) async throws -> BackupContents {
        BackupContents(summary: BackupSummary(records: [:], changes: 0, newest: nil), records: records)
    }

    func restore(
        from backup: String, named name: String, passphrase: String?, force: Bool, _ call: Call
    ) async throws -> Outcome<RestoreResult> { throw BackupError.keptInMemory }
}
