import Foundation
import ProgramSupport
import Testing

/// What somebody has open in several tabs, for a while, or for the second time.
struct WebTabsTests {
    private let household: Household
    private let program: any Dashboard
    private let visitor: Visitor
    private let car: String
    private let savings: String

    init() async throws {
        household = try await Household()
        program = try await LocalDashboard(household.folder)
        visitor = try await program.comeIn()
        let goals = try await household.document("cst-plan goal list --all")
        let assets = try await household.document("cst-assets list")
        car = "/goals/\(try #require(try goals.named("Car", in: "goals")["id"]?.text))"
        savings = "/assets/\(try #require(try assets.named("Savings", in: "assets")["id"]?.text))"
    }

    /// The same person in another tab, where amounts were hidden or shown.
    private func tab(hidesAmounts: Bool) -> Visitor {
        let name = visitor.cookie.prefix { $0 != "=" }
        return Visitor(
            program: program, cookie: hidesAmounts ? "\(visitor.cookie); \(name)-private=1" : visitor.cookie)
    }

    private func send(_ form: WebForm, _ typed: [String: String], by visitor: Visitor? = nil) async throws
        -> DashboardAnswer
    {
        var form = form
        form.fields.merge(typed) { $1 }
        return try await (visitor ?? self.visitor).send(form)
    }

    private func goal() async throws -> JSONNode {
        try #require(try await household.document("cst-plan goal show Car")["goal"])
    }

    @Test func `a goal is saved in the currency that its effect was shown in`() async throws {
        let form = try await visitor.form("/goals/new?display=GBP", to: "/goals/new")
        let answer = try await send(form, ["name": "Bike", "target": "900", "deadline": "2028-01-31"])
        try #require(answer.status == 303, "\(answer.body)")
        let bike = try await household.document("cst-plan goal show Bike")["goal"]
        #expect(bike?["target"]?["currency"]?.text == "GBP")
    }

    @Test(arguments: [false, true])
    func `amounts that are hidden or shown in another tab change nothing`(_ wereHidden: Bool) async throws {
        let (before, after) = (tab(hidesAmounts: wereHidden), tab(hidesAmounts: !wereHidden))
        try await visitor.save(car, to: "\(car)/payment", ["state": "flexible", "custom": "123"])
        try await visitor.save(
            "\(savings)/allocations", to: "\(savings)/allocations", [String(car.dropFirst(7)): "500"])
        let allocated = try await household.document("cst-assets allocations Savings")
        let edit = try await before.form("\(car)/edit", to: "\(car)/edit")
        let payment = try await before.form(car, to: "\(car)/payment")
        let allocations = try await before.form("\(savings)/allocations", to: "\(savings)/allocations")
        _ = try await household.document("cst-plan goal edit Car --target 20000")

        #expect(try await send(edit, ["name": "Van"], by: after).status == 303)
        let van = try await household.document("cst-plan goal show Van")["goal"]
        #expect(van?["target"]?["amount"]?.text == "20000.00")
        // The goal is another one by now, so that the first answer asks.
        let asked = try await send(payment, ["state": "protected"], by: after)
        try #require(asked.status == 409)
        let again = try Visitor.form(in: asked.body, to: "\(car)/payment")
        #expect(again.fields["amounts"] == (wereHidden ? "hidden" : "shown"))
        // What comes back begins with what it shows, so that emptying it is a change.
        for field in ["custom", "began:custom"] { #expect(again.fields[field] == (wereHidden ? "" : "123.00")) }
        #expect(try await send(again, [:], by: after).status == 303)
        let page = try await visitor.form(car, to: "\(car)/payment")
        #expect(page.fields["custom"] == "123.00" && page.fields["state"] == "protected")
        #expect(try await send(allocations, [:], by: after).status == 303)
        let left = try await household.document("cst-assets allocations Savings")
        func sizes(_ document: JSONNode) -> [String?] {
            (document["allocations"]?.elements ?? []).map { $0["amount"]?["amount"]?.text }
        }
        #expect(sizes(left) == sizes(allocated))
    }

    @Test func `of two decisions on a payment, neither is lost`() async throws {
        var forms: [WebForm] = []
        for _ in 0..<3 { forms.append(try await visitor.form(car, to: "\(car)/payment")) }
        #expect(try await send(forms[0], ["custom": "77"]).status == 303)
        #expect(try await send(forms[1], ["state": "protected"]).status == 303)
        let page = try await visitor.form(car, to: "\(car)/payment")
        #expect(page.fields["custom"] == "77.00" && page.fields["state"] == "protected")
        let asked = try await send(forms[2], ["custom": "88"])
        #expect(asked.status == 409 && asked.body.contains("77.00"))
        let again = try Visitor.form(in: asked.body, to: "\(car)/payment")
        #expect(again.fields["custom"] == "88" && again.fields["state"] == "protected")
        #expect(try await send(again, [:]).status == 303)
        #expect(try await visitor.form(car, to: "\(car)/payment").fields["custom"] == "88.00")
    }

    @Test func `a form that changes nothing says so, and offers no undo of something else`() async throws {
        try await visitor.save(savings, to: "\(savings)/transactions", ["amount": "10", "act": "deposit"])
        for (page, action) in [("\(savings)/allocations", "\(savings)/allocations"), ("\(car)/edit", "\(car)/edit")] {
            let path = try await visitor.save(page, to: action)
            #expect(path.hasSuffix("?done=0"))
            let body = try await visitor.get(path).body
            #expect(body.contains("There was nothing to change.") && !body.contains("/history/undo"))
        }
    }

    @Test func `a form that was sent before is not taken for another one`() async throws {
        let form = try await visitor.form(savings, to: "\(savings)/transactions")
        func count() async throws -> Int {
            try await household.document("cst-assets transactions Savings")["transactions"]?.elements.count ?? 0
        }
        let before = try await count()
        #expect(try await send(form, ["amount": "100", "act": "deposit"]).status == 303)
        #expect(try await send(form, ["amount": "100", "act": "deposit"]).status == 303)
        #expect(try await count() == before + 1)
        let asked = try await send(form, ["amount": "200", "act": "deposit"])
        #expect(asked.status == 409 && asked.body.contains("200") && asked.body.contains("100.00"), "\(asked.body)")
        #expect(try await count() == before + 1)
        let again = try Visitor.form(in: asked.body, to: "\(savings)/transactions")
        #expect(try await visitor.send(again).status == 303)
        #expect(try await visitor.send(again).status == 303)
        #expect(try await count() == before + 2)
    }

    @Test func `what was typed on a page of an earlier session can be sent`() async throws {
        var form = try await visitor.form(
            savings, to: "\(savings)/transactions", ["amount": "31.17", "act": "deposit"])
        form.fields["csrf"] = "of-another-session"
        let foreign = try await visitor.post(form.action, form.body, [("Sec-Fetch-Site", "same-site")])
        #expect(foreign.status == 403 && !foreign.body.contains("31.17"))
        let asked = try await visitor.send(form)
        #expect(asked.status == 403 && asked.body.contains("31.17"))
        #expect(try await visitor.send(try Visitor.form(in: asked.body, to: form.action)).status == 303)
        let list = try await household.document("cst-assets transactions Savings")["transactions"]?.elements ?? []
        #expect(list.count { $0["amount"]?["amount"]?.text == "31.17" } == 1)
    }

    @Test func `a form that comes back has the address of a page`() async throws {
        let refused = try await send(try await visitor.form(savings, to: "\(savings)/transactions"), ["amount": "x"])
        #expect(refused.status == 422)
        let preferences = try Visitor.form(in: refused.body, to: "/preferences")
        #expect(preferences.fields["back"] == savings)
    }

    @Test func `a description of several lines stays when something else is changed`() async throws {
        _ = try await household.folder.run(
            "cst-plan", ["goal", "edit", "Car", "--description", "one\ntwo\t three"])
        try await visitor.save("\(car)/edit", to: "\(car)/edit", ["link": "https://example.org/"])
        let goal = try await goal()
        #expect(goal["description"]?.text == "one\ntwo\t three" && goal["link"]?.text == "https://example.org/")
    }

    @Test func `a tag and the thing that comes with it are of one state`() async throws {
        var targets: [String: String] = [:]
        let token = try await household.folder.run("cst-web", ["token", "add", "writer"]).output
        let bearer = [("Authorization", "Bearer \(token.trimmingCharacters(in: .whitespacesAndNewlines))")]
        func version(_ answer: DashboardAnswer) -> String {
            String(answer.header("ETag")?.dropFirst().prefix { $0.isLetter || $0.isNumber } ?? "")
        }
        let path = "/api/v1\(car)"
        var reading: [Task<DashboardAnswer, any Error>] = []
        for number in 1...60 {
            reading += (0..<3).map { _ in Task { try await visitor.get(path) } }
            let answer = try await program.patiently(
                "PATCH", path, bearer + [("If-Match", "*"), ("Content-Type", "application/json")],
                body: #"{"target":"\#(20_000 + number)"}"#)
            try #require(answer.status == 200, "\(answer.body)")
            targets[version(answer)] = "\(20_000 + number).00"
        }
        var count = 0
        for reader in reading {
            let answer = try await reader.value
            let target = try JSONNode(parsing: answer.body)["goal"]?["target"]?["amount"]?.text
            guard let expected = targets[version(answer)] else { continue }
            count += 1
            #expect(target == expected, "\(version(answer))")
        }
        #expect(count > 60)
    }

    @Test func `another database with as many changes is another one`() async throws {
        let path = "/api/v1/goals/Car"
        let other = household.folder.url.appending(path: "other.sqlite")
        let file = URL(filePath: try #require(household.folder.environment["CST_DATA"]))
        try FileManager.default.copyItem(at: file, to: other)
        for (database, target) in [(file, "11111"), (other, "22222")] {
            let told = try await household.folder.run(
                "cst-plan", ["goal", "edit", "Car", "--target", target, "--data", database.path])
            try #require(told.status == 0, "\(told.errors)")
        }
        #expect(try await visitor.get(path).body.contains("11111.00"))
        try #require(rename(other.path, file.path) == 0)
        for rest in ["-wal", "-shm"] { unlink(file.path + rest) }
        #expect(try await visitor.get(path).body.contains("22222.00"))
    }
}
