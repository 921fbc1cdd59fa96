import Foundation
import ProgramSupport
import Testing

/// A household with people, tokens and links that let in.
struct WebPeople {
    let folder: ProgramFolder
    var password: String { "correct horse battery" }
    let ownerToken: String
    let readerToken: String
    /// The path of a link that shows all goals without amounts.
    let link: String
    /// The file of who may come in.
    private static let list = "settings/cst/access.json"

    /// Lets them in to the household of a folder. Their file is made once for all tests, as every password takes its time.
    init(_ folder: ProgramFolder) async throws {
        self = try await Self.made.value.copied(to: folder)
    }

    private init(_ folder: ProgramFolder, ownerToken: String, readerToken: String, link: String) {
        (self.folder, self.ownerToken, self.readerToken, self.link) = (folder, ownerToken, readerToken, link)
    }

    private static let made = Task {
        let folder = try ProgramFolder()
        try folder.write("correct horse battery\nsomething else", to: "password")
        func run(_ words: [String]) async throws -> String {
            let told = try await folder.run("cst-web", words)
            #expect(told.status == 0, "\(words) \(told.errors)")
            return told.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        for (name, role) in [("Ana", "owner"), ("Ben", "reader")] {
            _ = try await run(["user", "add", name, "--role", role, "--password-file", "password"])
        }
        let (owner, reader, url) = (
            try await run(["token", "add", "phone"]),
            try await run(["token", "add", "screen", "--read-only", "--expires", "90d"]),
            try await run(["link", "add", "Grandma"])
        )
        return WebPeople(
            folder, ownerToken: owner, readerToken: reader, link: try #require(URL(string: url)?.path))
    }

    private func copied(to other: ProgramFolder) throws -> WebPeople {
        for name in ["password", Self.list] {
            let target = other.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: folder.url.appending(path: name), to: target)
        }
        return WebPeople(other, ownerToken: ownerToken, readerToken: readerToken, link: link)
    }

    /// The changes of the household, the newest first.
    func history() async throws -> [JSONNode] {
        let told = try await folder.run("cst-plan", ["history", "--format", "json"])
        return try #require(try JSONNode(parsing: told.output)["history"]?.elements)
    }

    /// What a program sends along.
    static func bearer(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }
}
