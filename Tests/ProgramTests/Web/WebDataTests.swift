import Foundation
import ProgramSupport
import Testing

/// Backups and exports that are downloaded.
struct WebDataTests {
    @Test func `all transactions are downloaded as a table`() async throws {
        let household = try await Household()
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let form = try await visitor.form("/data", to: "/data/export", ["format": "csv"])
        let answer = try await visitor.send(form)
        #expect(answer.status == 200 && answer.header("Content-Type")?.hasPrefix("text/csv") == true)
        let told = try await household.folder.run("cst-assets", ["transactions", "--format", "csv"])
        #expect(!told.output.isEmpty && answer.body == told.output)
    }

    @Test func `the passphrase of a backup is typed twice`() async throws {
        let visitor = try await LocalDashboard(try await Household().folder).comeIn()
        func backup(_ passphrase: String, _ again: String) async throws -> DashboardAnswer {
            try await visitor.send(
                try await visitor.form("/data", to: "/data/backup", ["passphrase": passphrase, "again": again]))
        }
        for (passphrase, again) in [("correct horse", "correct hores"), ("correct horse", ""), ("", "correct horse")] {
            let refused = try await backup(passphrase, again)
            #expect(refused.status == 422 && refused.body.contains("#data-again"), "\(passphrase) \(again)")
            #expect(!refused.body.contains("correct hor"))
        }
        #expect(try await backup("correct horse", "correct horse").status == 200)
        #expect(try await backup("", "").status == 200)
    }
}
