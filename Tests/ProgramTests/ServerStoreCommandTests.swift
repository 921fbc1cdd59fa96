import Foundation
import ProgramSupport
import Testing

@Suite("Programs with a household on a server")
struct ServerStoreCommandTests {
    @Test func `a server is prepared, worked with, checked, backed up and restored`() async throws {
        let place = try ServerPlace()
        let folder = try ProgramFolder()
        func run(_ program: String, _ words: [String], as role: [String: String]? = nil) async throws -> ProgramResult {
            try await folder.run(program, words, environment: role ?? place.app)
        }
        let early = try await run("cst-assets", ["list"])
        #expect(early.status == 1 && early.errors.contains("is not prepared"), "\(early.errors)")
        for program in ["cst-assets", "cst-plan", "cst-web"] {
            let prepared = try await run(program, ["store", "prepare", "--role", "cst_app"], as: place.owner)
            #expect(prepared.status == 0 && prepared.output.contains("Prepared"), "\(prepared.errors)")
        }
        #expect(
            try await run(
                "cst-plan", ["goal", "add", "Car", "--target", "1200", "--currency", "EUR", "--deadline", "2027-04-30"]
            ).status == 0)
        #expect(try await run("cst-assets", ["add", "Savings", "--currency", "EUR", "--balance", "300"]).status == 0)
        #expect(try await run("cst-assets", ["allocate", "Savings", "Car", "--share", "100%"]).status == 0)
        #expect(try await run("cst-plan", ["required", "--format", "csv"]).output.contains("Car"))
        #expect(try await run("cst-assets", ["backup", "b"]).status == 0)
        #expect(try await run("cst-assets", ["deposit", "Savings", "5"]).status == 0)
        #expect(try await run("cst-assets", ["undo"]).status == 0)
        let checked = try await run("cst-assets", ["store", "check"])
        #expect(checked.status == 0 && checked.output.contains("is whole: "), "\(checked.errors)")

        let refused = try await run("cst-assets", ["restore", "b", "--yes"], as: place.owner)
        #expect(refused.status == 2, "\(refused.errors)")
        #expect(try await run("cst-assets", ["restore", "b", "--yes", "--force"], as: place.owner).status == 0)
        #expect(try await run("cst-assets", ["history"]).output.contains("allocate"))
        // The same file becomes a database beside it.
        #expect(try await run("cst-assets", ["restore", "b", "--yes"], as: [:]).status == 0)
        #expect(try await run("cst-assets", ["list", "--format", "csv"], as: [:]).output.contains("300.00"))
        let upgraded = try await run("cst-assets", ["store", "upgrade"], as: place.owner)
        #expect(upgraded.output.contains("2 households"), "\(upgraded.output)\(upgraded.errors)")
    }

    @Test func `what is wrong is one sentence, a status and no secret`() async throws {
        let folder = try ProgramFolder()
        for (address, status, words) in [
            ("postgresql://ana:hunter2@127.0.0.1/cst", 2, "its address holds a password"),
            ("password=my secret hunter2", 2, "its address does not begin with postgresql://"),
            ("postgresql://ana@127.0.0.1:1/cst", 1, "the server cannot be reached"),
        ] {
            let result = try await folder.run(
                "cst-assets", ["list"],
                environment: [
                    "CST_PERSISTENCE_PROVIDER": "postgres", "CST_PERSISTENCE_POSTGRES_ADDRESS": address,
                    "CST_PERSISTENCE_POSTGRES_WAIT": "1", "PGPASSWORD": "hunter2",
                ])
            #expect(result.status == Int32(status) && result.errors.contains(words), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1 && !result.errors.contains("hunter2"))
        }
        let file = try await folder.run("cst-assets", ["store", "check"])
        #expect(file.status == 2 && file.errors.contains("is not on a server"), "\(file.errors)")
    }
}
