import Foundation
import ProgramSupport
import Testing

/// Balances that are set from pages and by the API.
struct WebAdjustTests {
    private func place(_ name: String, _ household: Household) async throws -> String {
        let assets = try await household.document("cst-assets list")
        return "/assets/\(try #require(try assets.named(name, in: "assets")["id"]?.text))"
    }

    private func count(_ household: Household) async throws -> Int {
        try await household.document("cst-assets transactions Savings")["transactions"]?.elements.count ?? 0
    }

    @Test func `the difference is shown while a balance is typed, and without the script`() async throws {
        let household = try await Household()
        let savings = try await place("Savings", household)
        let visitor = try await LocalDashboard(household.folder).comeIn()
        #expect(try await visitor.get(savings).body.contains("href=\"\(savings)/adjust\""))
        let form = try await visitor.form("\(savings)/adjust", to: "\(savings)/adjust")
        #expect(form.fields["balance"] == "")
        let revision = try await household.folder.revision()
        for act in ["preview", "try"] {
            var tried = form
            tried.fields["balance"] = "9000.17"
            if act == "try" { tried.fields["act"] = "try" }
            let answer =
                act == "try"
                ? try await visitor.send(tried)
                : try await visitor.send(WebForm(action: form.action + "/preview", fields: tried.fields))
            #expect(answer.status == 200, "\(answer.body)")
            #expect(answer.body.contains("will be put in"), "\(answer.body)")
        }
        let wrong = try await visitor.send(
            WebForm(action: form.action + "/preview", fields: form.fields.merging(["balance": "1,5x"]) { $1 }))
        #expect(wrong.status == 422 && wrong.body.contains("is not a number"))
        #expect(try await household.folder.revision() == revision)
    }

    @Test func `what others entered meanwhile is shown before a balance is set`() async throws {
        let household = try await Household()
        let savings = try await place("Savings", household)
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let form = try await visitor.form("\(savings)/adjust", to: "\(savings)/adjust", ["balance": "9000"])
        #expect(try await household.folder.run("cst-assets", ["deposit", "Savings", "5"]).status == 0)
        let before = try await count(household)
        let asked = try await visitor.send(form)
        #expect(asked.status == 409 && asked.body.contains("The figures have changed since"), "\(asked.body)")
        #expect(asked.body.contains("will be put in"), "\(asked.body)")
        #expect(try await count(household) == before)
        let again = try Visitor.form(in: asked.body, to: "\(savings)/adjust")
        #expect(again.fields["balance"] == "9000")
        #expect(try await visitor.send(again).status == 303)
        #expect(try await count(household) == before + 1)
        // Sent once more it is not carried out again.
        #expect(try await visitor.send(again).status == 303)
        #expect(try await count(household) == before + 1)
        let same = try await visitor.save("\(savings)/adjust", to: "\(savings)/adjust", ["balance": "9000"])
        #expect(try await visitor.get(same).body.contains("There was nothing to change."))
        #expect(try await count(household) == before + 1)
    }

    @Test func `a request with a key is carried out once, with a difference and without one`() async throws {
        let household = try await Household()
        let visitor = try await LocalDashboard(household.folder).comeIn()
        for (number, balance) in ["9000.5", "9000.50"].enumerated() {
            let before = try await count(household)
            let key = [("Idempotency-Key", "a-key-of-its-own-\(number)")]
            let first = try await visitor.write(
                "POST /assets/Savings/adjust", "{\"balance\":\"\(balance)\"}", key)
            #expect(first.status == 200, "\(first.body)")
            #expect(try await count(household) == before + (number == 0 ? 1 : 0))
            // Whatever is entered since.
            #expect(try await household.folder.run("cst-assets", ["deposit", "Savings", "5"]).status == 0)
            let again = try await visitor.write(
                "POST /assets/Savings/adjust", "{\"balance\":\"\(balance)\"}", key)
            #expect(again.body == first.body)
            #expect(try await household.folder.run("cst-plan", ["undo"]).status == 0)
            await #expect(
                try visitor.write("POST /assets/Savings/adjust", #"{"balance":"1"}"#, key).status == 409)
        }
    }

    @Test func `a balance that is read from a chain is not set, and its page says what to do`() async throws {
        let household = try await Household()
        let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
        let added = try await household.folder.run(
            "cst-assets", ["add", "Cold", "--currency", "BTC", "--chain", "bitcoin", "--address", address])
        try #require(added.status == 0, "\(added.errors)")
        let cold = try await place("Cold", household)
        let visitor = try await LocalDashboard(household.folder).comeIn()
        #expect(try await !visitor.get(cold).body.contains("\(cold)/adjust"))
        let page = try await visitor.get("\(cold)/adjust").body
        #expect(page.contains("it is read from its address") && !page.contains("action=\"\(cold)/adjust\""))
        let told = try await household.folder.run(
            "cst-assets", ["adjust", "Cold", "--to", "1", "--format", "json"])
        let answer = try await visitor.write("POST /assets/Cold/adjust", #"{"balance":"1"}"#)
        #expect(told.status == 2 && answer.status == 422 && answer.body == told.errors, "\(told) \(answer.body)")
        #expect(told.errors.contains("cst-assets sync 'Cold'"))
    }
}
