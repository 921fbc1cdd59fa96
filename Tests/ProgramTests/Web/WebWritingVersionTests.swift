import Foundation
import ProgramSupport
import Testing

/// Programs change what they have seen, once, and on the present day.
struct WebWritingVersionTests {
    /// Operations on what is there, each with what has to be asked for first, and a change of the same by a command.
    private static let changes = [
        ("PATCH /goals/Car", #"{"name":"Van"}"#, "/goals/Car", "cst-plan goal edit Car --target 17000"),
        ("DELETE /goals/Car", "", "/goals/Car", "cst-plan goal edit Car --target 17000"),
        ("POST /goals/Car/pause", "", "/goals/Car", "cst-plan goal edit Car --target 17000"),
        ("POST /goals/Car/cancel", "", "/goals/Car", "cst-plan goal edit Car --target 17000"),
        (
            "PUT /goals/Car/flex-state", #"{"state":"protected"}"#, "/goals/Car",
            "cst-plan goal edit Car --target 17000"
        ),
        ("PATCH /assets/Savings", #"{"name":"Bank"}"#, "/assets/Savings", "cst-assets edit Savings --name Savings2"),
        ("DELETE /assets/Savings", "", "/assets/Savings", "cst-assets edit Savings --name Savings2"),
        (
            "PUT /assets/Savings/allocations", #"{"sizes":{"Car":"50%"}}"#, "/assets/Savings/allocations",
            "cst-assets allocate Savings Japan --share 5%"
        ),
        (
            "PATCH /transactions/{id}", #"{"amount":"5"}"#, "/transactions/{id}",
            "cst-assets transaction edit {id} --note Other"
        ),
        ("DELETE /transactions/{id}", "", "/transactions/{id}", "cst-assets transaction edit {id} --note Other"),
    ]

    @Test(arguments: changes.indices)
    func `what is there is changed as it was seen`(index: Int) async throws {
        let household = try await Household()
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let listed = try JSONNode(parsing: try await visitor.get("/api/v1/assets/Savings/transactions").body)
        let transaction = try #require(listed["transactions"]?.elements.first?["id"]?.text)
        let asset = try JSONNode(parsing: try await visitor.get("/api/v1/assets/Savings").body)["asset"]
        let id = try #require(asset?["id"]?.text)
        func filled(_ text: String) -> String {
            text.replacing("{id}", with: transaction).replacing("/assets/Savings", with: "/assets/\(id)")
        }
        let (operation, body, path, command) = Self.changes[index]
        let seen = try await visitor.get("/api/v1\(filled(path))")
        let tag = try #require(seen.header("ETag"))
        #expect(tag.wholeMatch(of: #/"j[0-9]+-[^"]+"/#) != nil, "\(tag)")

        let unnamed = try await visitor.write(filled(operation), body)
        #expect(unnamed.status == 428 && unnamed.body.contains("web.noVersion"), "\(unnamed.body)")
        let unreadable = try await visitor.write(filled(operation), body, [("If-Match", "j5")])
        #expect(unreadable.status == 400 && unreadable.body.contains("web.badHeader"), "\(unreadable.body)")

        let words = try CommandLineText(filled(command)).words
        let other = try await household.folder.run(words[0], Array(words.dropFirst()))
        try #require(other.status == 0, "\(other.errors)")
        let newest = try await household.newest()
        let now = try await visitor.get("/api/v1\(filled(path))")
        for stale in [tag, "\"j\(newest + 5)\"", "W/\(tag)", "\"something\""] {
            let moved = try await visitor.write(filled(operation), body, [("If-Match", stale)])
            #expect(moved.status == 412, "\(stale): \(moved.body)")
            #expect(moved.body == now.body && moved.header("ETag") == now.header("ETag"), "\(moved.body)")
        }
        #expect(try await household.newest() == newest)

        let current = try #require(now.header("ETag"))
        let short = "\"" + current.dropFirst().prefix { $0 != "-" } + "\""
        let done = try await visitor.write(filled(operation), body, [("If-Match", "\"j1\", \(short)")])
        #expect(done.status == 200, "\(done.body)")
        #expect(try await household.newest() == newest + 1)
        guard !operation.hasPrefix("DELETE") else {
            #expect(done.header("ETag") == nil)
            await #expect(try visitor.write(filled(operation), body, [("If-Match", "*")]).status == 404)
            return
        }
        // The version that is told is the one to go on with.
        let told = try #require(done.header("ETag"))
        let again = try await visitor.get("/api/v1\(filled(path))").header("ETag")
        if !path.contains("Car") { #expect(again?.hasPrefix(told.dropLast()) == true, "\(told)") }
        let any = try await visitor.write(filled(operation), body, [("If-Match", "*")])
        #expect([200, 404, 422].contains(any.status), "\(any.body)")
    }

    @Test func `changes of other things leave a version as it is`() async throws {
        let household = try await Household()
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let tag = try #require(try await visitor.get("/api/v1/assets/Savings").header("ETag"))
        for words in [["deposit", "Savings", "5"], ["allocate", "Savings", "Japan", "--share", "1%"]] {
            try #require(try await household.folder.run("cst-assets", words).status == 0)
        }
        #expect(try await visitor.get("/api/v1/assets/Savings", [("If-None-Match", tag)]).status == 200)
        let edited = try await visitor.write("PATCH /assets/Savings", #"{"name":"Bank"}"#, [("If-Match", tag)])
        #expect(edited.status == 200, "\(edited.body)")
        #expect(try await visitor.get("/api/v1/goals").header("ETag")?.hasPrefix("\"j") == false)
    }

    private static let repeated = [
        ("POST /goals", #"{"name":"Boat","target":"5000","deadline":"2028-06-30"}"#),
        ("POST /assets", #"{"name":"Gold","currency":"EUR","balance":"5"}"#),
        ("POST /assets/Savings/transactions", #"{"amount":"5"}"#), ("POST /goals/Car/pause", ""),
        ("POST /goals/Car/finish", ""), ("POST /budget/apply", "{}"), ("POST /months/2026-05/start", ""),
        ("POST /undo", #"{"entry":{newest}}"#),
    ]

    @Test(arguments: repeated.indices)
    func `a request with a key is carried out once`(index: Int) async throws {
        let household = try await Household()
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let newest = try await household.newest()
        let (operation, body) = Self.repeated[index]
        let sent = body.replacing("{newest}", with: "\(newest)")
        let tag = operation.contains("/goals/") ? try await visitor.get("/api/v1/goals/Car").header("ETag") ?? "" : ""
        let headers = [("Idempotency-Key", "4f1c:\(index)~!-0123456789"), ("If-Match", tag)]
        let first = try await visitor.write(operation, sent, headers)
        #expect([200, 201].contains(first.status), "\(first.body)")
        #expect(try await household.newest() == newest + 1)
        // Whatever comes later, the answer is of what it did.
        try #require(try await household.folder.run("cst-assets", ["deposit", "Savings", "1"]).status == 0)
        for _ in 0..<2 {
            let again = try await visitor.write(operation, sent, headers)
            #expect(again.status == first.status, "\(again.body)")
            for name in ["Location", "ETag"] { #expect(again.header(name) == first.header(name), "\(name)") }
            if !operation.contains("budget"), !operation.contains("months") { #expect(again.body == first.body) }
        }
        #expect(try await household.newest() == newest + 2)
        for bad in ["", " ", "a b", "é", "1", "fifteen-letters", String(repeating: "x", count: 101)] where !bad.isEmpty
        {
            let answer = try await visitor.write(operation, sent, [("Idempotency-Key", bad), ("If-Match", "*")])
            #expect(answer.status == 400 && answer.body.contains("web.badHeader"), "\(bad): \(answer.body)")
        }
        let long = try await visitor.write(
            "POST /goals", #"{"name":"Long","target":"1","deadline":"2028-06-30"}"#,
            [("Idempotency-Key", String(repeating: "x", count: 100))])
        #expect(long.status == 201)
    }

    /// As a client sends them that loses its patience, or a proxy that sends again: a browser's session, and a program's token.
    @Test(arguments: [
        ("goals", #"{"name":"Boat","target":"5","deadline":"2028-06-30"}"#, false),
        ("assets/Savings/transactions", #"{"amount":"0.5","note":"once"}"#, true),
    ]) func `of requests with one key that come at once one is carried out`(
        path: String, body: String, isProgram: Bool
    ) async throws {
        let household = try await Household()
        let program = try await LocalDashboard(household.folder)
        let who: [(String, String)]
        if isProgram {
            let token = try await household.folder.run("cst-web", ["token", "add", "client"]).output
            who = WebPeople.bearer(token.trimmingCharacters(in: .whitespacesAndNewlines))
        } else {
            let visitor = try await program.comeIn()
            who = [
                ("Cookie", visitor.cookie), ("X-CSRF-Token", try await visitor.csrf()),
                ("Origin", "http://127.0.0.1:\(program.port)"),
            ]
        }
        let newest = try await household.newest()
        let headers =
            who + [("Content-Type", "application/json"), ("Idempotency-Key", "the-same-for-all-of-them")]
        let tasks = (0..<8).map { _ in
            Task { try await program.ask("POST", "/api/v1/\(path)", headers, body: body) }
        }
        var places: [[String?]] = []
        for task in tasks {
            let answer = try await task.value
            #expect(answer.status == 201, "\(answer.body)")
            places.append([answer.header("Location"), answer.header("ETag")])
        }
        #expect(places.count == 8 && Set(places).count == 1 && places.first?[0] != nil, "\(places)")
        #expect(try await household.newest() == newest + 1)
        let rows = try await household.document("cst-assets transactions Savings")["transactions"]?.elements ?? []
        #expect(rows.count { $0["note"]?.text == "once" } == (isProgram ? 1 : 0))
    }

    @Test func `nothing is written on another day, by strangers or from elsewhere`() async throws {
        let dashboard = try await SharedDashboard.sample
        let (household, visitor) = (dashboard.household, dashboard.visitor)
        let program = visitor.program
        let traveller = try await LocalDashboard(household.folder, asOf: "2026-03-01").comeIn()
        let newest = try await household.newest()
        let paths = try #require(try JSONNode(parsing: try await visitor.get("/api/v1/openapi.json").body)["paths"])
        guard case .object(let addresses) = paths else { return }
        var count = 0
        for address in addresses {
            for method in ["post", "put", "patch", "delete"] where address.value[method] != nil {
                guard !address.key.hasSuffix("preview"), !address.key.hasSuffix("what-if") else { continue }
                count += 1
                let path = address.key.replacing("/api/v1", with: "").replacing("{id}", with: "Car")
                    .replacing("{month}", with: "2026-05")
                let operation = "\(method.uppercased()) \(path)"
                // A file that is uploaded is no data yet.
                let writers = address.key.hasSuffix("uploads") ? [] : [(visitor, "?as-of=2026-03-01"), (traveller, "")]
                for (visitor, query) in writers {
                    let answer = try await visitor.write("\(operation)\(query)", "{}", [("If-Match", "*")])
                    #expect(
                        answer.status == 422 && answer.body.contains("web.otherDay"), "\(operation): \(answer.body)")
                }
                let foreign = try await visitor.write(operation, "{}", [("If-Match", "*")], csrf: "x")
                #expect(foreign.status == 403, "\(operation)")
                #expect(
                    try await program.ask(method.uppercased(), "/api/v1\(path)", body: "{}").status == 401,
                    "\(operation)")
                await #expect(
                    try visitor.write("\(operation)?asof=1", "{}", [("If-Match", "*")]).status == 400, "\(operation)")
            }
        }
        #expect(count >= 20, "\(count)")
        #expect(try await household.newest() == newest)
    }
}
