import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// The page of reminders: what is sent, whether anything sends it, and test messages.
struct WebRemindersTests {
    private static func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        let words = try CommandLineText(
            "goal add Car --target 1200 --currency USD --start 2026-04-13 --deadline 2026-12-31 --remind weekly"
        ).words
        #expect(try await folder.run("cst-plan", words).status == 0)
        return folder
    }

    private static func ntfy(_ server: LoopbackServer, _ more: [String: String] = [:]) -> [String: String] {
        [
            "CST_NOTIFICATIONS_PROVIDERS": "ntfy", "CST_NOTIFICATIONS_NTFY_BASE_URL": server.baseURL.absoluteString,
            "CST_NOTIFICATIONS_NTFY_TOPIC": "hidden-topic", "CST_NOTIFICATIONS_NTFY_TOKEN": "hidden-token",
            "CST_NETWORK_OFFLINE": "false",
        ].merging(more) { $1 }
    }

    @Test func `it lists what is sent, and says whether anything sends it`() async throws {
        let folder = try await Self.folder()
        let server = try LoopbackServer(always: .text("{}"))
        let environment = Self.ntfy(
            server, ["CST_REMINDERS_QUIET_HOURS": "22:00-07:00", "CST_REMINDERS_TIME": "08:15"])
        let visitor = try await LocalDashboard(folder, environment: environment).comeIn()
        let page = try await visitor.get("/reminders").body
        for text in [
            "Nothing sends reminders yet.", "Save for Car", "Payment day", "08:15, unless", "22:00 to 07:00",
            "(from the settings)", "Send a test message through ntfy", "not sent yet",
        ] { #expect(page.contains(text), "\(text): \(page)") }
        #expect(!page.contains("hidden-to"))
        #expect(try await visitor.get("/").body.contains("href=\"/reminders"))
        let goals = try await folder.run("cst-plan", ["goal", "list", "--format", "json"])
        let id = try #require(try JSONNode(parsing: goals.output)["goals"]?.elements.first?["id"]?.text)
        #expect(try await visitor.get("/goals/\(id)").body.contains("nothing sends it"))
        // A reminder of this morning is not among those that come.
        let evening = try await LocalDashboard(
            folder, environment: environment.merging(["CST_NOW": "2026-04-13T20:00:00Z"]) { $1 }
        ).comeIn()
        let coming = try await evening.get("/reminders").body
        #expect(!coming.contains("datetime=\"2026-04-13 08:15"), "\(coming)")
        // A timer ran.
        #expect(try await folder.run("cst-plan", ["remind", "send"], environment: environment).status == 0)
        let after = try await visitor.get("/reminders").body
        #expect(
            !after.contains("Nothing sends") && after.contains("in use") && !after.contains("not sent yet"),
            "\(after)")
        await #expect(try !visitor.get("/goals/\(id)").body.contains("nothing sends it"))
        // It runs no more.
        let later = try await LocalDashboard(
            folder, environment: environment.merging(["CST_NOW": "2026-04-20T09:00:00Z"]) { $1 }
        ).comeIn()
        #expect(try await later.get("/reminders").body.contains("Nothing has sent reminders since"))
        // Without channels nothing is sent either.
        let none = try await LocalDashboard(folder, environment: ["CST_NOTIFICATIONS_PROVIDERS": ""]).comeIn()
        #expect(try await none.get("/reminders").status == 200)
    }

    @Test func `the dashboard sends them while it runs, if it is let`() async throws {
        let folder = try await Self.folder()
        let server = try LoopbackServer(always: .text("{}"))
        let environment = Self.ntfy(server, ["CST_REMINDERS_TIME": "08:15", "CST_WEB_REMINDERS": "true"])
        let visitor = try await LocalDashboard(folder, environment: environment).comeIn()
        let end = ContinuousClock.now + .seconds(30)
        while try await !visitor.get("/reminders").body.contains("in use"), ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try await visitor.get("/reminders").body.contains("in use"))
        #expect(!(try await visitor.get("/reminders").body.contains("Nothing sends")))
    }

    @Test func `quiet hours are changed on the page`() async throws {
        let folder = try await Self.folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        try await visitor.save("/reminders", to: "/reminders/quiet", ["from": "22:30", "to": "06:45"])
        #expect(try await visitor.get("/reminders").body.contains("22:30 to 06:45"))
        #expect(try await folder.run("cst-plan", ["remind", "quiet"]).output.contains("22:30"))
        let form = try await visitor.form("/reminders", to: "/reminders/quiet", ["from": "22:30", "to": "22:30"])
        let refused = try await visitor.send(form)
        #expect(refused.status == 422 && refused.body.contains("issue-summary"), "\(refused.body)")
        try await visitor.save("/reminders", to: "/reminders/quiet", ["from": "", "to": ""])
        #expect(try await visitor.get("/reminders").body.contains("<dd>none</dd>"))
    }

    @Test func `a test message arrives, and the page says so`() async throws {
        let folder = try await Self.folder()
        let server = try LoopbackServer(always: .text("{}"))
        let visitor = try await LocalDashboard(folder, environment: Self.ntfy(server)).comeIn()
        let target = try await visitor.save("/reminders", to: "/reminders/test")
        #expect(target.hasSuffix("/reminders?sent=ntfy"))
        #expect(try await visitor.get(target).body.contains("ntfy took the test message."))
        let message = try #require(server.requests.first)
        #expect(server.requests.count == 1 && message.method == "POST")
        #expect(String(decoding: message.body, as: UTF8.self).contains("the channel ntfy works"))
        // It is no entry of the history.
        await #expect(try !visitor.get("/activity").body.contains("remind test"))
        // A form that is not of this session sends nothing.
        var foreign = try await visitor.form("/reminders", to: "/reminders/test")
        foreign.fields["csrf"] = "other"
        #expect(try await visitor.send(foreign).status == 403)
        var unknown = try await visitor.form("/reminders", to: "/reminders/test")
        unknown.fields["channel"] = "pigeon"
        let refused = try await visitor.send(unknown)
        #expect(
            refused.status == 422 && refused.body.contains("There is no channel"), "\(refused.body)")
        #expect(server.requests.count == 1)
    }

    @Test func `a channel that fails says why, and no secret`() async throws {
        let folder = try await Self.folder()
        let server = try LoopbackServer { request, _ in
            let said = "\(request.headers["authorization"] ?? "") \(String(decoding: request.body, as: UTF8.self))"
            return .text(#"{"code":40301,"http":403,"error":"forbidden: \#(said.filter { $0 != "\"" })"}"#, status: 403)
        }
        let visitor = try await LocalDashboard(folder, environment: Self.ntfy(server)).comeIn()
        let form = try await visitor.form("/reminders", to: "/reminders/test")
        let answer = try await visitor.send(form)
        #expect(answer.status == 502)
        #expect(answer.body.contains("ntfy did not deliver the message"), "\(answer.body)")
        #expect(server.requests.count == 1)
        let text = [answer.body, try await visitor.get("/reminders").body].joined()
        #expect(!text.contains("hidden-topic") && !text.contains("hidden-token"))
        // One whose settings are incomplete says so, too.
        let bare = try await LocalDashboard(folder, environment: ["CST_NOTIFICATIONS_PROVIDERS": "ntfy"]).comeIn()
        let incomplete = try await bare.send(try bare.form("/reminders", to: "/reminders/test"))
        #expect(incomplete.status == 502 && incomplete.body.contains("topic"), "\(incomplete.body)")
    }

    @Test func `a reader sees it and sends nothing, and sample data sends nothing either`() async throws {
        let people = try await WebPeople(try await Self.folder())
        let server = try LoopbackServer(always: .text("{}"))
        let program = try await LocalDashboard(people.folder, environment: Self.ntfy(server))
        let page = try await program.visitor("Ben", people.password).get("/reminders")
        #expect(page.status == 200 && !page.body.contains("Send a test message") && page.body.contains("Save for Car"))
        let demo = try await LocalDashboard(try ProgramFolder(), environment: Self.ntfy(server), isDemo: true).comeIn()
        let sample = try await demo.get("/reminders")
        #expect(sample.status == 200 && sample.body.contains("Nothing is sent for these goals."))
        #expect(server.requests.isEmpty)
    }
}
