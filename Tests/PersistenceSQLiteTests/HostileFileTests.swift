import Foundation
import GRDB
import Models
import Persistence
import PluginKit
import StoreSamples
import Testing

@testable import PersistenceSQLite

@Suite("Files made to harm")
struct HostileFileTests {
    /// A file whose descriptions say what an attacker wants them to, with the right checksums and totals.
    private static func withFile(
        describing name: String, _ change: (String) -> String, _ body: (String) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let store = try SQLiteStore(path: path, kinds: .samples, now: { start })
            try await store.insert(Record(asset(1)))
            let (file, catalog) = (store.file, store.catalog)
            let text = change(Asset.declaration.text)
            try await store.database.write { database in
                let unit = SQLiteRows(SQLConnection(database), file: file, catalog: catalog)
                let cells: [Cell] = [.text(name), .integer(1), .text(text)]
                try unit.connection.execute("DELETE FROM kinds WHERE kind = ?", [.text(name)])
                try unit.connection.execute(
                    "INSERT INTO kinds (kind, version, description, checksum) VALUES (?, ?, ?, ?)",
                    cells + [.integer(Int(Int64(bitPattern: Checksum.of(cells))))])
                var total = TableTotal()
                try unit.connection.forEachRow("SELECT kind, version, description, checksum FROM kinds") {
                    total.add($0.checksum(3))
                }
                try unit.connection.execute(
                    "UPDATE totals SET rows = ?, sum = ? WHERE name = 'kinds'",
                    [.integer(total.rows), .integer(Int(Int64(bitPattern: total.sum)))])
            }
            try store.close()
            try await body(path)
        }
    }

    private static let attacks: [(from: String, to: String)] = [
        (#""table":"assets""#, #""table":"assets; DROP TABLE goals; --""#),
        (#""table":"assets""#, #""table":"journal""#),
        (#""table":"assets""#, #""table":"sqlite_master""#),
        (#""name":"chain""#, #""name":"chain] FROM goals; --""#),
        (#""name":"chain""#, #""name":"name""#),
        (#""order":["name","id"]"#, #""order":["(SELECT 1)"]"#),
        (#""kind":"asset""#, #""kind":"goal""#),
        (#""key":1"#, #""key":0"#),
        (#""key":1"#, #""key":-1"#),
        (#""kind":"asset""#, #""kind":"twin""#),
        (#""since":"0.3.0""#, #""since":"\u001b[31m9""#),
        (#""order":["name","id"]"#, #""order":[]"#),
        (#""name":"chain""#, #""currency":"other","name":"chain""#),
        (#""version":1"#, #""version":-1"#),
        (#""columns""#, #""colums""#),
    ]

    @Test(arguments: attacks)
    func `A description that carries SQL, or describes what cannot be, is refused`(
        _ attack: (from: String, to: String)
    ) async throws {
        try await HostileFileTests.withFile(
            describing: "asset", { $0.replacingOccurrences(of: attack.from, with: attack.to) }
        ) { path in
            // A program that knows the kind, and one that only has the file's own word for it.
            for kinds in [[EntityKind].samples, []] {
                await #expect(throws: StoreError.self, "\(attack)") {
                    let store = try SQLiteStore(path: path, kinds: kinds, now: { start })
                    defer { try? store.close() }
                    if case .failed(let detail, _) = await store.health() {
                        throw StoreError.unusable(at: .file(path), detail: detail)
                    }
                    _ = try await store.read { try $0.all(Asset.self) }
                }
            }
            let database = try DatabaseQueue(path: path)
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM goals") } == 0)
            try database.close()
        }
    }

    private static let statements = [
        "UPDATE totals SET rows = -5 WHERE name = 'journal'",
        "UPDATE totals SET rows = rows + 2 WHERE name = 'journal'",
        "DELETE FROM totals WHERE name = 'revision'",
        "UPDATE totals SET rows = 9223372036854775807 WHERE name = 'kinds'",
        "ALTER TABLE kinds RENAME TO old; CREATE VIEW kinds AS SELECT * FROM old",
        "CREATE TRIGGER more AFTER INSERT ON assets BEGIN DELETE FROM goals; END",
        "DROP TRIGGER journalNoUpdate; UPDATE journal SET undoes = -9223372036854775808",
        "UPDATE transactions SET entered = 9223372036854775807",
    ]

    @Test(arguments: statements)
    func `A file that somebody wrote into is refused, and brings no program down`(_ statement: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let store = try SQLiteStore(path: path, kinds: .samples, now: { start })
            try await store.insert(Record(asset(1)), Record(try transaction(2, of: 1)))
            try store.close()
            let database = try DatabaseQueue(path: path)
            try await database.write { try $0.execute(sql: statement) }
            try database.close()
            let error = await #expect(throws: StoreError.self) {
                let store = try SQLiteStore(path: path, kinds: .samples, now: { start })
                defer { try? store.close() }
                if case .failed = await store.health() {
                    for work in HostileFileTests.works { try await work(store) }
                }
            }
            #expect(error != nil)
        }
    }

    /// What fails or not, as long as it ends: the last one always does.
    private static let works: [@Sendable (SQLiteStore) async throws -> Void] = [
        { store in _ = try? await store.read { try $0.journal(of: nil, limit: nil) } },
        { store in _ = try? await History().undo(in: store, .test()) },
        { store in _ = try? await store.write(.test()) { try $0.delete(asset(1)) } },
        { store in _ = try? await store.backup(to: store.file.path + ".b") },
        { store in throw StoreError.unusable(at: .file(store.file.path), detail: "failed") },
    ]

    @Test func `Words of SQL are names like any other`() async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(
                path: folder + "/store.sqlite", kinds: [EntityKind(Select.self)], now: { start })
            let things = [
                Select(id: UUID(1), order: "a", group: UUID(2)), Select(id: UUID(2), order: "b", group: UUID(2)),
            ]
            try await store.write(.test()) { writer in for thing in things { try writer.insert(thing) } }
            #expect(try await store.read { try $0.all(Select.self) } == things)
            #expect(try await store.read { try $0.all(Select.self, where: "group", is: UUID(2)) } == things)
            #expect(await store.health() == .healthy)
            try store.close()
        }
    }
}

/// A kind whose names are words of SQL.
private struct Select: Entity {
    let id: UUID
    let order: String
    let group: UUID

    static let declaration = Declaration<Select>(
        "select", table: "values", since: "1", order: ["order"],
        fields: Fields(.key("id", \.id), .value("order", \.order), .value("group", \.group, to: "select")) {
            Select(id: $0, order: $1, group: $2)
        })

    var summary: String { order }

    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}
