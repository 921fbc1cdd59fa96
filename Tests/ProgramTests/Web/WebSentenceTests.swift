import Foundation
import ProgramSupport
import Testing

/// Activity says in sentences what commands and forms changed.
struct WebSentenceTests {
    @Test func `payments of a month in progress are changed, it is not opened again`() async throws {
        let folder = try await Household().folder
        let sentences = [
            (["month", "start"], "Started May 2026"),
            (["flex", "--factor", "0.8", "--save"], "Changed the payments of May 2026"),
            (["skip", "Car"], "Changed the payments of May 2026"),
            (["goal", "delete", "Car", "--yes"], "Deleted the goal"), (["month", "close"], "Closed May 2026"),
            (["undo"], "Undid: Closed May 2026"),
        ]
        let visitor = try await LocalDashboard(folder).comeIn()
        for (words, sentence) in sentences { try await check("cst-plan", words, sentence, visitor, folder) }
    }

    /// Runs a command, which activity has to say in a sentence.
    private func check(
        _ program: String, _ words: [String], _ sentence: String, _ visitor: Visitor, _ folder: ProgramFolder
    ) async throws {
        let told = try await folder.run(program, words)
        try #require([0, 4].contains(told.status), "\(words): \(told.errors)")
        let page = try await visitor.get("/activity").body
        let newest = page.components(separatedBy: "data-key=").dropFirst().first ?? ""
        let shown = newest.replacing(#/<[^>]*>/#, with: "").replacing("\u{A0}", with: " ")
        #expect(shown.contains(sentence), "\(words): \(newest)")
    }

    @Test func `payments and balances say all that was changed`() async throws {
        let folder = try await Household().folder
        let visitor = try await LocalDashboard(folder).comeIn()
        let goals = try JSONNode(parsing: try await folder.run("cst-plan", ["required", "--format", "json"]).output)
        let count = goals["goals"]?.elements.count { ($0["state"]?.text ?? "flexible") == "flexible" } ?? 0
        try #require(count > 1)
        for (program, words, sentence) in [
            ("cst-plan", ["flex", "--factor", "0.8", "--save"], "Changed the payments of \(count) goals"),
            ("cst-plan", ["skip", "Car"], "Skipped the payment of Car"),
            ("cst-plan", ["undo"], "Undid: Skipped the payment of Car"),
            ("cst-assets", ["adjust", "Savings", "--to", "1"], "Set the balance of Savings: took out "),
            ("cst-assets", ["undo"], "Undid: Set the balance of Savings: took out "),
            ("cst-assets", ["undo", "--redo"], "Redid: Set the balance of Savings: took out "),
        ] { try await check(program, words, sentence, visitor, folder) }
    }

    @Test func `what was redone can be undone from its notice`() async throws {
        let folder = try await Household().folder
        let visitor = try await LocalDashboard(folder).comeIn()
        _ = try await folder.run("cst-assets", ["deposit", "Savings", "5"])
        for word in ["undo", "redo", "undo"] {
            let page = try await visitor.get("/activity").body
            let form = try #require(WebForm.all(in: page).first { $0.action == "/history/\(word)" }, "\(word)")
            let done = try await visitor.send(form)
            let notice = try await visitor.get(try #require(done.header("Location"))).body
            let next = word == "undo" ? "redo" : "undo"
            let section = notice.components(separatedBy: "data-key=").first ?? ""
            #expect(section.contains("/history/\(next)"), "after \(word): \(section.suffix(3000))")
        }
    }
}
