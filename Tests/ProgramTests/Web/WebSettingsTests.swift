import Foundation
import ProgramSupport
import Testing

/// Settings are changed in their file as an editor would, and nothing that reaches beyond figures is.
struct WebSettingsTests {
    private static let place = "settings/cst/config.yaml"
    private static let file = """
        # Ours.
        network:
          budget: 4s  # enough

        display:
          currency: EUR
        exchangeRates:
          coingecko:
            apiKey: "sesame-1"   # of the club
          providers:
            - fixed
            - ecb

        """

    private static func folder(_ text: String? = file) throws -> ProgramFolder {
        let folder = try ProgramFolder()
        if let text { try folder.write(text, to: place) }
        return folder
    }

    @Test func `a form changes a line of the file, and the commands read it`() async throws {
        let folder = try Self.folder()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: folder.url.appending(path: Self.place).path)
        let visitor = try await LocalDashboard(folder).comeIn()
        let page = try await visitor.get("/settings").body
        #expect(page.contains("file, line 3") && page.contains("/settings/network") && !page.contains("sesame"))
        let onward = try await visitor.save("/settings/network", to: "/settings/network", ["network.budget": "9s"])
        #expect(onward == "/settings/network?saved=1")
        let wanted = Self.file.replacing("budget: 4s", with: "budget: 9s")
        #expect(try folder.read(Self.place) == wanted)
        let mode = try FileManager.default.attributesOfItem(
            atPath: folder.url.appending(path: Self.place).path)[.posixPermissions]
        #expect(mode as? Int == 0o640)
        let shown = try await visitor.get(onward).body
        #expect(shown.contains("Saved.") && !shown.contains("Takes effect when the program is started again:"))
        let told = try await folder.run("cst-web", ["config", "show"])
        #expect(told.output.contains("9s"), "\(told)")
        // Removed, it has its default again.
        try await visitor.save("/settings/network", to: "/settings/network", ["network.budget": ""])
        #expect(try folder.read(Self.place) == wanted.replacing("  budget: 9s  # enough\n", with: ""))
        // Nothing that is changed changes nothing.
        try await visitor.save("/settings/display", to: "/settings/display")
        #expect(try folder.read(Self.place) == wanted.replacing("  budget: 9s  # enough\n", with: ""))
    }

    @Test func `sections are chosen by name, and an unknown one is refused with those there are`() async throws {
        let folder = try Self.folder()
        let refused = try await folder.run("cst-web", ["--no-open"], environment: ["CST_WEB_SECTIONS": "savings,farm"])
        #expect(refused.status == 2 && refused.errors.contains("`farm`") && refused.errors.contains("savings"))
        let visitor = try await LocalDashboard(folder, environment: ["CST_WEB_SECTIONS": "savings"]).comeIn()
        #expect(try await visitor.get("/goals").status == 200)
    }

    @Test func `the first form makes the file for its owner alone`() async throws {
        let folder = try Self.folder(nil)
        let visitor = try await LocalDashboard(folder).comeIn()
        try await visitor.save("/settings/web", to: "/settings/web", ["web.numbers": "de"])
        #expect(try folder.read(Self.place) == "web:\n  numbers: de\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: Self.place).path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `settings of every day have plain names on a page of their own`() async throws {
        let folder = try Self.folder(nil)
        let visitor = try await LocalDashboard(folder).comeIn()
        let page = try await visitor.get("/settings/everyday").body
        for word in ["Currency for totals", "Numbers and days", "The dashboard sends reminders", "Default: No."] {
            #expect(page.contains(word), "\(word)")
        }
        let link = #"<a href="/settings/everyday">Numbers and days</a>"#
        #expect(try await visitor.get("/settings").body.contains(link))
        try await visitor.save(
            "/settings/everyday", to: "/settings/everyday", ["web.numbers": "de", "web.reminders": "true"])
        let written = try folder.read(Self.place)
        #expect(written.contains("  numbers: de\n") && written.contains("  reminders: true\n"), "\(written)")
    }

    @Test func `everything that is wrong comes back at its field, and nothing is written`() async throws {
        let folder = try Self.folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        let answer = try await visitor.send(
            try visitor.form(
                "/settings/exchangeRates", to: "/settings/exchangeRates",
                [
                    "exchangeRates.timeToLive": "soon", "exchangeRates.pegs": "USDT=USD,???=EUR",
                    "exchangeRates.coingecko.apiKey": "sesame-2",
                ]))
        #expect(answer.status == 422)
        for id in ["set-exchangeRates.timeToLive-issue-0", "set-exchangeRates.pegs-issue-0"] {
            #expect(answer.body.contains(id), "\(id)")
        }
        #expect(!answer.body.contains("sesame"))
        let form = try Visitor.form(in: answer.body, to: "/settings/exchangeRates")
        #expect(form.fields["exchangeRates.timeToLive"] == "soon")
        #expect(try folder.read(Self.place) == Self.file)
        // With the words of the commands.
        try folder.write("exchangeRates:\n  timeToLive: soon\n", to: "other.yaml")
        let told = try await folder.run("cst-web", ["config", "show", "--config", "other.yaml"])
        let words = "is `soon`, which is not a length of time such as 500ms, 4s, 5min, 12h or 7d."
        #expect(told.errors.contains(words) && answer.body.contains(words))
    }

    @Test func `a secret is written and removed, never shown`() async throws {
        let folder = try Self.folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        let path = "/settings/exchangeRates"
        let key = "exchangeRates.coingecko.apiKey"
        let page = try await visitor.get(path).body
        #expect(page.contains("type=\"password\"") && page.contains("autocomplete=\"off\""))
        #expect(try Visitor.form(in: page, to: path).fields[key] == "")
        // Empty means that it stays.
        try await visitor.save(path, to: path, ["exchangeRates.timeToLive": "6min"])
        #expect(try folder.read(Self.place).contains("sesame-1"))
        try await visitor.save(path, to: path, [key: "a\"b # c"])
        #expect(try folder.read(Self.place).contains("apiKey: \"a\\\"b # c\"   # of the club"))
        try await visitor.save(path, to: path, ["remove:\(key)": "yes"])
        #expect(!(try folder.read(Self.place).contains("apiKey")))
    }

    @Test func `what was changed since is not written over, and what was typed stays`() async throws {
        let folder = try Self.folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        let form = try await visitor.form("/settings/display", to: "/settings/display", ["display.grouping": "comma"])
        let changed = Self.file.replacing("currency: EUR", with: "currency: USD")
        try folder.write(changed, to: Self.place)
        let answer = try await visitor.send(form)
        #expect(answer.status == 409)
        #expect(try folder.read(Self.place) == changed)
        let again = try Visitor.form(in: answer.body, to: "/settings/display")
        // What only others changed is taken over.
        #expect(again.fields["display.grouping"] == "comma" && again.fields["display.currency"] == "USD")
        #expect(try await visitor.send(again).status == 303)
        #expect(try folder.read(Self.place).contains("display:\n  grouping: comma\n  currency: USD\n"))
        // What both changed is told.
        let mine = try await visitor.form("/settings/display", to: "/settings/display", ["display.currency": "JPY"])
        try folder.write(Self.file, to: Self.place)
        let asked = try await visitor.send(mine)
        #expect(asked.status == 409 && asked.body.contains("Changed in both"))
        #expect(
            try Visitor.form(in: asked.body, to: "/settings/display").fields["display.currency"] == "JPY")
    }

    @Test func `many writers at once lose nothing`() async throws {
        let folder = try Self.folder("")
        let program = try await LocalDashboard(folder)
        let other = try await LocalDashboard(folder)
        let visitors = [try await program.comeIn(), try await other.comeIn()]
        let wanted = ["network.budget": "\"9s\"", "display.currency": "\"USD\"", "planning.paymentDay": "\"3\""]
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for (index, change) in wanted.enumerated() {
                let (visitor, body) = (visitors[index % 2], "{\"\(change.key)\":\(change.value)}")
                group.addTask { try await Self.patch(visitor, body, match: "*").status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [200, 200, 200])
        let text = try folder.read(Self.place)
        for part in ["budget: 9s", "currency: USD", "paymentDay: 3"] { #expect(text.contains(part), "\(text)") }
    }

    private static func patch(
        _ visitor: Visitor, _ body: String, match: String?
    ) async throws -> DashboardAnswer {
        let headers = [
            ("Cookie", visitor.cookie), ("Content-Type", "application/merge-patch+json"),
            ("X-CSRF-Token", try await visitor.csrf()), ("Origin", "http://127.0.0.1:\(visitor.program.port)"),
        ]
        return try await visitor.program.ask(
            "PATCH", "/api/v1/settings", headers + (match.map { [("If-Match", $0)] } ?? []), body: body)
    }

    @Test func `the API changes settings by the same rules`() async throws {
        let folder = try Self.folder()
        let visitor = try await LocalDashboard(folder, environment: ["CST_EXCHANGE_RATES_PROVIDERS": ""]).comeIn()
        let seen = try #require(try await visitor.get("/api/v1/settings").header("ETag"))
        let body = #"{"network.budget":"8s","display.currency":null,"exchangeRates.pegs":{"USDT":"USD"}}"#
        await #expect(try Self.patch(visitor, body, match: nil).status == 428)
        let done = try await Self.patch(visitor, body, match: seen)
        #expect(done.status == 200, "\(done.body)")
        let told = try await folder.run(
            "cst-web", ["config", "show", "--format", "json"], environment: ["CST_EXCHANGE_RATES_PROVIDERS": ""])
        let (answered, printed) = (try JSONNode(parsing: done.body), try JSONNode(parsing: told.output))
        #expect(String(describing: answered["settings"]) == String(describing: printed["settings"]))
        #expect(!String(describing: answered["warnings"]).contains("settings.pending"))
        let text = try folder.read(Self.place)
        #expect(text.contains("budget: 8s  # enough") && text.contains("pegs: {USDT: USD}") && !text.contains("EUR"))
        // Entries are changed one by one.
        let tag = try #require(done.header("ETag"))
        await #expect(try Self.patch(visitor, body, match: seen).status == 412)
        let entry = try await Self.patch(visitor, #"{"exchangeRates.pegs":{"USDC":"USD","USDT":null}}"#, match: tag)
        #expect(entry.status == 200, "\(entry.body)")
        #expect(try folder.read(Self.place).contains("pegs: {USDC: USD}"))
        for (body, status, code) in [
            (#"{"network.budgt":"8s"}"#, 400, "web.unknownMember"), (#"{"network.budget":8}"#, 422, "web.badMember"),
            (#"{"network.budget":"soon","display.grouping":"dots"}"#, 422, "settings.invalid"),
            (#"{"exchangeRates.exec.command":["/bin/sh"]}"#, 422, "settings.notHere"),
            (
                #"{"persistence.sqlite.path":"/tmp/x","exchangeRates.ecb.baseURL":"http://10.0.0.1"}"#, 422,
                "settings.notHere"
            ),
            (#"{"exchangeRates.providers":["fixed"]}"#, 422, "settings.notEditable"), ("[]", 400, "web.badBody"),
        ] {
            let answer = try await Self.patch(visitor, body, match: "*")
            #expect(answer.status == status && answer.body.contains(code), "\(body): \(answer.status) \(answer.body)")
        }
        let both = try await Self.patch(visitor, #"{"network.budget":"soon","display.grouping":"dots"}"#, match: "*")
        #expect(both.body.contains("network.budget") && both.body.contains("display.grouping"))
    }

    @Test func `what reaches beyond figures, and what the environment says, is shown and not changed`() async throws {
        let folder = try Self.folder()
        let visitor = try await LocalDashboard(
            folder, environment: ["CST_NETWORK_BUDGET": "3s", "CST_EXCHANGE_RATES_PROVIDERS": ""]
        )
        .comeIn()
        let page = try await visitor.get("/settings").body
        for words in [
            "It decides which programs are run.", "It decides which files are used.",
            "It decides which addresses are contacted.", "The environment variable CST_NETWORK_BUDGET says its value.",
            "it is written on several lines",
        ] { #expect(page.contains(words), "\(words)") }
        // A form that somebody made by hand is no way around it.
        var form = try await visitor.form("/settings/exchangeRates", to: "/settings/exchangeRates")
        form.fields["exchangeRates.exec.command"] = "/bin/sh,-c,id"
        form.fields["exchangeRates.fixed.file"] = "/etc/passwd"
        _ = try await visitor.send(form)
        #expect(try folder.read(Self.place) == Self.file)
        let budget = try await Self.patch(visitor, #"{"network.budget":"8s"}"#, match: "*")
        #expect(budget.status == 422 && budget.body.contains("settings.notHere"))
    }

    @Test func `nothing is written without what proves it, of another day, from the sample or into no file`()
        async throws
    {
        let folder = try Self.folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        var form = try await visitor.form("/settings/display", to: "/settings/display", ["display.grouping": "comma"])
        form.fields["csrf"] = "x"
        #expect(try await visitor.send(form).status == 403)
        #expect(try await visitor.get("/settings/nothing").status == 404)
        let past = try await LocalDashboard(folder, asOf: "2026-03-01").comeIn()
        let sample = try await LocalDashboard(folder, isDemo: true).comeIn()
        for other in [past, sample] {
            #expect(!(try await other.get("/settings/display").body.contains("action=\"/settings/display\"")))
            form.fields["csrf"] = try await other.csrf()
            #expect(try await other.send(form).status == 422)
            await #expect(try Self.patch(other, #"{"display.grouping":"comma"}"#, match: "*").status == 422)
        }
        #expect(try folder.read(Self.place) == Self.file)
        let bare = try await LocalDashboard(folder, environment: ["CST_CONFIG": "/dev/null"]).comeIn()
        #expect(try await bare.get("/settings").body.contains("No settings file is used"))
        await #expect(
            try Self.patch(bare, #"{"display.grouping":"comma"}"#, match: "*").body.contains("settings.noFile"))
    }

    @Test func `a file that cannot be used is told, and the page is there`() async throws {
        let folder = try Self.folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        try folder.write("network:\n  budget: soon\n", to: Self.place)
        let page = try await visitor.get("/settings")
        #expect(page.status == 200 && page.body.contains("cannot be used as it is") && page.body.contains("soon"))
        #expect(try await visitor.get("/api/v1/settings").status == 422)
    }

    @Test func `health says what to do, and checks again`() async throws {
        let folder = try Self.folder()
        #expect(try await folder.run("cst-assets", ["add", "Savings", "--currency", "EUR"]).status == 0)
        let visitor = try await LocalDashboard(folder).comeIn()
        let before = try await visitor.get("/health").body
        #expect(before.contains("Everything works"), "\(before)")
        // Another file in its place, as after a restore that went wrong.
        try FileManager.default.removeItem(at: folder.url.appending(path: "cst.sqlite"))
        try folder.write(String(repeating: "nothing\n", count: 4096), to: "cst.sqlite")
        #expect(
            try await visitor.send(try Visitor.form(in: before, to: "/health")).header("Location") == "/health")
        let after = try await visitor.get("/health").body
        #expect(after.contains("Something needs attention") && after.contains("/settings/persistence"), "\(after)")
    }
}
