import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// How the dashboard begins, follows changes, and ends.
struct WebRunningTests {
    @Test func `pages are told of changes and of the end, and a session holds at most four streams`() async throws {
        let household = try await Household()
        let program = try WebProgram(household.folder)
        let visitor = try await program.comeIn()
        let revision = try #require(try await visitor.get("/").body.firstMatch(of: #/data-revision="(\d+)"/#)).output.1
        let streams = (0..<4).map { _ in
            program.listen(
                "GET /events?since=\(revision) HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\n"
                    + "Cookie: \(visitor.cookie)\r\n\r\n")
        }
        while try await !program.ask("GET", "/metrics").body.contains("cst_event_streams 4") {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await visitor.get("/events").status == 503)
        var since = "0"
        for number in 1...3 {
            let result = try await household.folder.run("cst-assets", ["deposit", "Savings", "\(number)"])
            #expect(result.status == 0)
            // What the page asks for next is of the new state.
            var page = ""
            for _ in 0..<1000 {
                page = try await visitor.get("/events?wait=0").body
                since = page.firstMatch(of: #/"revision":(\d+)/#).map { String($0.output.1) } ?? "0"
                if Int(since) == (Int(revision) ?? 0) + number { break }
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(Int(since) == (Int(revision) ?? 0) + number, "\(page)")
        }
        let balance = try await household.document("cst-assets show Savings")
        let amount = try #require(balance["asset"]?["balance"]?["amount"]?.text)
        #expect(try await visitor.get("/assets").body.contains("value=\"\(amount)\""))
        #expect(program.end() == 0)
        for stream in streams {
            let events = try await stream.value
            #expect(events.contains("text/event-stream") && events.contains("event: change"))
            #expect(events.contains("id: \(since)") && events.contains("\"by\":\"cst-assets\""))
            #expect(events.contains("event: bye"))
        }
    }

    @Test func `a database that appears is shown, without starting again`() async throws {
        let folder = try ProgramFolder()
        // One that is named has to be there; the usual place may be empty at first.
        let environment = ["CST_DATA": ""]
        let visitor = try await LocalDashboard(folder, environment: environment).comeIn()
        #expect(try await visitor.get("/").body.contains("Nothing to set aside yet"))
        let added = try await folder.run(
            "cst-plan", ["goal", "add", "Car", "--target", "100", "--currency", "USD", "--deadline", "2027-01-01"],
            environment: environment)
        #expect(added.status == 0)
        #expect(try await visitor.get("/").body.contains("Car"))
    }

    @Test func `bad starts are told in one line`() async throws {
        let folder = try ProgramFolder()
        let taken = try LoopbackServer(always: .silence)
        let cases: [([String], [String: String], String, Int32)] = [
            (["--port", "\(taken.port)"], [:], "cannot be used", 1), (["--port", "0"], [:], "from 1 to 65535", 64),
            (["--bind", "0.0.0.0"], [:], "nobody has a password", 64), (["--bind", "192.168.1.5"], [:], "ssh -L", 64),
            (["--behind-proxy", "https://savings.example.org"], [:], "nobody has a password", 64),
            (["--behind-proxy", "ftp://x"], [:], "is invalid", 64), (["--bind", "example.org"], [:], "in numbers", 64),
            (["--tls-cert", "x"], [:], "given together", 64), (["--bind", "unix:/tmp/x"], [:], "--behind-proxy", 64),
            (["--tls-cert", "/nowhere", "--tls-key", "/nowhere"], [:], "no certificate", 1),
            (["--data", "/nowhere/x.sqlite"], [:], "/nowhere/x.sqlite", 1),
            ([], ["CST_CONFIG": "/nowhere.yaml"], "nowhere.yaml", 2),
        ]
        for (arguments, environment, words, status) in cases {
            let result = try await folder.run(
                "cst-web", ["serve", "--no-open"] + arguments, environment: environment, limit: 20)
            #expect(
                result.errors.contains(words) && result.status == status,
                "\(arguments): \(result.status) \(result.errors)")
            #expect(result.output.isEmpty)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT]) func `a signal ends it in peace`(signal: Int32) async throws {
        let program = try WebProgram(try ProgramFolder(), ["--demo"])
        #expect(try await program.ask("GET", "/goals").status == 401)
        #expect(try await program.comeIn().get("/").body.contains("sample data"))
        #expect(program.end(signal) == 0)
        #expect(try program.told.isEmpty)
    }

    @Test func `the description of the API has every address, and documents that are published`() async throws {
        let text = try await SharedDashboard.demo.get("/api/v1/openapi.json").body
        let checkedIn = Repository.root.appending(path: "Documentation/openapi.json")
        #expect(text == (try String(contentsOf: checkedIn, encoding: .utf8)))
        let description = try JSONNode(parsing: text)
        #expect(description["openapi"]?.text == "3.1.0")
        let schemas = try Repository.schemas().byName
        let names = text.matches(of: #/Schemas\/cst\.([a-zA-Z]+)\.1\.schema/#).map { String($0.output.1) }
        #expect(names.count > 20)
        for name in names { #expect(schemas[name] != nil, "\(name)") }
    }
}
