import ProgramSupport
import TestSupport
import Testing

/// The laws that hold of a household whatever was done to it, by the documents of the programs.
struct DocumentLaws {
    let folder: ProgramFolder

    private func document(_ program: String, _ words: String...) async throws -> JSONNode {
        let told = try await folder.run(program, words + ["--format", "json"])
        try #require([0, 4].contains(told.status), "\(words): \(told.errors)")
        return try JSONNode(parsing: told.output)
    }

    /// What is broken, one sentence each; `undoes` is the journal as it was seen to grow: what an entry undoes, by its number.
    func broken(newest: Int, undoes: [Int: Int]) async throws -> [String] {
        var found = try await allocations() + required()
        if try await document("cst-plan", "doctor")["healthy"] != .bool(true) { found.append("not healthy") }
        let history = try await document("cst-plan", "history", "--limit", "1000000")["history"]?.elements ?? []
        let numbers = history.compactMap { $0["number"]?.text }.compactMap { Int($0) }
        if numbers.sorted() != Array(1...newest) { found.append("the journal has \(numbers), not 1 to \(newest)") }
        for entry in history {
            let undone = entry["undoes"]?.text.flatMap { Int($0) }
            let number = entry["number"]?.text.flatMap { Int($0) } ?? 0
            if undone != undoes[number] { found.append("entry \(number) undoes \(String(describing: undone))") }
        }
        return found
    }

    /// Where goals get more of an asset, with what is free of it, than it holds (L3).
    func allocations() async throws -> [String] {
        var given: [String: SlowFraction] = [:]
        for row in try await document("cst-assets", "allocations")["allocations"]?.elements ?? [] {
            given[row["assetId"]?.text ?? "", default: .zero] =
                try given[row["assetId"]?.text ?? "", default: .zero]
                + Self.amount(row["funded"])
        }
        return try await document("cst-assets", "list")["assets"]?.elements.compactMap { row in
            let used = try given[row["id"]?.text ?? "", default: .zero] + Self.amount(row["free"])
            let held = SlowFraction.larger(try Self.amount(row["balance"]), .zero)
            return held < used ? "more is given than there is: \(row)" : nil
        } ?? []
    }

    /// Where payments do not sum to what remains, or what is due not to the total (R3, R4, R8).
    func required() async throws -> [String] {
        var found: [String] = []
        let document = try await document("cst-plan", "required")
        var total = SlowFraction.zero
        for row in document["goals"]?.elements ?? [] {
            guard row["required"] != .null, row["unavailable"]?.elements.isEmpty == true else { continue }
            let (remaining, now) = (try Self.amount(row["remaining"]), try Self.amount(row["required"]))
            let lacking = try Self.amount(row["target"]) - Self.amount(row["saved"])
            if remaining != .larger(lacking, .zero) { found.append("remaining is not what is lacking: \(row)") }
            if remaining < now { found.append("more is required than remains: \(row)") }
            let payments = try row["payments"]?.elements.map { try Self.amount($0["amount"]) } ?? []
            if payments.reduce(.zero, +) != remaining { found.append("payments do not sum to what remains: \(row)") }
            if row["due"] == .bool(true), row["flexState"]?.text != "skipped", row["requiredDisplay"] != .null {
                total = total + (try Self.amount(row["requiredDisplay"]))
            }
        }
        if document["complete"] == .bool(true), try total != Self.amount(document["total"]) {
            found.append("what is due is not the total: \(document)")
        }
        return found
    }

    private static func amount(_ node: JSONNode?) throws -> SlowFraction {
        SlowFraction(decimal: try #require(node?["amount"]?.text))
    }
}
