import Foundation
import ProgramSupport
import Testing

/// A command is kept from its work only by what it needs.
struct NeedTests {
    @Test func `a broken table of rates stops no command that needs no rate`() async throws {
        let folder = try ProgramFolder()
        let broken = ["CST_EXCHANGE_RATES_FIXED_FILE": folder.url.appending(path: "missing.csv").path]
        for (program, words) in [
            ("cst-plan", ["goal", "add", "Car", "--target", "900", "--currency", "EUR", "--deadline", "2027-01-31"]),
            ("cst-assets", ["add", "Savings", "--currency", "EUR"]), ("cst-assets", ["deposit", "Savings", "250"]),
            ("cst-assets", ["withdraw", "Savings", "50"]), ("cst-assets", ["adjust", "Savings", "--to", "-5"]),
            ("cst-assets", ["transactions"]),
            ("cst-assets", ["allocate", "Savings", "Car", "--share", "50%"]), ("cst-assets", ["allocations"]),
            ("cst-assets", ["unallocate", "Savings", "Car"]), ("cst-assets", ["edit", "Savings", "--name", "Cash"]),
            ("cst-plan", ["goal", "pause", "Car"]), ("cst-assets", ["backup", "b"]), ("cst-assets", ["history"]),
            ("cst-assets", ["undo"]), ("cst-assets", ["delete", "Cash", "--yes"]),
            ("cst-plan", ["goal", "delete", "Car", "--yes"]),
        ] {
            let result = try await folder.run(program, words, environment: broken)
            #expect(result.status == 0, "\(program) \(words): \(result.errors)")
        }
        let plan = try await folder.run("cst-plan", [], environment: broken)
        #expect(plan.status == 2 && plan.errors.contains("there is no such file"), "\(plan.errors)")
        let doctor = try await folder.run("cst-plan", ["doctor", "--format", "json"], environment: broken)
        let services = try JSONNode(parsing: doctor.output)["services"]?.elements ?? []
        #expect(doctor.status == 1)
        #expect(
            services.map { "\($0["key"]?.text ?? "") \($0["status"]?.text ?? "")" }.sorted()
                == [
                    "chains healthy", "exchangeRates failed", "livestock.prices healthy", "network healthy",
                    "notifications healthy", "persistence healthy", "prices healthy", "prices healthy",
                    "prices healthy", "prices healthy", "reminderOutbox healthy",
                ])
    }

    @Test func `a damaged database stops no command that needs no data, and a rate makes none`() async throws {
        let folder = try ProgramFolder()
        try folder.write("from,to,rate,date\nEUR,USD,1.5,2026-04-10\n", to: "rates.csv")
        let rates = ["CST_EXCHANGE_RATES_FIXED_FILE": folder.url.appending(path: "rates.csv").path]
        for words in [
            ["get", "EUR", "USD"], ["convert", "2", "EUR", "USD"],
            ["history", "EUR", "USD", "--from", "2026-04-10", "--to", "2026-04-12"],
        ] {
            #expect(try await folder.run("cst-rates", words, environment: rates).status == 0)
            #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "cst.sqlite").path))
        }
        try folder.write(String(repeating: "no database ", count: 100), to: "cst.sqlite")
        #expect(try await folder.run("cst-rates", ["get", "EUR", "USD"], environment: rates).status == 0)
        let doctor = try await folder.run("cst-rates", ["doctor"], environment: rates)
        #expect(doctor.status == 1 && doctor.output.contains("it is not a database"), "\(doctor.output)")
    }
}
