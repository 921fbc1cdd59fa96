import Foundation
import ProgramSupport
import Testing

/// Pages name pages, buttons and fields, and long lists have pages of their own.
struct WebWordsTests {
    private static let commands = ["cst-plan", "cst-assets", "cst-rates", "--all", "--date", "--display"]

    @Test func `no page tells a command line`() async throws {
        let empty = try await LocalDashboard(try ProgramFolder()).comeIn()
        let household = try await Household()
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let odd = [
            "/goals/zzzz", "/assets/zzzz", "/goals/zzzz/edit", "/month/1999-01", "/month", "/", "/goals", "/assets",
            "/budget",
            "/flex", "/rates", "/health", "/help", "/goals/new", "/assets/new", "/transactions/zzzz",
        ]
        for (visitor, paths) in [(empty, odd), (visitor, odd)] {
            for path in paths {
                let page = try await visitor.get(path)
                // What was done is told in the words of the history.
                let body = page.body.components(separatedBy: "class=\"activity\"")[0]
                for command in Self.commands { #expect(!body.contains(command), "\(path): \(command)") }
            }
        }
        let missing = try await visitor.get("/goals/zzzz")
        let goals = #"All goals are on <a href="/goals">the page Goals</a>."#
        #expect(missing.status == 404 && missing.body.contains(goals), "\(missing.body)")
        let assets = #"All assets are on <a href="/assets">the page Assets</a>."#
        #expect(try await visitor.get("/assets/zzzz").body.contains(assets))
        #expect(try await visitor.get("/month").body.contains("Start the month"))
        // Programs are told in the words of programs.
        #expect(try await visitor.get("/api/v1/goals/zzzz").body.contains("cst-plan goal list"))
        // A refused form names the field that is missing.
        let form = try await visitor.form(
            "/assets/new", to: "/assets/new",
            [
                "name": "T", "currency": "USDC", "chain": "ethereum",
                "contract": "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
            ])
        let refused = try await visitor.send(form)
        #expect(refused.status == 422 && refused.body.contains("Decimals of the token"), "\(refused.body.suffix(3000))")
        #expect(!refused.body.contains("--decimals"))
    }

    @Test func `the form of a goal offers when reminders begin, and at what time`() async throws {
        let folder = try ProgramFolder()
        let visitor = try await LocalDashboard(folder).comeIn()
        let path = try await visitor.save(
            "/goals/new", to: "/goals/new",
            [
                "name": "Car", "target": "900", "currency": "EUR", "deadline": "2027-03-31", "remind": "monthly",
                "remindFrom": "2026-07-01", "remindAt": "18:30",
            ]
        ).path
        func goal() async throws -> JSONNode? {
            try JSONNode(
                parsing: try await folder.run("cst-plan", ["goal", "show", "Car", "--format", "json"]).output)["goal"]
        }
        let shown = try await visitor.get(path).body
        #expect(shown.contains("at 18:30") && shown.contains("datetime=\"2026-07-01\""))
        let other = try folder.copy()
        let form = try await visitor.form("\(path)/edit", to: "\(path)/edit")
        #expect(form.fields["remindFrom"] == "2026-07-01" && form.fields["remindAt"] == "18:30")
        #expect(try await visitor.send(form).header("Location")?.contains("done=0") == true)
        try await visitor.save("\(path)/edit", to: "\(path)/edit", ["remindFrom": "", "remindAt": "07:15"])
        let told = try await other.run(
            "cst-plan", ["goal", "edit", "Car", "--remind-from", "", "--remind-at", "07:15"])
        try #require(told.status == 0, "\(told.errors)")
        let expected = try JSONNode(
            parsing: try await other.run("cst-plan", ["goal", "show", "Car", "--format", "json"]).output)["goal"]
        #expect(try await String(describing: goal()) == String(describing: expected))
        // Without reminders neither day nor time is left.
        try await visitor.save("\(path)/edit", to: "\(path)/edit", ["remind": "never"])
        await #expect(try !visitor.get(path).body.contains(", at 07:15"))
        let wrong = try await visitor.send(
            try visitor.form("\(path)/edit", to: "\(path)/edit", ["remind": "weekly", "remindAt": "25:00"]))
        #expect(wrong.status == 422 && wrong.body.contains("edit-remindAt-issue-0"))
        let alone = try await visitor.send(try visitor.form("\(path)/edit", to: "\(path)/edit", ["remindAt": "08:00"]))
        #expect(alone.status == 422 && alone.body.contains("edit-remind-issue-0"))
    }

    @Test func `what was changed, months and payments are shown page by page`() async throws {
        let folder = try ProgramFolder()
        let visitor = try await LocalDashboard(folder).comeIn()
        try await visitor.save("/assets/new", to: "/assets/new", ["name": "Bank", "currency": "EUR"])
        let added = try await visitor.write(
            "POST /goals", #"{"name":"Far","target":"9000","currency":"EUR","deadline":"9999-12-31"}"#)
        #expect(added.status == 201 && added.body.contains("deadlineFar"), "\(added.body)")
        let asset = try #require(
            try await visitor.get("/assets").body.firstMatch(of: #/href="(\/assets\/[0-9a-f-]{36})"/#)?.output.1)
        for number in 0..<60 {
            let sent = try await visitor.write("POST \(asset)/transactions", "{\"amount\":\"\(number + 1)\"}")
            try #require(sent.status == 201)
        }
        let first = try await visitor.get("/activity").body
        let count = first.components(separatedBy: "data-key=").count - 1
        #expect(count == 50, "\(count)")
        let older = try #require(first.firstMatch(of: #/\/activity\?from=\d+/#).map { String($0.output) })
        let second = try await visitor.get(older).body
        #expect(second.components(separatedBy: "data-key=").count - 1 == 12 && second.contains("href=\"/activity\""))
        #expect(second.contains("add Bank") && !first.contains("add Bank"))
        // One slip of a year makes no page of 40 MB.
        let goal = try #require(added.header("Location")).replacing("/api/v1", with: "")
        for path in [goal, "\(goal)/payments", "\(goal)/payments?year=9999", "\(goal)/edit"] {
            let page = try await visitor.get(path)
            #expect(page.status == 200 && page.body.utf8.count < 300_000, "\(path): \(page.body.utf8.count)")
        }
        #expect(try await visitor.get(goal).body.contains("more than 50 years away"))
        let preview = try await visitor.preview(
            "/goals/new/preview", "name=X&target=5&currency=EUR&deadline=2999-01-01")
        #expect(preview.status == 200 && preview.body.contains("more than 50 years away"))
    }

    @Test func `a source of rates that hangs keeps only the first page waiting`() async throws {
        let household = try await Household()
        let silent = try SilentServer()
        defer { silent.close() }
        let visitor = try await LocalDashboard(
            household.folder,
            environment: [
                "CST_EXCHANGE_RATES_PROVIDERS": "coinbase", "CST_NETWORK_OFFLINE": "false",
                "CST_EXCHANGE_RATES_COINBASE_BASE_URL": "http://127.0.0.1:\(silent.port)", "CST_NETWORK_BUDGET": "3s",
                "CST_EXCHANGE_RATES_REST": "10min",
            ]
        ).comeIn()
        // A page that is followed waits; others show what is known.
        #expect(try await visitor.get("/", [("X-Live", "1")]).status == 200)
        let asked = silent.count
        let clock = ContinuousClock()
        let begin = clock.now
        for path in ["/goals", "/month", "/budget", "/rates", "/?display=JPY", "/?display=USD", "/assets"] {
            #expect(try await visitor.get(path).status == 200, "\(path)")
        }
        #expect(clock.now - begin < .seconds(15), "each would wait three seconds")
        #expect(silent.count == asked, "nobody is asked again before the rest is over")
        #expect(try await visitor.get("/rates").body.contains("asked again in"))
    }
}

/// A server that takes connections and says nothing.
private final class SilentServer: Sendable {
    let port: Int
    private let descriptor: Int32
    private let accepted = Counter()

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (socket, size) = (descriptor, length)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && listen(socket, 64) == 0 ? getsockname(socket, $0, &length) : -1
            }
        }
        try #require(status == 0)
        port = Int(UInt16(bigEndian: address.sin_port))
        let accepted = accepted
        Thread.detachNewThread {
            while accept(socket, nil, nil) >= 0 { accepted.increase() }
        }
    }

    /// How many connections came.
    var count: Int { accepted.value }

    func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
