import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The random writes of a chain.
extension WriteChain {
    private static let days = ["2026-02-10", "2026-04-01", "2026-04-12", "2026-04-13"]
    private static let fields = ["deadline", "description", "emoji", "link", "name", "target"]

    /// A value for a field of a goal.
    private mutating func value(_ field: String) -> Any {
        switch field {
        case "name": "Thing \(chance.int(1...1_000_000))"
        case "target": String(chance.int(1...20_000))
        case "deadline": "202\(chance.int(7...9))-0\(chance.int(1...9))-28"
        case "description": chance.chance(1, in: 2) ? "As \"said\" & <done>" : NSNull()
        case "emoji": chance.chance(1, in: 2) ? "🚲" : NSNull()
        default: chance.chance(1, in: 2) ? "https://example.org/?a=1&b=2" : NSNull()
        }
    }

    /// Values for some of the fields.
    private mutating func some(_ names: [String]) -> [String: Any] {
        let chosen = names.shuffled(using: &chance).prefix(chance.int(1...names.count))
        var values: [String: Any] = [:]
        for name in chosen { values[name] = value(name) }
        return values
    }

    /// Makes one write of any kind.
    mutating func step() async throws {
        switch chance.int(1...30) {
        case 1...5: try await changeGoal()
        case 6...8: try await changeAsset()
        case 9...13: try await changeTransaction()
        case 14...17: try await changeAllocations()
        case 18...21: try await changePayment()
        case 22...23: try await changeMonth()
        case 24...27: try await undo()
        default: try await redo()
        }
    }

    private mutating func changeGoal() async throws {
        let goals = try await ids("goals", "goals")
        if goals.isEmpty || chance.chance(3, in: 10) {
            var body = some(["description", "emoji", "link"]).filter { !($0.value is NSNull) }
            for field in ["name", "target", "deadline"] { body[field] = value(field) }
            body["currency"] = chance.pick(["USD", "EUR", "JPY"])
            try await write("POST", "goals", body)
            return
        }
        let path = "goals/\(chance.pick(goals))"
        let acts = ["edit", "edit", "flex-state", "flex-state", "delete"]
        switch chance.pick(acts + ["finish", "cancel", "pause", "resume", "archive"]) {
        case "edit": try await write("PATCH", path, some(Self.fields), at: path)
        case "delete": try await write("DELETE", path, at: path)
        case "flex-state":
            var body: [String: Any] = [
                "state": chance.pick(["protected", "skipped", "flexible"]), "always": chance.chance(3, in: 10),
            ]
            if chance.chance(4, in: 10) {
                let amount = String(chance.int(1...2000))
                body["custom"] = chance.pick([nil, amount, "0", "x"]).map { $0 as Any } ?? NSNull()
            }
            try await write("PUT", "\(path)/flex-state", body, at: path)
        case let act: try await write("POST", "\(path)/\(act)", at: path)
        }
    }

    private mutating func changeAsset() async throws {
        let assets = try await ids("assets", "assets")
        if assets.isEmpty || chance.chance(4, in: 10) {
            try await write(
                "POST", "assets",
                [
                    "name": value("name"), "currency": chance.pick(["EUR", "USD", "BTC", "ETH", "JPY", "XMR"]),
                    "balance": chance.pick(["0", "12", "2000"]),
                ])
            return
        }
        let path = "assets/\(chance.pick(assets))"
        if chance.chance(6, in: 10) {
            try await write("PATCH", path, ["name": value("name")], at: path)
        } else {
            try await write("DELETE", path, at: path)
        }
    }

    private mutating func changeTransaction() async throws {
        let assets = try await ids("assets", "assets")
        var known: [String] = []
        for asset in assets { await known += try ids("assets/\(asset)/transactions", "transactions") }
        let act = chance.pick(["enter", "enter", "correct", "delete"])
        guard act != "enter", !known.isEmpty else {
            guard !assets.isEmpty else { return }
            var body = ["amount": chance.pick(["0.001", "3", "250", "0", "x"]), "date": chance.pick(Self.days)]
            if chance.chance(4, in: 10) { body["type"] = "withdrawal" }
            try await write("POST", "assets/\(chance.pick(assets))/transactions", body)
            return
        }
        let path = "transactions/\(chance.pick(known))"
        guard act == "correct" else {
            try await write("DELETE", path, at: path)
            return
        }
        let changes: [[String: Any]] = [
            ["amount": "7"], ["date": chance.pick(Self.days)], ["note": "again"], ["note": NSNull()], ["amount": "0"],
            ["amount": "2.5", "note": "more", "date": "2026-03-31"],
        ]
        try await write("PATCH", path, changes[chance.int(0...changes.count - 1)], at: path)
    }

    private mutating func changeAllocations() async throws {
        let (goals, assets) = await (try ids("goals", "goals"), try ids("assets", "assets"))
        guard !goals.isEmpty, !assets.isEmpty else { return }
        let path = "assets/\(chance.pick(assets))/allocations"
        var sizes: [String: String] = [:]
        for goal in goals.shuffled(using: &chance).prefix(chance.int(0...min(3, goals.count))) {
            sizes[goal] = chance.pick(["", "rest", "5", "30%", "33.3333%", "0.001", "x"])
        }
        try await write("PUT", path, ["sizes": sizes], at: path)
    }

    private mutating func changePayment() async throws {
        switch chance.pick(["keep", "keep", "forget", "budget"]) {
        case "keep":
            var body = chance.pick([["factor": "0.8"], ["factor": "1.2"], ["factor": "9"], ["budget": "900"], [:]])
            body["strategy"] = chance.pick(["balanced", "prioritizeUrgent", "minimizeRisk"])
            try await write("PUT", "flex", body)
        case "forget": try await write("DELETE", "flex")
        default:
            let amount = chance.pick([nil, "100", "9000", "-1"])
            try await write("POST", "budget/apply", amount.map { ["amount": $0] } ?? [:])
        }
    }

    private mutating func changeMonth() async throws {
        let month = chance.pick(["2026-05", "2026-05", "2026-06"])
        try await write("POST", "months/\(month)/\(chance.pick(["start", "close", "undo"]))")
    }

    private mutating func undo() async throws {
        // The beginning stays, or there would be nothing to compare with.
        let number = undoable
        guard number != start else { return }
        try hold(try await send("POST", "undo", ["entry": number + 1]).status == 409, "undone out of turn")
        try await hold(try write("POST", "undo", ["entry": number]).status == 200, "not undone")
    }

    private mutating func redo() async throws {
        guard let number = redoable else { return }
        try await hold(try write("POST", "redo", ["entry": number]).status == 200, "not redone")
    }
}
