import Foundation
import ProgramSupport
import Testing

@Suite("Moving a household by the command")
struct StoreMoveCommandTests {
    @Test func `to a server and back, and undo goes on`() async throws {
        let (place, folder) = (try ServerPlace(), try await Household().folder)
        func run(_ words: [String], as role: [String: String] = [:]) async throws -> ProgramResult {
            try await folder.run("cst-assets", words, environment: role)
        }
        let (assets, history) = (try await run(["list", "--format", "csv"]), try await run(["history"]))
        for program in ["cst-assets", "cst-plan", "cst-web"] {
            let prepared = try await folder.run(
                program, ["store", "prepare", "--role", "cst_app"], environment: place.owner)
            #expect(prepared.status == 0, "\(prepared.errors)")
        }
        let tried = try await run(["store", "move", "--to", place.address, "--dry-run"])
        #expect(tried.status == 0 && tried.output.hasPrefix("Would move to "), "\(tried.output)\(tried.errors)")
        let moved = try await run(["store", "move", "--to", place.address])
        #expect(moved.status == 0 && moved.output.contains("is kept as "), "\(moved.output)\(moved.errors)")
        #expect(moved.output.contains("Set persistence.provider to postgres"))
        #expect(try await run(["list", "--format", "csv"], as: place.app).output == assets.output)
        #expect(try await run(["history"], as: place.app).output == history.output)
        // Nothing is left where it was.
        #expect(try await run(["list", "--format", "csv"]).output.split(whereSeparator: \.isNewline).count <= 1)
        let undone = try await run(["undo"], as: place.app)
        #expect(undone.status == 0, "\(undone.errors)")

        let back = folder.url.appending(path: "back.sqlite").path
        let refused = try await run(["store", "move", "--to", back], as: place.app)
        #expect(refused.status == 1 && refused.errors.contains("may not read or write all"), "\(refused.errors)")
        let returned = try await run(["store", "move", "--to", back, "--format", "json"], as: place.owner)
        #expect(returned.status == 0, "\(returned.errors)")
        let report = try JSONNode(parsing: returned.output)["store"]
        #expect(report?["kept"]?.text?.hasPrefix("home (moved ") == true, "\(returned.output)")
        let redone = try await run(["undo", "--redo", "--data", back])
        #expect(redone.status == 0, "\(redone.errors)")
        #expect(try await run(["list", "--format", "csv", "--data", back]).output == assets.output)
        let again = try await run(["store", "move", "--to", place.address, "--data", back])
        #expect(again.status == 0, "\(again.errors)")
    }

    @Test(
        arguments: [
            ("x.sqlite", "is moved to the address of a server"),
            ("postgresql://ana:hunter2@127.0.0.1/cst", "its address holds a password"),
            ("postgresql://127.0.0.1/cst", "names no role"),
        ])
    func `what is no place is refused`(target: String, words: String) async throws {
        let folder = try await Household().folder
        let told = try await folder.run("cst-assets", ["store", "move", "--to", target])
        #expect(told.status == 2 && told.errors.contains(words), "\(told.errors)")
        #expect(!told.errors.contains("hunter2") && told.errors.split(separator: "\n").count == 1)
        #expect(try await folder.run("cst-assets", ["list"]).output.contains("Savings"))
    }
}
