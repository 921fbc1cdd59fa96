import Foundation
import ProgramSupport
import Testing

/// The traces of a running program beside its answers: the history, its log, its metrics, and streams that it ends.
struct WebLogTests {
    @Test func `whoever changes something is named, nothing secret is written, and who is removed hears nothing`()
        async throws
    {
        let people = try await WebPeople(try await Household().folder)
        let program = try WebProgram(people.folder, ["--verbose"])
        let ana = try await program.visitor("ana", people.password)
        let form = try await change(people, program, ana)
        let (metrics, started) = try await read(people, program)
        try await remove(people, program)
        #expect(program.end() == 0)

        let log = try program.told
        #expect(log.contains(#""who":"Ana""#) && log.contains(#""who":"token:phone""#))
        #expect(log.contains("\"route\":\"/goals/{id}\""))
        let cookies = [ana.cookie, started.cookie].map { String($0.split(separator: "=")[1]) }
        let start = try #require(program.start.split(separator: "=").last.map(String.init))
        let secrets =
            [people.password, people.ownerToken, people.readerToken, people.link, start, form.fields["csrf"] ?? "-"]
            + cookies
        for secret in secrets + ["Car", "Savings", "18000", "2026-03-01"] {
            #expect(!metrics.contains(secret) && !log.contains(secret), "\(secret)")
        }
        for file in try FileManager.default.subpathsOfDirectory(atPath: people.folder.url.path) where file != "password"
        {
            let bytes = FileManager.default.contents(atPath: people.folder.url.appending(path: file).path) ?? Data()
            for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file)") }
        }
    }

    /// Changes something as a person and as a program, and tries it as who may only read; gives the form of the person.
    private func change(_ people: WebPeople, _ program: WebProgram, _ ana: Visitor) async throws -> WebForm {
        let form = try await ana.form("/assets/new", to: "/assets/new", ["name": "Chest", "currency": "EUR"])
        #expect(try await ana.send(form).status == 303)
        func add(_ name: String, _ token: String) async throws -> DashboardAnswer {
            try await program.ask(
                "POST", "/api/v1/assets", WebPeople.bearer(token) + [("Content-Type", "application/json")],
                body: #"{"name":"\#(name)","currency":"EUR"}"#)
        }
        let made = try await add("Box", people.ownerToken)
        #expect(made.status == 201, "\(made.body)")
        let entries = try await people.history()
        #expect(entries[1]["person"]?.text == "Ana" && entries[0]["person"]?.text == "token:phone")
        let activity = try await ana.get("/activity").body
        #expect(activity.contains(">Ana</bdi>, "), "\(activity)")
        let text = try await people.folder.run("cst-plan", ["history"]).output
        #expect(text.contains("  Ana, cst-web add Chest") || text.contains("  Ana, cst-web "), "\(text.prefix(400))")
        // Whoever only reads is refused, and pages offer nothing to write.
        let ben = try await program.visitor("Ben", people.password)
        await #expect(try !ben.get("/assets").body.contains("/assets/new"))
        let refused = try await add("Third", people.readerToken)
        #expect(refused.status == 403 && refused.body.contains("web.notAllowed"))
        #expect(try await people.history().count == entries.count)
        return form
    }

    /// Reads pages by the printed address; gives what the program counted, and who has signed in so.
    private func read(_ people: WebPeople, _ program: WebProgram) async throws -> (metrics: String, visitor: Visitor) {
        let visitor = try await program.comeIn()
        for path in ["/", "/goals/Car", "/?as-of=2026-03-01", "/api/v1/goals/Car", "/nothing/Car"] {
            _ = try await visitor.get(path)
        }
        let metrics = try await program.ask("GET", "/metrics", WebPeople.bearer(people.ownerToken)).body
        #expect(metrics.contains("cst_requests_total{route=\"/goals/{id}\",method=\"GET\",status=\"200\"} 1"))
        return (metrics, visitor)
    }

    /// Removes a person who listens: the stream ends before anything else is told.
    private func remove(_ people: WebPeople, _ program: WebProgram) async throws {
        let ben = try await program.visitor("Ben", people.password)
        let stream = program.listen(
            "GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\nConnection: close\r\nCookie: \(ben.cookie)\r\n\r\n"
        )
        while try await !program.ask("GET", "/metrics", WebPeople.bearer(people.ownerToken)).body
            .contains("cst_event_streams 1")
        { try await Task.sleep(for: .milliseconds(20)) }
        for (name, words) in [
            ("cst-web", ["user", "remove", "Ben"]), ("cst-plan", ["goal", "edit", "Car", "--target", "12345"]),
        ] {
            let told = try await people.folder.run(name, words)
            try #require(told.status == 0, "\(told.errors)")
        }
        let heard = try await stream.value
        #expect(heard.contains("200 OK") && !heard.contains("revision"), "\(heard)")
    }
}
