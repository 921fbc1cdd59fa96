import Foundation
import ProgramSupport
import Testing

/// What goes wrong around the dashboard is told, on pages too, and passes when its cause does.
struct WebTroubleTests {
    private static func database(_ folder: ProgramFolder) -> URL { folder.url.appending(path: "cst.sqlite") }

    /// Files that are no database of ours, with what is said of them.
    private static func strangers(_ own: Data) -> [(content: Data, said: String)] {
        // In the header: whose file it is, and how many steps of the schema it has gone through.
        var (foreign, newer) = (own, own)
        foreign[68] ^= 1
        newer[63] = 99
        return [
            (foreign, "database of another program"), (newer, "written by a newer version"),
            (Data(String(repeating: "Dear reader, this is a letter. ", count: 40).utf8), "not a database"),
            (own.prefix(5000), "damaged"),
        ]
    }

    /// What is written stays in the database alone.
    private static func closed(_ folder: ProgramFolder) throws -> Data {
        for name in ["cst.sqlite-wal", "cst.sqlite-shm"] {
            try? FileManager.default.removeItem(at: folder.url.appending(path: name))
        }
        return try Data(contentsOf: database(folder))
    }

    @Test func `a file that is no database of ours ends the start in one line`() async throws {
        let household = try await Household()
        let own = try Self.closed(household.folder)
        for (content, said) in Self.strangers(own) {
            try content.write(to: Self.database(household.folder))
            let result = try await household.folder.run("cst-web", ["--no-open"], limit: 20)
            #expect(result.status == 1 && result.output.isEmpty)
            #expect(result.errors.contains(said), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            #expect(try Data(contentsOf: Self.database(household.folder)) == content)
        }
    }

    @Test func `a database that is spoilt underneath is told on pages, and shown again when it is back`() async throws {
        let household = try await Household()
        let folder = household.folder
        let visitor = try await LocalDashboard(folder).comeIn()
        let whole = try await visitor.get("/goals").body
        #expect(whole.contains("Japan"))
        let kept = folder.url.appending(path: "kept.sqlite")
        try FileManager.default.copyItem(at: Self.database(folder), to: kept)
        let own = try Data(contentsOf: kept)
        for (content, said) in Self.strangers(own) {
            let other = folder.url.appending(path: "other.sqlite")
            try content.write(to: other)
            // As a restore does it: another file takes the place of this one.
            for name in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(at: folder.url.appending(path: "cst.sqlite\(name)"))
            }
            #expect(rename(other.path, Self.database(folder).path) == 0)
            for path in ["/", "/goals", "/flex"] {
                let page = try await visitor.get(path)
                #expect(page.status == 503, "\(said): \(page.status)")
                #expect(page.body.contains(said) && page.header("Retry-After") != nil, "\(page.body)")
            }
            let document = try await visitor.get("/api/v1/goals")
            #expect(document.status == 503 && document.body.contains(said), "\(document.body)")
            #expect(try await visitor.program.ask("GET", "/health/ready").status == 503)
            #expect(try await visitor.program.ask("GET", "/health/live").status == 200)
            #expect(try await visitor.get("/health").status == 200)
        }
        let back = folder.url.appending(path: "back.sqlite")
        try own.write(to: back)
        #expect(rename(back.path, Self.database(folder).path) == 0)
        let again = try await visitor.get("/goals")
        #expect(again.status == 200 && again.body.contains("Japan"))
        #expect(try await visitor.program.ask("GET", "/health/ready").status == 200)
    }

    @Test func `whoever writes for long keeps no reader waiting`() async throws {
        let household = try await Household()
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let before = try await visitor.get("/api/v1/required").body
        let writer = try Writer(Self.database(household.folder))
        // One that begins now finds the database held, and comes in all the same.
        let late = try await LocalDashboard(household.folder).comeIn()
        for reader in [visitor, late] {
            #expect(try await reader.get("/").status == 200)
            #expect(try await reader.get("/api/v1/required").body == before)
        }
        try writer.end()
    }

    @Test func `sources that cannot be reached leave a gap that is told, in time`() async throws {
        let household = try await Household()
        let visitor = try await LocalDashboard(
            household.folder,
            environment: [
                "CST_EXCHANGE_RATES_PROVIDERS": "coinbase", "CST_NETWORK_OFFLINE": "false",
                "CST_EXCHANGE_RATES_COINBASE_BASE_URL": "http://127.0.0.1:9", "CST_NETWORK_BUDGET": "2s",
            ]
        ).comeIn()
        let clock = ContinuousClock()
        let begin = clock.now
        let page = try await visitor.get("/")
        #expect(page.status == 200 && page.body.contains("class=\"bound\""), "\(page.body)")
        // Several times the budget, for machines that have other things to do.
        #expect(clock.now - begin < .seconds(20))
        #expect(try await visitor.get("/assets").body.contains("Wallet"))
    }

    @Test func `an ending program answers what it was asked`() async throws {
        let household = try await Household()
        let program = try WebProgram(household.folder)
        let visitor = try await program.comeIn()
        let (cookie, port) = (visitor.cookie, program.port)
        let asked = (0..<24).map { number in
            program.listen(
                "GET /budget?amount=\(400 + number) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\n"
                    + "Connection: close\r\n\r\n")
        }
        // All of them have been heard when the first is answered, or soon after.
        _ = try await asked[0].value
        let status = program.end()
        #expect(status == 0)
        for answer in asked {
            let text = try await answer.value
            // One that came too late was not taken: never half an answer.
            guard !text.isEmpty else { continue }
            let parsed = try WebProgram.parse(text)
            #expect(parsed.status == 200)
            #expect(parsed.header("Content-Length").flatMap { Int($0) } == parsed.body.utf8.count)
        }
    }

    @Test func `an earlier clock and another zone are answered by their own day`() async throws {
        let household = try await Household()
        for environment in [
            ["CST_NOW": "2026-03-31T23:30:00Z"], ["CST_NOW": "2026-03-31T23:30:00Z", "TZ": "Asia/Tokyo"],
            ["CST_NOW": "2026-03-31T23:30:00Z", "TZ": "America/New_York"],
        ] {
            let program = try WebProgram(household.folder, environment: environment)
            let told = try await household.folder.run(
                "cst-plan", ["required", "--format", "json"], environment: environment)
            #expect(try await program.comeIn().get("/api/v1/required").body == told.output, "\(environment)")
        }
    }

    @Test func `what nobody waits for any more is not worked out to the end`() async throws {
        let folder = try ProgramFolder()
        // It says that it was asked, and then nothing for as long as anybody waits.
        try Data("touch asked\nexec sleep 900\n".utf8).write(to: folder.url.appending(path: "rates.sh"))
        let program = try WebProgram(
            folder, ["--verbose"],
            environment: [
                "CST_EXCHANGE_RATES_PROVIDERS": "exec", "CST_EXCHANGE_RATES_EXEC_COMMAND": "/bin/sh,rates.sh",
                "CST_NETWORK_OFFLINE": "false", "CST_NETWORK_BUDGET": "25s",
            ])
        let visitor = try await program.comeIn()
        try program.leave(
            "GET /api/v1/rates/BTC/USD HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\nCookie: \(visitor.cookie)\r\n\r\n"
        ) { FileManager.default.fileExists(atPath: folder.url.appending(path: "asked").path) }
        let line = try program.waitFor { $0.contains("rates/{from}/{to}") }
        let took = try #require(line.firstMatch(of: #/rates\/\{from\}.*"ms":(\d+)/#).flatMap { Int($0.output.1) })
        #expect(took < 20_000, "\(took)")
    }
}

/// Somebody else who writes to a database, and takes long.
private struct Writer {
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
