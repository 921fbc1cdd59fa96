import Foundation
import HTTPTypes
import Livestock
import Presentation
import ProgramSupport
import Testing
import Values
import WebPages

@testable import SavingsWeb
@testable import WebApplication

/// Sections of other packages beside those of savings.
struct WebSectionTests {
    private static let shape = DocumentShape<Int>("count", "A number.", main: "count", Shape(.value("count", { $0 })))

    private func section(_ id: String, _ routes: [Route]) -> Section {
        Section(id, title: id, entries: [], routes: routes)
    }

    private func route(_ pattern: String) -> Route {
        Route(.get, pattern, .reader, "A page") { _ in .json("{}") }
    }

    private func operation(_ replay: (@Sendable (WritingRequest, Int) async throws -> Document)?) -> Route {
        WritingOperation(method: .post, path: "/own", command: { _, _, _ in "own" }, replay: replay)
            .route("Does it", Self.shape) { _ in Outcome(1) }
    }

    @Test func `what nobody could answer when it is sent again is refused at the start`() throws {
        let shape = Self.shape
        try SectionDefect.check([
            section("own", [operation { request, _ in Document(shape, 1, asOf: request.call.today) }])
        ])
        let defect = #expect(throws: SectionDefect.self) {
            try SectionDefect.check([section("own", [operation(nil)])])
        }
        #expect(
            defect?.description
                == "POST /own makes no thing and names none. Its operation needs a 'replay' for what is sent again.")
    }

    @Test func `the help has the keys of the actions that there are`() async throws {
        let household = try await Household()
        let own = Section(
            "own", title: "own", entries: [], actions: [Frame.Entry("New herd", "/own", sign: "h")], routes: [])
        let help = try await LocalDashboard(household.folder, more: [own]).comeIn().get("/help").body
        for (key, words) in [("n", "Add money"), ("g", "New goal"), ("h", "New herd"), ("/", "Search")] {
            #expect(help.contains("<dt>\(key)</dt><dd>\(words)</dd>"), "\(key)")
        }
    }

    @Test func `sections of one name, and addresses of one shape, are refused at the start`() throws {
        try SectionDefect.check([.savings(), section("own", [route("/own/{id}"), route("/own/new")])])
        for (sections, message) in [
            ([section("own", []), section("own", [])], "Two sections are named 'own'."),
            (
                [section("own", [route("/own/{id}")]), section("other", [route("/own/{name}")])],
                "Two addresses are GET /own/{name}: one of the section 'own', one of the section 'other'."
            ),
            (
                [section("own", [route("/activity")])],
                "Two addresses are GET /activity: one of the section 'own', one of every dashboard."
            ),
        ] {
            let defect = #expect(throws: SectionDefect.self) { try SectionDefect.check(sections) }
            #expect(defect?.description == message)
        }
    }

    @Test func `two figures of one name and of different types are a defect, which is said at once`() async throws {
        let clashing = Route.read("/clash", "A clash", Self.shape) { _, set in
            _ = try await set.figure("all") { _, _ in "text" }
            return Outcome(try await set.figure("all") { _, _ in 1 })
        }
        let household = try await Household()
        let dashboard = try await LocalDashboard(household.folder, more: [section("own", [clashing])])
        let visitor = try await dashboard.comeIn()
        for _ in 1...2 {
            let answer = try await visitor.get("/api/v1/clash")
            #expect(answer.status == 500)
            #expect(answer.body.contains("Two figures are named 'all', and the first is no Int"), "\(answer.body)")
        }
    }

    @Test func `a document that is made of an outcome has its warnings, and says what is missing`() async throws {
        let warned = Route.read("/warned", "A number", Self.shape) { _, _ in
            Outcome(3, warnings: [Warning(code: "odd", message: "3 is odd.")], isComplete: false)
        }
        #expect(warned.documents == ["count"])
        let household = try await Household()
        let dashboard = try await LocalDashboard(household.folder, more: [section("own", [warned])])
        let body = try await dashboard.comeIn().get("/api/v1/warned").body
        #expect(body.contains(#""message": "3 is odd.""#) && body.contains(#""complete": false"#), "\(body)")
        #expect(body.contains(#""count": 3"#), "\(body)")
    }

    @Test func `things are found by the title of their kind, whatever its column is called`() throws {
        let premium = BreedPremium(breed: "Angus", percent: try Percentage("5"))
        #expect(Record(premium).name == premium.breed)
    }
}
