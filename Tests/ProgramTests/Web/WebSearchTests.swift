import Foundation
import ProgramSupport
import Testing

/// Things of all sections are found by a part of their name.
struct WebSearchTests {
    /// The links of a page's main part to single things, with their texts.
    private func links(_ body: String) -> [String] {
        let main = body.firstMatch(of: #/<main.*<\/main>/#.dotMatchesNewlines()).map { String($0.output) } ?? ""
        return main.matches(of: #/<li><a href="\/(goals|assets)\/[0-9a-f-]{36}">(.*?)<\/a> · (\w+)<\/li>/#).map {
            "\($0.output.3) \($0.output.2.replacing(#/<[^>]*>/#, with: ""))"
        }
    }

    @Test func `a part of a name finds goals and assets, whatever its case and accents`() async throws {
        let household = try await Household()
        for words in [
            ["cst-assets", "add", "Épargne", "--currency", "EUR"],
            ["cst-assets", "add", "<b>Car</b> & \"co\"", "--currency", "EUR"],
        ] {
            let result = try await household.folder.run(words[0], Array(words.dropFirst()))
            try #require(result.status == 0, "\(result.errors)")
        }
        let visitor = try await LocalDashboard(household.folder).comeIn()
        #expect(
            links(try await visitor.get("/search?q=car").body) == [
                "goal Car", "asset &lt;b&gt;Car&lt;/b&gt; &amp; &quot;co&quot;",
            ])
        #expect(links(try await visitor.get("/search?q=EPARGNE").body) == ["asset Épargne"])
        #expect(links(try await visitor.get("/search?q=%20sav").body) == ["asset Savings"])
        // What begins with it comes first.
        #expect(
            links(try await visitor.get("/search?q=e").body).prefix(3) == [
                "goal Emergency fund", "asset Épargne", "asset Ether",
            ])
        struct Answer: Decodable {
            struct Thing: Decodable { let title, kind, path: String }
            let things: [Thing]
            let count: Int
        }
        let answer = try JSONDecoder().decode(
            Answer.self, from: Data(try await visitor.get("/api/v1/search?q=EPARGNE").body.utf8))
        #expect(answer.count == 1 && answer.things.map(\.title) == ["Épargne"] && answer.things[0].kind == "asset")
        #expect(answer.things[0].path.hasPrefix("/assets/"))
        await #expect(try visitor.get("/api/v1/search?name=car").status == 400)
        let none = try await visitor.get("/search?q=nothing").body
        #expect(links(none) == [] && none.contains("Nothing has a name or a note like that."))
        let blank = try await visitor.get("/search")
        #expect(blank.status == 200 && links(blank.body) == [] && !blank.body.contains("Nothing has"))
    }

    @Test func `a part of a note finds the newest transactions, after what has such a name`() async throws {
        let household = try await Household()
        for day in 1...12 {
            let words =
                ["deposit", "Savings", "\(day)"] + ["--date", "2026-03-\(day + 10)", "--note", "Café <\(day)> car"]
            let told = try await household.folder.run("cst-assets", words)
            try #require(told.status == 0, "\(told.errors)")
        }
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let body = try await visitor.get("/search?q=CAR").body
        let main = body.components(separatedBy: "<main").last ?? ""
        let titles = main.matches(of: #/<li><a href="(\/\w+)\/[0-9a-f-]{36}">(.*?)<\/a> · (\w+)/#).map {
            "\($0.output.3) \($0.output.2.replacing(#/<[^>]*>/#, with: "")) \($0.output.1)"
        }
        #expect(titles.first == "goal Car /goals" && titles.count == 11, "\(titles)")
        #expect(
            titles.dropFirst() == (3...12).reversed().map { "transaction Café &lt;\($0)&gt; car /transactions" }[...])
        #expect(body.contains("datetime=\"2026-03-22\""))
        let document = try JSONNode(parsing: try await visitor.get("/api/v1/search?q=cafe").body)
        let things = document["things"]?.elements ?? []
        #expect(things.count == 10 && document["count"]?.text == "10")
        #expect(things.first?["title"]?.text == "Café <12> car" && things.first?["owner"]?.text == "Savings")
        #expect(things.first?["day"]?.text == "2026-03-22" && things.first?["kind"]?.text == "transaction")
        let path = try #require(things.first?["path"]?.text)
        #expect(try await visitor.get(path).body.contains("Transaction of "))
        // Of an earlier day later transactions are not there yet.
        let earlier = try JSONNode(parsing: try await visitor.get("/api/v1/search?q=cafe&as-of=2026-03-12").body)
        #expect(earlier["count"]?.text == "2")
    }
}
