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
        let address = try #require(made.body.firstMatch(of: #/<code>http:\/\/127\.0\.0\.1:\d+(\/g\/[^<]+)<\/code>/#))
            .output
            .1
        #expect(made.body.contains("<bdi>Japan</bdi>, percentages alone"), "\(made.body)")
        let invited = try await dashboard.ask(
            "POST", String(address),
            [("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/x-www-form-urlencoded")], body: "")
        let guest = Visitor(program: dashboard, cookie: try #require(invited.cookie))
        let shown = try await guest.get("/shared").body
        #expect(shown.contains("Japan") && !shown.contains("Car") && !shown.contains("Emergency"))
        #expect(try await guest.get("/people").status == 403)
    }
}
