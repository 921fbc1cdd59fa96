import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Random editors of allocations: what a preview shows is what is saved, to the last unit, and never more than there is.
struct WebAllocationsTests {
    @Test func `the even split of the editor is that of the command`() async throws {
        let folder = try ProgramFolder()
        let goal = ["--target", "9", "--currency", "EUR", "--deadline", "2027-01-01"]
        var commands = ["C", "A", "B"].map { ("cst-plan", ["goal", "add", $0] + goal) }
        commands.append(("cst-assets", ["add", "Chest", "--currency", "EUR", "--balance", "10"]))
        commands += ["A", "B", "C"].map { ("cst-assets", ["allocate", "Chest", $0, "--share", "1%"]) }
        for (program, words) in commands {
            let told = try await folder.run(program, words)
            try #require(told.status == 0, "\(words) \(told.errors)")
        }
        let visitor = try await LocalDashboard(folder).comeIn()
        let assets = try JSONNode(parsing: try await folder.run("cst-assets", ["list", "--format", "json"]).output)
        let id = try #require(assets["assets"]?.elements.first?["id"]?.text)
        let path = "/assets/\(id.lowercased())/allocations"
        let page = try await visitor.get(path).body
        let link = try #require(page.firstMatch(of: #/href="([^"]+allocations\?[^"]+)">Split it evenly/#)).output.1
        let split = try await visitor.get(String(link).replacing("&amp;", with: "&")).body
        #expect(try await visitor.send(try Visitor.form(in: split, to: path)).status == 303)
        let own = try await folder.run("cst-assets", ["allocations", "--format", "json"]).output
        #expect(own.contains("0.3334") && own.contains("0.3333"), "\(own)")
        #expect(try await folder.run("cst-assets", ["allocate", "Chest", "--even"]).status == 0)
        #expect(try await folder.run("cst-assets", ["allocations", "--format", "json"]).output == own)
    }

    @Test func `what a preview shows is what is saved`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["CST_TEST_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1_000_000)
        let count = environment["CST_EDITORS"].flatMap(Int.init) ?? 60
        let folder = try ProgramFolder()
        var editor = try await AllocationEditor(folder)
        var wrong: [String] = []
        for number in 0..<count {
            editor.chance = SeededGenerator(seed: seed &+ UInt64(number))
            let known = editor.wrong.count
            try await editor.edit(editor.chance.pick(editor.assets), presses: number.isMultiple(of: 8))
            wrong += editor.wrong.dropFirst(known).map { "editor \(number): \($0)" }
        }
        #expect(wrong.isEmpty, "CST_TEST_SEED=\(seed)\n\(wrong.joined(separator: "\n"))")
        #expect(editor.saves > count / 8, "\(editor.saves) of \(count) were saved")
        // Another program reads the same.
        let told = try await folder.run("cst-assets", ["allocations", "--format", "json"])
        let rows = try JSONNode(parsing: told.output)["allocations"]?.elements ?? []
        for asset in editor.assets {
            let own = try await editor.program.ask("GET", String(asset.path.dropFirst())).document
            #expect(own["allocations"]?.elements == rows.filter { $0["assetId"]?.text == asset.id })
        }
    }
}
