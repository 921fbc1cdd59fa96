import Foundation
import ProgramSupport
import Testing

/// A person who is called otherwise is the same person.
struct WebRenamedPersonTests {
    private func act(_ visitor: Visitor) async throws {
        let list = try await visitor.get("/assets").body
        let path = try #require(list.firstMatch(of: #/href="(\/assets\/[0-9a-f-]{36})"[^>]*>(?:<[^>]*>)*Savings/#))
        let savings = String(path.output.1)
        try await visitor.save(savings, to: "\(savings)/transactions", ["amount": "5"])
    }

    @Test(arguments: [true, false]) func `sessions stay, and what was done keeps the name of then`(byPage: Bool)
        async throws
    {
        let people = try await WebPeople(try await Household().folder)
        let program = try await LocalDashboard(people.folder)
        let (ana, phone) = (
            try await program.visitor("Ana", people.password), try await program.visitor("Ana", people.password)
        )
        try await act(ana)
        if byPage {
            let form = try await ana.form("/people", to: "/people/rename", ["person": "Ana", "name": "Anna Lee"])
            #expect(try await ana.send(form).status == 303)
        } else {
            let told = try await people.folder.run("cst-web", ["user", "rename", "ana", "Anna Lee"])
            #expect(told.status == 0 && told.output.contains("Anna Lee"), "\(told.errors)")
        }
        try await act(phone)
        try await act(ana)
        #expect(try await people.history().prefix(3).map { $0["person"]?.text } == ["Anna Lee", "Anna Lee", "Ana"])
        let list = try await ana.get("/sessions").body
        #expect(list.contains("Anna Lee") && !list.contains(">Ana<"))
        // The own password is still asked for by the session.
        let form = try await phone.form(
            "/people/password", to: "/people/password",
            ["current": people.password, "password": "another password"])
        #expect(try await phone.send(form).status == 200)
        #expect(try await ana.get("/").status == 303)
        #expect(try await program.login("Ana", "another password").status == 401)
        #expect(try await program.login("anna lee", "another password").status == 303)
    }

    @Test func `a name that cannot be, or is somebody else's, is refused at its field, and nobody unknown is renamed`()
        async throws
    {
        let people = try await WebPeople(try await Household().folder)
        let program = try await LocalDashboard(people.folder)
        let ana = try await program.visitor("Ana", people.password)
        for name in ["", "BEN", "a:b", String(repeating: "x", count: 65)] {
            let form = try await ana.form("/people", to: "/people/rename", ["person": "Ana", "name": name])
            let answer = try await ana.send(form)
            #expect(answer.status == 422 && answer.body.contains("rename-name-issue-0"), "\(name)")
            let told = try await people.folder.run("cst-web", ["user", "rename", "Ana", name])
            #expect(told.status != 0, "\(name)")
        }
        // Another case is another way to write the same name.
        let form = try await ana.form("/people", to: "/people/rename", ["person": "Ana", "name": "ANA"])
        #expect(try await ana.send(form).status == 303)
        #expect(try await people.folder.run("cst-web", ["user", "rename", "Nobody", "Cid"]).status == 2)
        let ben = try await program.visitor("Ben", people.password)
        let sent = try await ben.post(
            "/people/rename", "csrf=\(try await ben.csrf())&person=Ana&name=Eve", [("Sec-Fetch-Site", "same-origin")])
        #expect(sent.status == 403)
    }
}
