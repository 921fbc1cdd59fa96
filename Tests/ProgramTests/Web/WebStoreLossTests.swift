import Foundation
import ProgramSupport
import Testing

/// A store that forgets, is gone, damaged or held by somebody else: it is said, and nothing that was typed is lost.
struct WebStoreLossTests {
    private static func database(_ folder: ProgramFolder) -> URL { folder.url.appending(path: "cst.sqlite") }

    private static func add(_ folder: ProgramFolder) async throws {
        let told = try await folder.run(
            "cst-plan", ["goal", "add", "Car", "--target", "5000", "--currency", "EUR", "--deadline", "2027-06-30"])
        try #require(told.status == 0, "\(told.errors)")
    }

    @Test func `where data lives is not chosen in a browser`() async throws {
        let folder = try ProgramFolder()
        try folder.write("display:\n  currency: EUR\n", to: "settings/cst/config.yaml")
        let visitor = try await LocalDashboard(folder).comeIn()
        for (key, value) in [
            ("persistence.provider", #""memory""#), ("persistence.provider", "null"),
            ("persistence.sqlite.path", #""/tmp/other.sqlite""#), ("persistence.sqlite.create", "true"),
        ] {
            let answer = try await visitor.write("PATCH /settings", "{\"\(key)\":\(value)}", [("If-Match", "*")])
            #expect(answer.status == 422 && answer.body.contains("settings.notHere"), "\(key): \(answer.body)")
            #expect(answer.body.contains("It decides which files are used."), "\(answer.body)")
        }
        let page = try await visitor.get("/settings/persistence").body
        #expect(!page.contains("name=\"persistence.provider\"") && !page.contains("name=\"persistence.sqlite.create\""))
        // A form that somebody made by hand is no way around it.
        var form = try Visitor.form(in: page, to: "/settings/persistence")
        form.fields["persistence.provider"] = "memory"
        _ = try await visitor.send(form)
        #expect(try folder.read("settings/cst/config.yaml") == "display:\n  currency: EUR\n")
        await #expect(try !visitor.get("/").body.contains("kept in memory"))
    }

    @Test func `a store that forgets says so on every page, and keeps what it has while the program runs`()
        async throws
    {
        let folder = try ProgramFolder()
        let visitor = try await LocalDashboard(folder, environment: ["CST_PERSISTENCE_PROVIDER": "memory"]).comeIn()
        for path in ["/", "/goals", "/goals/new", "/assets", "/settings", "/health", "/nothing"] {
            #expect(try await visitor.get(path).body.contains("gone when the program ends"), "\(path)")
        }
        try await visitor.save("/assets/new", to: "/assets/new", ["name": "Chest", "currency": "EUR"])
        // A file that appears where a database would be changes nothing.
        try await Self.add(folder)
        #expect(try await visitor.get("/assets").body.contains("Chest"))
    }

    @Test func `a database that is gone is not begun anew, and the form is kept until it is back`() async throws {
        let folder = try ProgramFolder()
        try await Self.add(folder)
        let program = try await LocalDashboard(folder)
        let visitor = try await program.comeIn()
        var form = try await visitor.form("/goals/new", to: "/goals/new")
        for name in ["name", "description"] { form.fields[name] = "KEEPME \(name)" }
        form.fields.merge(["target": "77.25", "currency": "EUR", "deadline": "2028-01-01"]) { $1 }
        #expect(try await program.ask("GET", "/health/ready").status == 200)
        let away = folder.url.appending(path: "away")
        try FileManager.default.createDirectory(at: away, withIntermediateDirectories: true)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.moveItem(
                at: folder.url.appending(path: "cst.sqlite\(suffix)"), to: away.appending(path: "cst.sqlite\(suffix)"))
        }
        for path in ["/", "/goals", "/api/v1/goals"] {
            let answer = try await visitor.get(path)
            #expect(answer.status == 503 && answer.body.contains("is gone"), "\(path): \(answer.status) \(answer.body)")
        }
        #expect(try await program.ask("GET", "/health/ready").status == 503)
        #expect(try await visitor.get("/health").body.contains("is gone"))
        let written = try await visitor.write("POST /goals", #"{"name":"New","target":"1","deadline":"2028-01-01"}"#)
        #expect(written.status == 503 && written.body.contains("store.gone"), "\(written.body)")
        let refused = try await visitor.send(form)
        #expect(refused.status == 503 && refused.header("Retry-After") != nil)
        for text in ["KEEPME name", "KEEPME description", "77.25", "2028-01-01", "What you typed was not saved."] {
            #expect(refused.body.contains(text), "\(text)")
        }
        #expect(!FileManager.default.fileExists(atPath: Self.database(folder).path))
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.moveItem(
                at: away.appending(path: "cst.sqlite\(suffix)"), to: folder.url.appending(path: "cst.sqlite\(suffix)"))
        }
        #expect(try await program.ask("GET", "/health/ready").status == 200)
        let again = try Visitor.form(in: refused.body, to: "/goals/new")
        #expect(again.fields["name"] == "KEEPME name" && again.fields["once"] == form.fields["once"])
        let (first, second) = await (try visitor.send(again), try visitor.send(again))
        #expect(first.status == 303 && first.header("Location") == second.header("Location"))
        #expect(try await visitor.get("/api/v1/goals").body.components(separatedBy: "KEEPME name").count == 2)
        // An empty one that somebody put in its place is not taken for it either.
        try FileManager.default.removeItem(at: Self.database(folder))
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(at: folder.url.appending(path: "cst.sqlite\(suffix)"))
        }
        try Data().write(to: Self.database(folder))
        #expect(try await visitor.get("/").status == 503)
        #expect(try await program.ask("GET", "/health/ready").status == 503)
    }

    @Test func `whoever begins without a database makes one by the first form`() async throws {
        let folder = try ProgramFolder()
        let program = try await LocalDashboard(folder)
        let visitor = try await program.comeIn()
        #expect(try await program.ask("GET", "/health/ready").status == 200)
        #expect(try await visitor.get("/").body.contains("Nothing to set aside yet"))
        try await visitor.save("/assets/new", to: "/assets/new", ["name": "Chest", "currency": "EUR"])
        #expect(try await visitor.get("/assets").body.contains("Chest"))
        #expect(try await program.ask("GET", "/health/ready").status == 200)
    }

    @Test func `a damaged database is not ready`() async throws {
        let folder = try ProgramFolder()
        try await Self.add(folder)
        let told = try await folder.run("cst-assets", ["add", "Bank", "--currency", "EUR", "--balance", "10"])
        try #require(told.status == 0)
        // As a failing disk does it: the file stays, and a row in it is another one.
        let script = """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1])
            store.execute("UPDATE assets SET name = 'Other'")
            store.commit()
            store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            """
        let changed = try await folder.run("/usr/bin/python3", ["-c", script, Self.database(folder).path])
        try #require(changed.status == 0, "\(changed.errors)")
        let program = try await LocalDashboard(folder)
        let visitor = try await program.comeIn()
        let page = try await visitor.get("/")
        #expect(page.status == 503 && page.body.contains("damaged"), "\(page.status)")
        #expect(try await program.ask("GET", "/health/ready").status == 503)
        #expect(try await program.ask("GET", "/health/live").status == 200)
    }

    @Test func `a form is kept while another program holds the database, and when too much is sent at once`()
        async throws
    {
        let folder = try ProgramFolder()
        try await Self.add(folder)
        let visitor = try await LocalDashboard(folder).comeIn()
        let form = try await visitor.form("/assets/new", to: "/assets/new", ["name": "KEEPME", "currency": "EUR"])
        let writer = try Holder(Self.database(folder))
        let refused = try await visitor.send(form)
        #expect(refused.status == 503 && refused.body.contains("KEEPME") && refused.body.contains("is in use"))
        try writer.end()
        let again = try Visitor.form(in: refused.body, to: "/assets/new")
        #expect(try await visitor.send(again).status == 303)
        // Twenty writes a second are carried out of one reader.
        let headers = [
            ("Cookie", visitor.cookie), ("Content-Type", "application/x-www-form-urlencoded"),
            ("Sec-Fetch-Site", "same-origin"),
        ]
        let many = (0..<60).map { _ in
            Task { try await visitor.program.ask("POST", "/assets/new", headers, body: again.body) }
        }
        var late: DashboardAnswer?
        for task in many {
            let answer = try await task.value
            if answer.status == 429 { late = answer }
        }
        let kept = try #require(late)
        #expect(kept.body.contains("KEEPME") && kept.header("Retry-After") == "1")
        #expect(WebForm.all(in: kept.body).contains { $0.action == "/assets/new" && $0.fields["name"] == "KEEPME" })
    }
}

/// Somebody else who writes to a database for long.
private struct Holder {
    private let process = Process()
    private let input = Pipe()

    init(_ database: URL) throws {
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1], isolation_level=None)
            store.execute("BEGIN IMMEDIATE")
            print("writing", flush=True)
            sys.stdin.read()
            store.execute("ROLLBACK")
            """, database.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = input
        try process.start()
        _ = try output.fileHandleForReading.read(upToCount: 7)
    }

    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
