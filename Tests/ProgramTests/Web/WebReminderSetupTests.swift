import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// Reminders set up on a page, from nothing to a message that arrived, without a restart.
struct WebReminderSetupTests {
    private static func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        let words = try CommandLineText(
            "goal add Car --target 1200 --currency USD --start 2026-04-13 --deadline 2026-12-31 --remind weekly"
        ).words
        #expect(try await folder.run("cst-plan", words).status == 0)
        return folder
    }

    private static let online = ["CST_NETWORK_OFFLINE": "false"]
    private static let setup = "/reminders/setup/webhook"

    @Test func `a web address is set up on one form, and its messages arrive at once`() async throws {
        let server = try LoopbackServer(always: .text("{}"))
        let folder = try await Self.folder()
        let visitor = try await LocalDashboard(folder, environment: Self.online).comeIn()
        let before = try await visitor.get("/reminders").body
        #expect(before.contains("Nothing sends reminders yet.") && before.contains("href=\"\(Self.setup)\""))
        let address = server.baseURL.appending(path: "hook/sesame").absoluteString
        let target = try await visitor.save(
            Self.setup, to: Self.setup,
            [
                "notifications.webhook.url": address, "time": "08:15", "from": "22:00", "to": "07:00", "sends": "yes",
            ])
        let page = try await visitor.get(target).body
        #expect(page.contains("Saved. A test message was sent by A web address"), "\(page)")
        #expect(page.contains("in use") && !page.contains("Nothing sends"), "\(page)")
        #expect(page.contains("08:15, unless") && page.contains("22:00 to 07:00") && !page.contains("sesame"))
        // Due reminders are sent at once, too, before or after it.
        let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies.contains { $0.contains("Test of reminders") }, "\(bodies)")
        // The terminal that is there by default has no reader.
        #expect(try folder.read("settings/cst/config.yaml").contains("providers: [webhook]"))
        #expect(!page.contains("Terminal"))
        // The page of the form shows no secret, and leaves it as it is.
        let form = try await visitor.form(Self.setup, to: Self.setup)
        #expect(form.fields["notifications.webhook.url"] == "")
        try await visitor.save(Self.setup, to: Self.setup, ["time": "09:30"])
        #expect(try folder.read("settings/cst/config.yaml").contains("sesame"))
        // Stopped, nothing is sent there.
        try await visitor.save("/reminders", to: "/reminders/stop")
        #expect(try await visitor.get("/reminders").body.contains("no channel is chosen"))
    }

    @Test func `a key goes to no other server than the one that it was given for`() async throws {
        let (one, other) = (try LoopbackServer(always: .text("{}")), try LoopbackServer(always: .text("{}")))
        let folder = try await Self.folder()
        let visitor = try await LocalDashboard(folder, environment: Self.online).comeIn()
        let path = "/reminders/setup/ntfy"
        let fields = [
            "notifications.ntfy.topic": "hidden-topic", "notifications.ntfy.token": "hidden-token",
            "notifications.ntfy.baseURL": one.baseURL.absoluteString,
        ]
        try await visitor.save(path, to: path, fields)
        #expect(one.requests.first?.headers["authorization"] == "Bearer hidden-token")
        let moved = try await visitor.form(path, to: path, ["notifications.ntfy.baseURL": other.baseURL.absoluteString])
        let refused = try await visitor.send(moved)
        #expect(refused.status == 422 && refused.body.contains("Type it again"), "\(refused.body)")
        #expect(!refused.body.contains("hidden-to"))
        var again = moved
        again.fields["notifications.ntfy.topic"] = "other-topic"
        #expect(try await visitor.send(again).status == 303)
        #expect(other.requests.count == 1 && other.requests.first?.headers["authorization"] == nil)
        #expect(!(try folder.read("settings/cst/config.yaml").contains("hidden-to")))
    }

    @Test func `where reminders go is changed with the own password alone, and by nobody else`() async throws {
        let server = try LoopbackServer(always: .text("{}"))
        let people = try await WebPeople(try await Self.folder())
        let program = try await LocalDashboard(people.folder, environment: Self.online)
        let ana = try await program.visitor("Ana", people.password)
        let fields = ["notifications.webhook.url": server.baseURL.absoluteString]
        for (password, words) in [("", "Type your password"), ("not it at all", "This is not your password.")] {
            let answer = try await ana.send(
                try await ana.form(Self.setup, to: Self.setup, fields.merging(["password": password]) { $1 }))
            #expect(answer.status == 422 && answer.body.contains(words), "\(answer.body)")
        }
        #expect(server.requests.isEmpty)
        // No way around it by the other settings, the API, or as a reader.
        #expect(try await ana.get("/settings/notifications").body.contains("It decides who gets reminders."))
        let headers = [
            ("Content-Type", "application/merge-patch+json"), ("Authorization", "Bearer \(people.ownerToken)"),
            ("If-Match", "*"),
        ]
        let body = "{\"notifications.webhook.url\":\"\(server.baseURL.absoluteString)\"}"
        let patched = try await program.ask("PATCH", "/api/v1/settings", headers, host: nil, body: body)
        #expect(patched.status == 422 && patched.body.contains("settings.notHere"), "\(patched.body)")
        #expect(try await program.visitor("Ben", people.password).get(Self.setup).status == 403)
        try await ana.save(Self.setup, to: Self.setup, fields.merging(["password": people.password]) { $1 })
        #expect(server.requests.count == 1)
    }

    @Test func `what is wrong stands at its field, and nothing is kept`() async throws {
        let folder = try await Self.folder()
        let visitor = try await LocalDashboard(folder, environment: Self.online).comeIn()
        for (fields, id) in [
            (["notifications.webhook.url": ""], "setup-notifications.webhook.url-issue-0"),
            (["notifications.webhook.url": "next door"], "setup-notifications.webhook.url-issue-0"),
            (["notifications.webhook.url": "http://127.0.0.1:1/", "from": "22:00", "to": "22:00"], "issue-summary"),
            (["notifications.webhook.url": "http://127.0.0.1:1/", "time": "noon"], "setup-time-issue-0"),
        ] {
            let answer = try await visitor.send(try await visitor.form(Self.setup, to: Self.setup, fields))
            #expect(answer.status == 422 && answer.body.contains(id), "\(fields): \(answer.body)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "settings/cst/config.yaml").path))
        // A receiver that is not there is named, and the channel is kept.
        let gone = try await visitor.send(
            try await visitor.form(Self.setup, to: Self.setup, ["notifications.webhook.url": "http://127.0.0.1:1/"]))
        #expect(gone.status == 502 && gone.body.contains("It is saved, but the test message did not arrive."))
    }

    @Test func `the dashboard is let to send by a button`() async throws {
        let server = try LoopbackServer(always: .text("{}"))
        let visitor = try await LocalDashboard(
            try await Self.folder(),
            environment: [
                "CST_NOTIFICATIONS_PROVIDERS": "webhook",
                "CST_NOTIFICATIONS_WEBHOOK_URL": server.baseURL.absoluteString,
            ].merging(Self.online) { $1 }
        ).comeIn()
        #expect(try await visitor.get("/reminders").body.contains("Nothing sends reminders yet."))
        try await visitor.save("/reminders", to: "/reminders/send")
        let page = try await visitor.get("/reminders").body
        #expect(page.contains("in use") && !page.contains("Nothing sends"), "\(page)")
        // Settings of the environment are not changed here.
        #expect(try await visitor.get(Self.setup).body.contains("CST_NOTIFICATIONS_WEBHOOK_URL"))
    }
}
