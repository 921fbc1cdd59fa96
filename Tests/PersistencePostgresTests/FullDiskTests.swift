import Foundation
import Models
import Persistence
import PostgresTestServer
import StoreSamples
import Testing

@testable import PersistencePostgres

@Suite("A server whose disk is full")
struct FullDiskTests {
    private static func run(_ words: String...) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// A small disk that the server may write to, gone afterwards; nothing is run where none can be made.
    private static func withDisk(_ body: (String) async throws -> Void) async throws {
        let folder = "/tmp/cst-disk-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        guard geteuid() == 0, try run("mount", "-t", "tmpfs", "-o", "size=14m,mode=777", "tmpfs", folder) else {
            return
        }
        let result: Result<Void, any Error>
        do { result = .success(try await body(folder)) } catch { result = .failure(error) }
        #expect(try run("umount", "-l", folder))
        try result.get()
    }

    @Test func `what was acknowledged is there, and it goes on when there is room again`() async throws {
        try await Self.withDisk { disk in
            let server = try await Prepared.value
            let name = "d\(UUID().uuidString.prefix(8).lowercased())"
            #expect(try Self.run("install", "-d", "-o", "postgres", "\(disk)/data"))
            try server.execute("CREATE TABLESPACE \(name) LOCATION '\(disk)/data'", database: "postgres")
            try server.execute("CREATE DATABASE \(name) OWNER cst_owner TABLESPACE \(name)", database: "postgres")
            let owner = PostgresServer(try server.address(as: "cst_owner", database: name), household: "none")
            try await owner.prepare(.samples, for: "cst_app")
            let store = try PostgresStore(
                PostgresServer(try server.address(as: "cst_app", database: name), household: "x"), kinds: .samples,
                connections: 1)
            try await store.insert(Record(asset(1)))
            var (writes, failure) = (0, nil as StoreError?)
            while failure == nil, writes < 100 {
                do {
                    let first = 1000 + writes * 500
                    try await store.write(.test()) { writer in
                        for number in first..<first + 500 {
                            try writer.apply(.insert(Record(try transaction(number, of: 1, "5"))))
                        }
                    }
                    writes += 1
                } catch let error as StoreError { failure = error }
            }
            #expect(failure?.code == "store.full", "\(String(describing: failure))")
            #expect(writes > 0)
            #expect(try await store.read { try $0.all(Transaction.self).count } == writes * 500)
            #expect(try Self.run("mount", "-o", "remount,size=64m", disk))
            try await store.insert(Record(try transaction(1, of: 1, "5")))
            #expect(try await store.read { try $0.newestNumber() } == writes + 2)
            _ = try await store.reading({ try ContentCheck.totals(in: $0).count }, orNone: { 0 })
            await store.close()
            try server.execute("DROP DATABASE \(name) WITH (FORCE)", database: "postgres")
            try server.execute("DROP TABLESPACE \(name)", database: "postgres")
        }
    }
}
