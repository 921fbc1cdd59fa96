import Foundation
import ProgramSupport
import Testing

/// Two servers of one household that share nothing but the database.
struct SharedServers {
    static let host = "savings.example.org"

    let place: ServerPlace
    let folders: [ProgramFolder]
    let programs: [WebProgram]

    /// - Parameters:
    ///   - commands: what is done to the household before they start.
    ///   - environment: of both, besides where their household is.
    init(_ commands: [String] = [], environment: [String: String] = [:]) async throws {
        place = try ServerPlace()
        let folder = try await Household().folder
        for program in ["cst-assets", "cst-plan", "cst-web"] {
            let told = try await folder.run(
                program, ["store", "prepare", "--role", "cst_app"], environment: place.owner)
            try #require(told.status == 0, "\(told.errors)")
        }
        let moved = try await folder.run("cst-assets", ["store", "move", "--to", place.address])
        try #require(moved.status == 0, "\(moved.errors)")
        for line in commands {
            let words = try CommandLineText(line).words
            let told = try await folder.run(words[0], Array(words.dropFirst()), environment: place.app)
            try #require(told.status == 0, "\(told.errors)")
        }
        folders = [folder, try await Household().folder]
        for name in ["Ana", "Ben"] { try await Self.add(name, folder, place) }
        var programs: [WebProgram] = []
        for folder in folders { programs.append(try Self.start(folder, place, environment)) }
        self.programs = programs
    }

    private static func add(_ name: String, _ folder: ProgramFolder, _ place: ServerPlace) async throws {
        try Data("correct horse battery\n".utf8).write(to: folder.url.appending(path: "password"))
        let told = try await folder.run(
            "cst-web", ["user", "add", name, "--password-file", "password"], environment: place.app)
        try #require(told.status == 0, "\(told.errors)")
    }

    static func start(
        _ folder: ProgramFolder, _ place: ServerPlace, _ environment: [String: String] = [:]
    ) throws -> WebProgram {
        try WebProgram(
            folder, ["--behind-proxy", "https://\(host)", "--port", "\(try WebProgram.freePort())"],
            environment: place.app.merging(environment) { own, _ in own })
    }

    /// The id of an asset in a list of assets.
    static func id(of name: String, _ list: ProgramResult) throws -> String {
        let assets = try JSONNode(parsing: list.output)["assets"]?.elements ?? []
        return try #require(assets.first { $0["name"]?.text == name }?["id"]?.text)
    }
}

/// A browser whose requests go to one of the servers.
struct SharedBrowser {
    let cookie: String

    init(_ name: String, at program: WebProgram) async throws {
        let answer = try await program.login(name, "correct horse battery", host: SharedServers.host)
        try #require(answer.status == 303, "\(answer.status) \(answer.body)")
        cookie = try #require(answer.header("Set-Cookie")?.split(separator: ";").first.map(String.init))
    }

    func get(_ path: String, at program: WebProgram) async throws -> DashboardAnswer {
        try await Self.elsewhere { try program.ask("GET", path, [("Cookie", cookie)], host: SharedServers.host) }
    }

    func form(_ page: String, to action: String, at program: WebProgram) async throws -> WebForm {
        try Visitor.form(in: try await get(page, at: program).body, to: action, [:])
    }

    func send(_ form: WebForm, at program: WebProgram) async throws -> DashboardAnswer {
        try await Self.elsewhere {
            try program.ask(
                "POST", form.action,
                [
                    ("Cookie", cookie), ("Content-Type", "application/x-www-form-urlencoded"),
                    ("Sec-Fetch-Site", "same-origin"),
                ], host: SharedServers.host, body: form.body)
        }
    }

    /// Waits on a thread of its own: several requests are under way at once.
    private static func elsewhere<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
