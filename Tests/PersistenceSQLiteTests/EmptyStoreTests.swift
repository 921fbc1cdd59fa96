import Foundation
import Models
import Persistence
import PluginKit
import StoreSamples
import TestSupport
import Testing

@testable import PersistenceSQLite

@Suite("Where no database is yet") struct EmptyStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cst-\(UUID().uuidString)").path
    private var path: String { folder + "/below/new.sqlite" }

    private func store() -> EmptyStore {
        let path = path
        return EmptyStore(
            at: path, begin: { try SQLiteStore(beginning: $0, kinds: EntityKind.shared, now: { start }) },
            open: { try SQLiteStore(path: path, kinds: EntityKind.shared, now: { start }) })
    }

    private func files() -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test func `there is nothing to read until the first write, which makes it`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = store()
        #expect(try await store.read { try $0.all(Goal.self) }.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder))
        let car = try goal()
        try await store.write(anyCall) { try $0.insert(car) }
        #expect(files() == ["below", "below/new.sqlite"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try await store.read { try $0.all(Goal.self) } == [car])
        #expect(store.warnings().isEmpty)
        try store.close()
        let opened = try SQLiteStore(path: path, kinds: EntityKind.shared, now: { start })
        #expect(try await opened.read { try $0.all(Goal.self) } == [car])
        #expect(await opened.health() == .healthy)
        try opened.close()
    }

    @Test func `a write that is refused, or tried out, leaves nothing behind`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = store()
        let car = try goal()
        await #expect(throws: CancellationError.self) {
            try await store.write(anyCall) {
                try $0.insert(car)
                throw CancellationError()
            }
        }
        var trial = try call("2026-05-20")
        trial.isDryRun = true
        try await store.write(trial) { try $0.insert(car) }
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(try await store.read { try $0.all(Goal.self) }.isEmpty)
        // Files of others stay.
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        await #expect(throws: CancellationError.self) {
            try await store.write(anyCall) { _ in throw CancellationError() }
        }
        #expect(FileManager.default.fileExists(atPath: folder) && files() == [])
        try await store.write(anyCall) { try $0.insert(car) }
        #expect(try await store.read { try $0.all(Goal.self) } == [car])
        try store.close()
    }

    @Test func `a write that changes nothing leaves nothing behind`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = store()
        #expect(try await store.write(anyCall) { try $0.all(Goal.self).count } == 0)
        #expect(!FileManager.default.fileExists(atPath: folder))
        let car = try goal()
        try await store.write(anyCall) { try $0.insert(car) }
        #expect(try await store.read { try $0.all(Goal.self) } == [car])
        try store.close()
    }

    @Test func `many that begin it at once make one database with what all wrote`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let stores = (0..<8).map { _ in store() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, store) in stores.enumerated() {
                group.addTask {
                    let first = try goal(10 + index, "Goal \(index)")
                    try await store.write(anyCall) { try $0.insert(first) }
                    // Another one of the same store.
                    let second = try goal(30 + index, "Second \(index)")
                    try await store.write(anyCall) { try $0.insert(second) }
                }
            }
            try await group.waitForAll()
        }
        for store in stores {
            #expect(try await store.read { try $0.all(Goal.self) }.count == 16)
            try store.close()
        }
        #expect(files() == ["below", "below/new.sqlite"])
    }
}
