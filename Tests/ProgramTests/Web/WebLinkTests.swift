import Foundation
import ProgramSupport
import Testing

/// The address of a link is one under which the dashboard is found.
struct WebLinkTests {
    private static func add(_ folder: ProgramFolder, _ name: String) async throws -> (url: String, notes: String) {
        let told = try await folder.run("cst-web", ["link", "add", name])
        try #require(told.status == 0, "\(told.errors)")
        return (told.output.trimmingCharacters(in: .whitespacesAndNewlines), told.errors)
    }

    @Test func `a link begins with the address of the dashboard that runs, else with that of the settings`()
        async throws
    {
        let people = try await WebPeople(try ProgramFolder())
        let none = try await Self.add(people.folder, "None")
        #expect(none.url.hasPrefix("http://127.0.0.1:8765/g/") && none.notes.contains("No dashboard is running"))
        let port = try WebProgram.freePort()
        let local = try WebProgram(people.folder, ["--port", "\(port)"])
        let found = try await Self.add(people.folder, "Gran")
        #expect(found.url.hasPrefix("http://127.0.0.1:\(port)/g/") && !found.notes.contains("No dashboard"))
        #expect(try await local.ask("GET", try #require(URL(string: found.url)?.path)).status == 200)
        #expect(local.end() == 0)
        #expect(try await Self.add(people.folder, "After").notes.contains("No dashboard is running"))
        let proxied = try WebProgram(
            people.folder, ["--port", "\(try WebProgram.freePort())", "--behind-proxy", "https://home.example/savings"])
        // A log of a service has no address that lets somebody in.
        #expect(proxied.start == "https://home.example/savings/")
        #expect(try await Self.add(people.folder, "Ben").url.hasPrefix("https://home.example/savings/g/"))
        // One that was killed is not taken for one that runs.
        kill(proxied.process.processIdentifier, SIGKILL)
        proxied.process.waitUntilExit()
        #expect(try await Self.add(people.folder, "Eve").url.hasPrefix("http://127.0.0.1:8765/g/"))
        try people.folder.write("web:\n  publicURL: https://savings.example\n", to: "settings/cst/config.yaml")
        let set = try await Self.add(people.folder, "Uma")
        #expect(set.url.hasPrefix("https://savings.example/g/") && !set.notes.contains("No dashboard"))
    }
}
