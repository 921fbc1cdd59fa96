import Foundation
import ProgramSupport
import Testing

/// Several servers of one household behind a proxy that sends each request to the next one.
struct WebSharedHouseholdTests {
    @Test func `servers of one household do what one server does`() async throws {
        let servers = try await SharedServers()
        try await countPasswords(servers)
        try await endSessions(servers)
        try await shareForms(servers)
    }

    /// Any server takes what another one showed, and nothing is done twice.
    private func shareForms(_ servers: SharedServers) async throws {
        let (one, other) = (servers.programs[0], servers.programs[1])
        let ana = try await SharedBrowser("Ana", at: one)
        let pages = [try await ana.get("/help", at: one), try await ana.get("/help", at: other)]
        #expect(pages.map(\.status) == [200, 200])
        let tokens = try pages.map { page in
            try #require(page.body.firstMatch(of: #/data-csrf="([^"]+)"/#).map { String($0.output.1) })
        }
        #expect(Set(tokens).count == 1)

        let told = try await servers.folders[0].run(
            "cst-assets", ["list", "--format", "json"], environment: servers.place.app)
        let savings = try SharedServers.id(of: "Savings", told)
        func deposits() async throws -> Int {
            let told = try await servers.folders[1].run(
                "cst-assets", ["transactions", "Savings", "--format", "csv"], environment: servers.place.app)
            return told.output.split(whereSeparator: \.isNewline).count
        }
        let before = try await deposits()
        var form = try await ana.form("/assets/\(savings)", to: "/assets/\(savings)/transactions", at: one)
        form.fields["amount"] = "21.50"
        for program in [other, one, other] {
            let answer = try await ana.send(form, at: program)
            #expect(answer.status == 303, "\(answer.status) \(answer.body.suffix(500))")
        }
        #expect(try await deposits() == before + 1)
        let page = try await ana.get("/assets/\(savings)", at: one)
        #expect(page.body.contains("21.50"))

        let undo = try await ana.form("/activity", to: "/history/undo", at: other)
        #expect(try await ana.send(undo, at: one).status == 303)
        #expect(try await deposits() == before)
        let flex = try await ana.form("/flex?percent=80", to: "/flex/save", at: one)
        let saved = try await ana.send(flex, at: other)
        #expect(saved.status == 303, "\(saved.status) \(saved.body.suffix(1000))")

        // One is killed: whoever was inside goes on with the other one, and a new one knows the session, too.
        #expect(one.end(SIGKILL) != 0)
        #expect(try await ana.get("/goals", at: other).status == 200)
        let third = try SharedServers.start(servers.folders[0], servers.place)
        #expect(try await ana.get("/goals", at: third).status == 200)
        #expect(third.end() == 0 && other.end() == 0)
    }

    /// Wrong passwords count together.
    private func countPasswords(_ servers: SharedServers) async throws {
        for number in 0..<5 {
            #expect(
                try await servers.programs[number % 2].login("Cid", "wrong wrong wrong", host: SharedServers.host)
                    .status == 401)
        }
        for program in servers.programs {
            #expect(try await program.login("Cid", "wrong wrong wrong", host: SharedServers.host).status == 429)
        }
    }

    /// Somebody who was removed, or has left, is outside on all.
    private func endSessions(_ servers: SharedServers) async throws {
        let (one, other) = (servers.programs[0], servers.programs[1])
        let (ana, ben) = (try await SharedBrowser("Ana", at: one), try await SharedBrowser("Ben", at: other))
        let removed = try await servers.folders[1].run(
            "cst-web", ["user", "remove", "Ben"], environment: servers.place.app)
        #expect(removed.status == 0, "\(removed.errors)")
        for program in servers.programs {
            #expect(try await ben.get("/goals", at: program).status == 303)
            #expect(try await ana.get("/goals", at: program).status == 200)
        }
        // Who ends a session on one has ended it on all.
        let list = try await ana.get("/sessions", at: other)
        #expect(list.status == 200)
        let again = try await SharedBrowser("Ana", at: other)
        let out = try await ana.form("/", to: "/logout", at: one)
        #expect(try await again.send(WebForm(action: out.action, fields: out.fields), at: one).status != 200)
        #expect(try await ana.send(out, at: one).status == 200)
        #expect(try await ana.get("/goals", at: other).status == 303)
        #expect(try await again.get("/goals", at: one).status == 200)
        // Nothing of it is in a backup, and nothing in it admits anybody.
        let backup = try await servers.folders[0].run("cst-assets", ["backup", "b"], environment: servers.place.app)
        #expect(backup.status == 0, "\(backup.errors)")
        let bytes = try Data(contentsOf: servers.folders[0].url.appending(path: "b"))
        #expect(bytes.range(of: Data("session/".utf8)) == nil)
    }
}
