import Foundation
import Models
import Persistence
import PersistenceSQLite
import PluginKit
import StoreSamples
import Testing

@Suite("Stores as plugins")
struct PluginTests {
    private static func build(_ settings: [String: RawSetting]) async throws -> DIContainer {
        let time = TimeSource(now: { start }, clock: ContinuousClock())
        var builder = ContainerBuilder(settings: InMemorySettings(settings), time: time)
        builder.add([SQLitePlugin(now: { start }), MemoryPlugin()])
        builder.require(.store)
        return try await builder.build()
    }

    @Test func `The settings choose the store, and SQLite is the default`() async throws {
        try await withTemporaryFolder { folder in
            let path = RawSetting.text(folder + "/store.sqlite")
            let sqlite = try await PluginTests.build(["persistence.sqlite.path": path])
            #expect(try sqlite.resolve(.store).location == .file(folder + "/store.sqlite"))
            try await sqlite.resolve(.store).insert(Record(asset(1)))
            // What begins a database is another store than that of one which is there.
            let again = try await PluginTests.build(["persistence.sqlite.path": path])
            #expect(try again.resolve(.store) is SQLiteStore)
            try await again.shutdown()
            let report = await sqlite.health(limit: .seconds(60))
            #expect(report.rows.map(\.provider) == ["sqlite"] && report.rows[0].status == .healthy)
            try await sqlite.shutdown()
            #expect(!FileManager.default.fileExists(atPath: folder + "/store.sqlite-wal"))

            let memory = try await PluginTests.build(["persistence.provider": "memory"])
            #expect(try memory.resolve(.store) is MemoryStore)
        }
    }

    @Test func `A store that cannot be opened stops the program with its reason`() async throws {
        try await withTemporaryFolder { folder in
            let error = await #expect(throws: ContainerError.self) {
                try await PluginTests.build(["persistence.sqlite.path": .text(folder)])
            }
            #expect(error?.description.contains("it is a folder") == true)
            let missing = await #expect(throws: ContainerError.self) { try await PluginTests.build([:]) }
            #expect(missing?.description.contains("persistence.sqlite.path") == true)
        }
    }
}
