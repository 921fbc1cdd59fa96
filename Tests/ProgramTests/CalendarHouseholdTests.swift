import Foundation
import ProgramSupport
import Testing

/// Calendars of two households beside each other.
struct CalendarHouseholdTests {
    private func identifiers(_ folder: ProgramFolder) async throws -> Set<String> {
        let result = try await folder.run("cst-plan", ["remind", "ics", "plan.ics"])
        #expect(result.status == 0, "\(result.errors)")
        let text = try String(contentsOf: folder.url.appending(path: "plan.ics"), encoding: .utf8)
        let lines = text.replacing("\r\n ", with: "").split(separator: "\r\n")
        return Set(lines.filter { $0.hasPrefix("UID:") }.map(String.init))
    }

    private func household(_ target: String) async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        let words = ["goal", "add", "G", "--target", target, "--currency", "EUR", "--deadline", "2026-12-31"]
        #expect(try await folder.run("cst-plan", words).status == 0)
        return folder
    }

    @Test func `have no event of one id, and each keeps its own`() async throws {
        let (one, two) = (try await household("1000"), try await household("2000"))
        let first = try await identifiers(one)
        #expect(!first.isEmpty)
        #expect(first.isDisjoint(with: try await identifiers(two)))
        #expect(try await one.run("cst-plan", ["goal", "edit", "G", "--target", "1500"]).status == 0)
        #expect(try await identifiers(one) == first)
    }
}
