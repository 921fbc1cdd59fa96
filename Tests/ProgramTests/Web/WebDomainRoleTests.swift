import ProgramSupport
import Testing

/// Roles that a domain has besides those of the dashboard.
struct WebDomainRoleTests {
    @Test func `who may not change herds undoes no change of them, on a page or by the API`() async throws {
        let folder = try ProgramFolder()
        for words in [
            "holding add Home --currency AUD", "add Mob --species cattle --category steer --head 10", "die Mob 1",
        ] { #expect(try await folder.run("cst-herd", words.split(separator: " ").map(String.init)).status == 0) }
        func events() async throws -> Int? {
            let events = try await folder.run("cst-herd", ["events", "Mob", "--format", "json"])
            return try JSONNode(parsing: events.output)["events"]?.elements.count
        }
        let viewer = try await LocalDashboard(folder, environment: ["CST_LIVESTOCK_ROLE": "viewer"]).comeIn()
        let page = try await viewer.send(viewer.form("/activity", to: "/history/undo"))
        #expect(page.status == 422)
        #expect(page.body.contains("needs the role manager"))
        let answer = try await viewer.sendJSON("/undo", #"{"entry":3}"#)
        #expect(answer.status == 422)
        #expect(answer.body.contains("livestock.roleForbids"))
        #expect(try await events() == 2)
        let manager = try await LocalDashboard(folder, environment: ["CST_LIVESTOCK_ROLE": "manager"]).comeIn()
        #expect(try await manager.sendJSON("/undo", #"{"entry":3}"#).status == 200)
        #expect(try await events() == 1)
    }
}
