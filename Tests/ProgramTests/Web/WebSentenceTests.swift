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
        for (words, sentence) in sentences {
            let told = try await folder.run("cst-plan", words)
            try #require(told.status == 0, "\(words): \(told.errors)")
            let page = try await visitor.get("/activity").body
            let newest = page.components(separatedBy: "data-key=").dropFirst().first ?? ""
            #expect(newest.contains(sentence), "\(words): \(newest)")
        }
    }
}
