import Foundation
import Models
import Persistence
import StoreSamples
import TestSupport
import Testing

@testable import PersistenceSQLite

@Suite("Where no database is yet") struct EmptyStoreTests {
    @Test func `there is nothing to read until the first write, which makes it`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cst-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = EmptyStore(at: .file("none")) {
            try SQLiteStore(path: folder + "/new.sqlite", kinds: EntityKind.shared, now: { start })
        }
        #expect(try await store.read { try $0.all(Goal.self) }.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder))
        let car = try goal()
        try await store.write(anyCall) { try $0.insert(car) }
        #expect(try await store.read { try $0.all(Goal.self) } == [car])
        try store.close()
        let opened = try SQLiteStore(path: folder + "/new.sqlite", kinds: EntityKind.shared, now: { start })
        #expect(try await opened.read { try $0.all(Goal.self) } == [car])
        try opened.close()
    }
}
