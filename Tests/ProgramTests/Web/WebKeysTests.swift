import Foundation
import ProgramSupport
import Testing

/// Keys under which programs have a request carried out once.
struct WebKeysTests {
    @Test func `a key is of its sender, its address and its contents`() async throws {
        let people = try await WebPeople(try await Household().folder)
        let program = try await LocalDashboard(people.folder)
        let (start, ana) = (try await program.comeIn(), try await program.visitor("Ana", people.password))
        let path = "POST /assets/Savings/transactions"
        func send(
            _ who: Visitor, _ body: String, _ key: String, _ operation: String = path
        ) async throws -> DashboardAnswer { try await who.write(operation, body, [("Idempotency-Key", key)]) }
        func count() async throws -> Int {
            let told = try await people.folder.run("cst-assets", ["transactions", "Savings", "--format", "json"])
            return try JSONNode(parsing: told.output)["transactions"]?.elements.count ?? 0
        }
        let before = try await count()
        let key = "same-key-0000000001"
        let first = try await send(ana, #"{"amount":"10"}"#, key)
        #expect(first.status == 201, "\(first.body)")
        // Other contents are another request, and are refused; the same ones, however they are written, are the first.
        for other in [#"{"amount":"20","note":"other"}"#, #"{"amount":"10","note":""}"#, #"{"amount":"10.0"}"#] {
            let refused = try await send(ana, other, key)
            #expect(refused.status == 409 && refused.body.contains("web.reusedKey"), "\(other): \(refused.body)")
        }
        let again = try await send(ana, "{ \"amount\" : \"\\u0031\\u0030\" }", key)
        #expect(again.status == 201 && again.body == first.body)
        #expect(try await count() == before + 1)
        // Another person, whoever opened the printed address, and a program have keys of their own.
        #expect(try await send(start, #"{"amount":"20"}"#, key).status == 201)
        let bearer =
            WebPeople.bearer(people.ownerToken) + [
                ("Content-Type", "application/json"), ("Idempotency-Key", key),
            ]
        let told = try await program.ask(
            "POST", "/api/v1/assets/Savings/transactions", bearer, body: #"{"amount":"30"}"#)
        #expect(told.status == 201, "\(told.body)")
        // So has another address.
        #expect(try await send(ana, #"{"amount":"40"}"#, key, "POST /assets/Wallet/transactions").status == 201)
        #expect(try await count() == before + 3)
        // After signing in anew it is still the same person's.
        let later = try await program.visitor("ana", people.password)
        #expect(try await send(later, #"{"amount":"10"}"#, key).body == first.body)
        #expect(try await send(later, #"{"amount":"11"}"#, key).status == 409)
        // What the answer depends on belongs to it: a budget is in the currency for totals.
        let budget = "budget-key-0000000001"
        #expect(try await send(ana, "{}", budget, "POST /budget/apply").status == 200)
        #expect(try await send(ana, "{}", budget, "POST /budget/apply?display=EUR").status == 409)
        for short in ["1", "123456789012345"] {
            let refused = try await send(ana, #"{"amount":"5"}"#, short)
            #expect(refused.status == 400 && refused.body.contains("16 to 100"), "\(short): \(refused.body)")
        }
        #expect(try await count() == before + 3)
    }

    @Test func `a name that comes twice in what is sent, and a comma too many, are refused`() async throws {
        let folder = try ProgramFolder()
        let visitor = try await LocalDashboard(folder).comeIn()
        for body in [
            #"{"name":"A","name":"B","currency":"EUR"}"#, #"{"name":"A","name":"A","currency":"EUR"}"#,
            #"{"name":"A","currency":"EUR",}"#, #"{"name":"A","\u006eame":"B","currency":"EUR"}"#,
            #"{"name":"A","currency":"EUR"} x"#, #"{'name':"A"}"#, #"{"name":"A","currency":"EUR""#, "[]", "null",
        ] {
            let answer = try await visitor.write("POST /assets", body)
            #expect(answer.status == 400 && answer.body.contains("web.badBody"), "\(body): \(answer.body)")
        }
        for body in [
            #"{"sizes":{"Car":"1","Car":"2"}}"#, #"{"sizes":{"Car":"1",}}"#,
        ] {
            await #expect(try visitor.write("POST /assets/X/allocations/preview", body).status == 400, "\(body)")
        }
        await #expect(
            try visitor.write("POST /assets", #"{"name":"A","currency":"EUR","decimals":null}"#).status == 201)
        #expect(try await visitor.get("/api/v1/assets").body.components(separatedBy: "\"name\"").count == 2)
    }

    @Test func `a source that names files of the machine is chosen on the machine alone`() async throws {
        let folder = try ProgramFolder()
        let journal = try folder.write("2026-01-01 open\n    assets:bank   100 EUR\n    equity\n", to: "mine.journal")
        for words in [
            ["add", "Bank", "--currency", "EUR", "--journal", journal, "--account", "assets:bank"],
            ["add", "Cash", "--currency", "EUR"],
        ] {
            let told = try await folder.run("cst-assets", words)
            try #require(told.status == 0, "\(told.errors)")
        }
        let visitor = try await LocalDashboard(folder).comeIn()
        let reference = "assets:bank in \(journal)"
        for (operation, body) in [
            (
                "POST /assets",
                "{\"name\":\"X\",\"currency\":\"EUR\",\"source\":\"journal\",\"reference\":\"\(reference)\"}"
            ),
            (
                "POST /assets",
                #"{"name":"X","currency":"EUR","source":"journal","reference":"a in /etc/passwd.journal"}"#
            ),
            ("PATCH /assets/Cash", "{\"source\":\"journal\",\"reference\":\"\(reference)\"}"),
            ("PATCH /assets/Bank", #"{"reference":"assets:other in /elsewhere/x.journal"}"#),
        ] {
            let answer = try await visitor.write(operation, body, [("If-Match", "*")])
            #expect(answer.status == 422 && answer.body.contains("web.reach"), "\(operation) \(body): \(answer.body)")
            #expect(!answer.body.contains("etc") && answer.body.contains("it decides which files are used"))
        }
        // What is entered already can be renamed, and taken away.
        await #expect(try visitor.write("PATCH /assets/Bank", #"{"name":"Giro"}"#, [("If-Match", "*")]).status == 200)
        let removed = try await visitor.write(
            "PATCH /assets/Giro", #"{"source":null,"reference":null}"#, [("If-Match", "*")])
        #expect(removed.status == 200, "\(removed.body)")
    }
}
