import Foundation
import ProgramSupport
import Testing

/// Guest links that are made in the browser.
struct WebGuestLinkTests {
    @Test func `a link of one goal shows that goal alone`() async throws {
        let folder = try await Household().folder
        let dashboard = try await LocalDashboard(folder)
        let visitor = try await dashboard.comeIn()
        let page = try await visitor.get("/people").body
        let goal = try #require(page.firstMatch(of: #/<option value="([0-9a-f-]{36})">Japan</#)).output.1
        let made = try await visitor.send(
            try await visitor.form(
                "/people", to: "/people/links/add",
                ["name": "Gran", "goal": String(goal), "amounts": "no", "days": "7"]))
        let link = made.body.firstMatch(of: #/<code[^>]*>http:\/\/127\.0\.0\.1:\d+(\/g\/[^<]+)<\/code>/#)
        let address = try #require(link).output.1
        #expect(made.body.contains("<bdi>Japan</bdi>, percentages alone"), "\(made.body)")
        let invited = try await dashboard.ask(
            "POST", String(address),
            [("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/x-www-form-urlencoded")], body: "")
        let guest = Visitor(program: dashboard, cookie: try #require(invited.cookie))
        let shown = try await guest.get("/shared").body
        #expect(shown.contains("Japan") && !shown.contains("Car") && !shown.contains("Emergency"))
        #expect(try await guest.get("/people").status == 403)
    }

    @Test(arguments: ["x", "11111111-2222-4333-8444-555555555555", " "])
    func `a goal that is none makes no link of all goals`(goal: String) async throws {
        let dashboard = try await LocalDashboard(Household().folder)
        let visitor = try await dashboard.comeIn()
        let form = try await visitor.form("/people", to: "/people/links/add", ["name": "Gran", "goal": goal])
        let refused = try await visitor.send(form)
        #expect(refused.status == 422 && refused.body.contains("There is no such goal"), "\(refused.status)")
        #expect(try await !visitor.get("/people").body.contains(">Gran<"))
    }

    @Test func `no link is made while the choice of goals cannot be read`() async throws {
        let folder = try await Household().folder
        let visitor = try await LocalDashboard(folder).comeIn()
        let form = try await visitor.form("/people", to: "/people/links/add", ["name": "Gran", "goal": ""])
        let database = folder.url.appending(path: "cst.sqlite")
        try FileManager.default.moveItem(at: database, to: folder.url.appending(path: "away"))
        #expect(try await visitor.send(form).status >= 500)
        try FileManager.default.moveItem(at: folder.url.appending(path: "away"), to: database)
        #expect(try await !visitor.get("/people").body.contains(">Gran<"))
    }
}
