import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Random chains of writes through the API of a household, each of which is held to what it promises.
struct WriteChain {
    /// What stands in every document of these, apart from what was made of them or is shown of them elsewhere.
    private static let documents = [
        "required", "goals", "assets", "months", "months/2026-05", "months/2026-06", "budget",
    ]

    let folder: ProgramFolder
    private var program: APIClient
    var chance = SeededGenerator(seed: 0)
    /// The requests that were sent, for whoever reads a failure.
    private var steps: [String] = []
    /// The newest entry of the journal, and what each entry undoes, as the journal was seen to grow.
    private var newest = 0
    private var undoes: [Int: Int] = [:]
    /// How many writes were carried out.
    private(set) var writes = 0
    /// The entry at which the chain began: undoing everything leads back to it.
    var start = 0

    init(_ folder: ProgramFolder) async throws {
        self.folder = folder
        program = try await APIClient(try await LocalDashboard(folder), folder, tokens: 8)
        for entry in try await get("history?limit=1000").document["history"]?.elements ?? [] { try note(entry) }
    }

    private mutating func note(_ entry: JSONNode) throws {
        let number = try #require(entry["number"]?.text.flatMap { Int($0) })
        newest = max(newest, number)
        undoes[number] = entry["undoes"]?.text.flatMap { Int($0) }
    }

    /// Makes a chain, undoes all of it, redoes all of it, and compares what is shown before and after.
    mutating func run(seed: UInt64) async throws {
        (chance, steps) = (SeededGenerator(seed: seed), [])
        let began = try await documents()
        start = undoable
        for _ in 0..<chance.int(6...14) { try await step() }
        let ended = try await documents()
        try await holdLaws()
        let count = try await undoAll()
        try await hold(documents(), began, "after undoing everything")
        // A step that the chain itself had undone stays undone.
        for _ in 0..<count { try await back("redo", try #require(redoable)) }
        try await hold(documents(), ended, "after redoing everything")
        try await holdLaws()
        if chance.chance(7, in: 10) { _ = try await undoAll() }
    }

    // MARK: - Asking

    /// Fails with the requests that led here.
    func hold(
        _ holds: Bool, _ words: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try #require(
            holds, "\(words())\n\(steps.joined(separator: "\n"))" as Comment, sourceLocation: sourceLocation)
    }

    private func hold(_ documents: [String: String], _ wanted: [String: String], _ when: String) throws {
        try hold(documents.keys.sorted() == wanted.keys.sorted(), "other documents \(when)")
        for (path, text) in wanted where documents[path] != text {
            try hold(false, "\(path) \(when): \(documents[path] ?? "") instead of \(text)")
        }
    }

    private func holdLaws() async throws {
        let broken = try await DocumentLaws(folder: folder).broken(newest: newest, undoes: undoes)
        try hold(broken.isEmpty, broken.joined(separator: "\n"))
    }

    mutating func send(
        _ method: String, _ path: String, _ body: [String: Any]? = nil, _ headers: [(String, String)] = [],
        isRepeated: Bool = false
    ) async throws -> DashboardAnswer {
        let answer = try await program.ask(method, path, body, headers, isRepeated: isRepeated)
        if method != "GET" {
            steps.append("\(method) \(path) \(body ?? [:]) \(headers): \(answer.status) \(answer.code ?? "")")
        }
        try hold(answer.status < 500, answer.body)
        return answer
    }

    mutating func get(_ path: String) async throws -> DashboardAnswer {
        let answer = try await send("GET", path)
        try hold(answer.status == 200, "\(path): \(answer.body)")
        return answer
    }

    /// The elements of a list that the API answers.
    mutating func list(_ path: String, _ name: String) async throws -> [JSONNode] {
        try await get(path).document[name]?.elements ?? []
    }

    /// The ids of what a list has.
    mutating func ids(_ path: String, _ name: String) async throws -> [String] {
        try await list(path, name).compactMap { $0["id"]?.text }
    }

    private mutating func documents() async throws -> [String: String] {
        var texts: [String: String] = [:]
        // A month that was not started is told as that.
        for path in Self.documents { texts[path] = try await send("GET", path).body }
        for goal in try await ids("goals", "goals") { texts["goals/\(goal)"] = try await get("goals/\(goal)").body }
        for asset in try await ids("assets", "assets") {
            for part in ["", "/allocations", "/transactions"] {
                texts["assets/\(asset)\(part)"] = try await get("assets/\(asset)\(part)").body
            }
        }
        return texts
    }

    // MARK: - The journal

    /// The entry that an undo is about: an entry that undoes another one leaves what was there before that one.
    var undoable: Int {
        var number = newest
        while let undone = undoes[number] { number = undone - 1 }
        return number
    }

    /// The undo that a redo is about; a redo is the undo of an undo.
    var redoable: Int? {
        var number = newest
        while let undone = undoes[number] {
            if undoes[undone] == nil { return number }
            number = undone - 1
        }
        return nil
    }

    /// Reads on in the journal; whether there is a new entry.
    @discardableResult
    private mutating func follow(mayGrow: Bool) async throws -> Bool {
        let last = try #require(try await list("history?limit=1", "history").first)
        let grown = try #require(last["number"]?.text.flatMap { Int($0) }) - newest
        try hold(grown == 0 || mayGrow && grown == 1, "\(grown) entries for one write")
        try note(last)
        return grown == 1
    }

    /// Goes back to the beginning; how many steps.
    private mutating func undoAll() async throws -> Int {
        var count = 0
        while undoable != start {
            try await back("undo", undoable)
            count += 1
        }
        return count
    }

    private mutating func back(_ word: String, _ number: Int) async throws {
        let answer = try await send("POST", word, ["entry": number])
        try hold(answer.status == 200, answer.body)
        try await hold(try follow(mayGrow: true), "nothing was written by \(word) \(number)")
    }

    // MARK: - One write, and what it promises

    /// Carries something out; `thing` is where the version of it stands that is changed.
    @discardableResult
    mutating func write(
        _ method: String, _ path: String, _ body: [String: Any]? = nil, at thing: String? = nil
    ) async throws -> DashboardAnswer {
        var headers: [(String, String)] = []
        var seen: DashboardAnswer?
        if let thing {
            let found = try await get(thing)
            if chance.chance(1, in: 5) {
                try hold(try await send(method, path, body).status == 428, "written without a version")
                try await follow(mayGrow: false)
            }
            headers.append(("If-Match", found.header("ETag") ?? ""))
            seen = found
        }
        if method == "POST" { headers.append(("Idempotency-Key", chance.uuid().uuidString)) }
        let answer = try await send(method, path, body, headers)
        try hold([200, 201, 404, 409, 422].contains(answer.status), answer.body)
        if answer.status < 300 { writes += 1 }
        if try await follow(mayGrow: answer.status < 300), answer.status == 201 { try await made(answer) }
        if answer.status < 300, method == "POST" { try await repeated(answer, path, body, headers) }
        if answer.status == 200, let thing, let seen { try await versions(answer, method, path, body, thing, seen) }
        return answer
    }

    /// What is new stands at its address, in the version that is told.
    private mutating func made(_ answer: DashboardAnswer) async throws {
        let found = try await get(String((answer.header("Location") ?? "").dropFirst("/api/v1/".count)))
        try hold(found.version == answer.version, "\(found.headers) for \(answer.headers)")
        let (made, shown) = (try answer.document, try found.document)
        try hold(made["schema"] == shown["schema"], "another schema: \(found.body)")
        for kind in ["goal", "asset", "transaction"] {
            guard case .object(let members)? = made[kind] else { continue }
            for member in members {
                try hold(
                    shown[kind]?[member.key] == member.value, "\(member.key) of \(answer.body) is not in \(found.body)")
            }
        }
    }

    /// The same with the same key is answered the same, and carried out once.
    private mutating func repeated(
        _ answer: DashboardAnswer, _ path: String, _ body: [String: Any]?, _ headers: [(String, String)]
    ) async throws {
        let again = try await send("POST", path, body, headers, isRepeated: true)
        try hold(again.status == answer.status, again.body)
        for name in ["Location", "ETag"] {
            let (first, second) = (answer.header(name), again.header(name))
            try hold(first == second, "\(name) is \(second ?? "missing"), not \(first ?? "missing")")
        }
        func members(_ answer: DashboardAnswer) throws -> [JSONNode.Member] {
            guard case .object(let members) = try answer.document else { return [] }
            return members.filter { $0.key != "warnings" }
        }
        try hold(try members(again) == members(answer), "\(again.body) instead of \(answer.body)")
        try await follow(mayGrow: false)
    }

    /// Whoever has seen the version before is refused, and told what is there now.
    private mutating func versions(
        _ answer: DashboardAnswer, _ method: String, _ path: String, _ body: [String: Any]?, _ thing: String,
        _ seen: DashboardAnswer
    ) async throws {
        let old = [("If-Match", seen.header("ETag") ?? "")]
        if method == "DELETE" {
            try hold(try await send("GET", thing).status == 404, "\(thing) is still there")
            try hold(try await send(method, path, body, old).status == 404, "\(thing) is deleted twice")
            return
        }
        let now = try await get(thing)
        try hold(answer.version == now.version, "\(answer.headers) is not of \(now.headers)")
        guard now.version != seen.version else { return }
        let refused = try await send(method, path, body, old)
        try hold(
            refused.status == 412 && refused.header("ETag") == now.header("ETag") && refused.body == now.body,
            "\(refused.status) \(refused.body) instead of \(now.body)")
        try await follow(mayGrow: false)
    }
}
