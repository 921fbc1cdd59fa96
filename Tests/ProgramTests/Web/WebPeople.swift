import Foundation
import ProgramSupport
import Testing

/// A household with people, tokens and links that let in.
struct WebPeople {
    let folder: ProgramFolder
    let password = "correct horse battery"
    let ownerToken: String
    let readerToken: String
    /// The path of a link that shows all goals without amounts.
    let link: String

    init(_ folder: ProgramFolder) async throws {
        self.folder = folder
        try Data("\(password)\nsomething else".utf8).write(to: folder.url.appending(path: "password"))
        func run(_ words: [String]) async throws -> String {
            let told = try await folder.run("cst-web", words)
            try #require(told.status == 0, "\(words) \(told.errors)")
            return told.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        for (name, role) in [("Ana", "owner"), ("Ben", "reader")] {
            _ = try await run(["user", "add", name, "--role", role, "--password-file", "password"])
        }
        ownerToken = try await run(["token", "add", "phone"])
        readerToken = try await run(["token", "add", "screen", "--read-only", "--expires", "90d"])
        let url = try await run(["link", "add", "Grandma"])
        link = try #require(URL(string: url)?.path)
    }

    /// What a program sends along.
    static func bearer(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }
}
