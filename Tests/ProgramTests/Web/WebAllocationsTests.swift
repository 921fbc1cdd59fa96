import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Random editors of allocations: what a preview shows is what is saved, to the last unit, and never more than there is.
struct WebAllocationsTests {
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
