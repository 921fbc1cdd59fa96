import Foundation
import ProgramSupport
import Testing

/// What stops an import, and how it is answered, with the built programs.
struct ImportQuestionTests {
    private static let table = "Date,Kind,Amount\n2026-03-05,Kauf,12.40\n2026-03-06,Verkauf,100.00\n"

    @Test func `a question names lines and the option, ends with 2, and the answer is kept`() async throws {
        let folder = try ProgramFolder()
        try folder.write(Self.table, to: "bank.csv")
        let words = ["import", "bank.csv", "--asset", "Bank", "--currency", "EUR"]
        let asked = try await folder.run("cst-assets", words)
        #expect(asked.status == 2)
        #expect(asked.errors.contains("Line 2, 3:") && asked.errors.contains("--out"), "\(asked.errors)")
        let preview = try await folder.run("cst-assets", words + ["--preview"])
        #expect(preview.status == 0)
        #expect(preview.output.hasPrefix("Line 2, 3:"), "\(preview.output)")
        let answered = try await folder.run(
            "cst-assets", words + ["--column", "direction=Kind", "--out", "Kauf", "--save-map", "bank"])
        #expect(answered.status == 0, "\(answered.errors)")
        try folder.write("Date,Kind,Amount\n2026-04-05,Kauf,1.00\n2026-04-06,Verkauf,2.00\n", to: "later.csv")
        let later = try await folder.run("cst-assets", ["import", "later.csv", "--asset", "Bank", "--map", "bank"])
        #expect(later.status == 0, "\(later.errors)")
        let list = try await folder.run("cst-assets", ["list", "--format", "csv"])
        #expect(list.output.contains("88.60"), "\(list.output)")
    }

    @Test func `an import that writes nothing does not say that it did`() async throws {
        let folder = try ProgramFolder()
        try folder.write(
            "2020-01-01 open Assets:Cash\n2026-01-06 * \"W\"\n  Assets:Cash  50.00 EUR\n  Income:W\n"
                + "2026-01-07 balance Assets:Cash 60.00 EUR\n", to: "main.beancount")
        let result = try await folder.run("cst-assets", ["import", "main.beancount"])
        #expect(result.status == 2)
        #expect(result.errors.contains("Line 5:"), "\(result.errors)")
        #expect(!result.output.contains("Added"))
    }

    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-05-21"), ("JST-9", "2026-05-21"), (":Europe/Berlin", "2026-05-21"),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-05-20"),
    ])
    func `today is that of TZ in every form`(_ zone: String, _ day: String) async throws {
        let folder = try ProgramFolder()
        let result = try await folder.run(
            "cst-plan", ["required", "--format", "json"], environment: ["TZ": zone, "CST_NOW": "2026-05-20T23:30:00Z"])
        #expect(result.output.contains("\"asOf\": \"\(day)\""), "\(zone): \(result.output)\(result.errors)")
    }

    @Test func `a zone that does not exist is told`() async throws {
        let result = try await ProgramFolder().run("cst-plan", ["required"], environment: ["TZ": "Europe/Berln"])
        #expect(result.status == 64 && result.errors.contains("Europe/Berln"), "\(result.errors)")
    }
}
