import Foundation
import ProgramSupport
import Testing

/// What is written from pages is what the commands write, once, on what was seen.
struct WebWritingTests {
    /// Each page's form with the command that does the same.
    private static let steps: [(page: String, action: String, typed: [String: String], command: String)] = [
        (
            "/goals/new", "/goals/new",
            ["name": "Bike", "target": "900", "currency": "EUR", "deadline": "2027-03-31", "emoji": "🚲"],
            "cst-plan goal add Bike --target 900 --currency EUR --deadline 2027-03-31 --emoji 🚲"
        ),
        (
            "/goals/new?template=vacation", "/goals/new", ["target": "2400", "currency": "USD"],
            "cst-plan goal add --template vacation --target 2400 --currency USD"
        ),
        (
            "{Car}/edit", "{Car}/edit", ["target": "14000", "link": "https://example.org", "remind": "monthly"],
            "cst-plan goal edit Car --target 14000 --link https://example.org --remind monthly"
        ),
        ("{Car}/edit", "{Car}/edit", ["remind": "never", "link": ""], "cst-plan goal edit Car --no-remind --link ''"),
        ("{Car}", "{Car}/lifecycle", ["to": "paused"], "cst-plan goal pause Car"),
        ("{Car}", "{Car}/lifecycle", ["to": "active"], "cst-plan goal resume Car"),
        ("{Car}", "{Car}/payment", ["state": "protected", "custom": "100"], "cst-plan protect Car --custom 100"),
        ("{Car}", "{Car}/payment", ["state": "flexible", "custom": ""], "cst-plan flexible Car --no-custom"),
        ("{Japan}", "{Japan}/payment", ["state": "skipped", "span": "always"], "cst-plan skip Japan --always"),
        (
            "{Savings}", "{Savings}/transactions", ["amount": "250.50", "note": "May"],
            "cst-assets deposit Savings 250.50 --note May"
        ),
        (
            "{Savings}", "{Savings}/transactions", ["amount": "20", "date": "2026-04-01", "act": "withdraw"],
            "cst-assets withdraw Savings 20 --date 2026-04-01"
        ),
        (
            "{Savings}/adjust", "{Savings}/adjust", ["balance": "6000.25", "date": "2026-04-02"],
            "cst-assets adjust Savings --to 6000.25 --date 2026-04-02"
        ),
        ("{Savings}/adjust", "{Savings}/adjust", ["balance": "-3"], "cst-assets adjust Savings --to -3"),
        ("{Savings}/adjust", "{Savings}/adjust", ["balance": "7000"], "cst-assets adjust Savings --to 7000"),
        (
            "/assets/new", "/assets/new", ["name": "Jar", "currency": "EUR", "balance": "12.50"],
            "cst-assets add Jar --currency EUR --balance 12.50"
        ),
        (
            "/assets/new", "/assets/new",
            [
                "name": "Stable", "currency": "USDC", "chain": "ethereum",
                "contract": "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "decimals": "6", "balance": "7",
            ],
            "cst-assets add Stable --currency USDC --chain ethereum --contract 0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48 "
                + "--decimals 6 --balance 7"
        ),
        (
            "{Savings}/transfer", "{Savings}/transfer",
            ["to": "{Wallet}", "amount": "500", "received": "0.0078", "fee": "2.50"],
            "cst-assets transfer Savings Wallet 500 --received 0.0078 --fee 2.50"
        ),
        ("{Savings}/edit", "{Savings}/edit", ["name": "Bank"], "cst-assets edit Savings --name Bank"),
        (
            "{Car}/fund", "{Car}/fund", ["asset": "{Savings}", "size": "12.5%"],
            "cst-assets allocate Bank Car --share 12.5%"
        ),
        ("/flex?percent=80", "/flex/save", [:], "cst-plan flex --factor 0.8 --save"),
        ("/flex", "/flex/reset", [:], "cst-plan flex --reset"),
        ("/budget?amount=1300", "/budget/apply", [:], "cst-plan budget --amount 1300 --apply"),
        ("/month", "/month/start", [:], "cst-plan month start"),
        ("/month", "/month/close", [:], "cst-plan month close"),
        ("/month", "/month/undo", [:], "cst-plan month undo"), ("/activity", "/history/undo", [:], "cst-plan undo"),
        ("/activity", "/history/redo", [:], "cst-plan undo --redo"),
        ("{Car}/end", "{Car}/lifecycle", ["to": "finished"], "cst-plan goal finish Car"),
        ("{Japan}/end", "{Japan}/delete", [:], "cst-plan goal delete Japan --yes"),
        ("{Savings}/edit", "{Savings}/delete", [:], "cst-assets delete Bank --yes"),
    ]

    @Test func `every form writes what its command writes, and once when it is sent twice`() async throws {
        let own = try await Household().folder
        let other = try own.copy()
        try other.write(try own.read("settings/cst/config.yaml"), to: "settings/cst/config.yaml")
        let visitor = try await LocalDashboard(own).comeIn()
        let paths = try await own.paths()
        func filled(_ text: String) -> String {
            paths.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
        }
        for step in Self.steps {
            // Other assets are chosen by their ids.
            let typed = step.typed.mapValues { filled($0).replacing("/assets/", with: "") }
            let form = try await visitor.form(filled(step.page), to: filled(step.action), typed)
            let answer = try await visitor.send(form)
            try #require(answer.status == 303, "\(step.action): \(answer.status) \(answer.body.suffix(1500))")
            let again = try await visitor.send(form)
            #expect(again.status == 303, "\(step.action) again: \(again.body.suffix(1500))")
            #expect(again.header("Location") == answer.header("Location"), "\(step.action)")
            let words = try CommandLineText(step.command).words
            let told = try await other.run(words[0], Array(words.dropFirst()))
            try #require(told.status == 0, "\(step.command): \(told.errors)")
            #expect(try await own.newestChanges() == other.newestChanges(), "\(step.command)")
            #expect(try await own.revision() == other.revision(), "\(step.command)")
        }
    }

    @Test func `a form that was sent before the program was killed is not carried out again`() async throws {
        let folder = try await Household().folder
        let path = try #require(try await folder.paths()["Savings"])
        let before = try await folder.revision()
        for round in 1...3 {
            let program = try WebProgram(folder)
            let visitor = try await program.comeIn()
            let form = try await visitor.form(path, to: "\(path)/transactions", ["amount": "1"])
            #expect(try await visitor.send(form).status == 303)
            kill(program.process.processIdentifier, SIGKILL)
            program.process.waitUntilExit()
            let later = try await LocalDashboard(folder).comeIn()
            var again = form
            again.fields["csrf"] = try await later.csrf()
            #expect(try await later.send(again).status == 303)
            #expect(try await folder.revision() == before + round)
        }
    }

    @Test func `trying out a new goal makes no database`() async throws {
        let folder = try ProgramFolder()
        let visitor = try await LocalDashboard(folder).comeIn()
        let tried = try await visitor.preview(
            "/goals/new/preview", "name=Car&target=12000&currency=EUR&deadline=2027-12-31")
        #expect(tried.status == 200 && tried.body.contains("To set aside for it"))
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "cst.sqlite").path))
    }

    @Test func `nothing is written from a page of another day, by a foreign form or without its key`() async throws {
        let folder = try await Household().folder
        let path = try #require(try await folder.paths()["Savings"])
        let before = try await folder.revision()
        let visitor = try await LocalDashboard(folder).comeIn()
        #expect(!(try await visitor.get("\(path)?as-of=2026-03-01").body.contains("\(path)/transactions")))
        var form = try await visitor.form(path, to: "\(path)/transactions", ["amount": "1"])
        form.fields["as-of"] = "2026-03-01"
        #expect(try await visitor.send(form).status == 422)
        form.fields["as-of"] = nil
        for missing in ["csrf", "once"] {
            var bare = form
            bare.fields[missing] = nil
            #expect(try await visitor.send(bare).status == (missing == "csrf" ? 403 : 400))
        }
        let started = try await LocalDashboard(folder, asOf: "2026-03-01").comeIn()
        form.fields["csrf"] = try await started.csrf()
        #expect(try await started.send(form).status == 422)
        #expect(try await folder.revision() == before)
    }

    @Test func `refusals tell no amount where amounts are hidden`() async throws {
        let folder = try await Household().folder
        let path = try #require(try await folder.paths()["Car"])
        let program = try await LocalDashboard(folder)
        let plain = try await program.comeIn()
        let hidden = Visitor(
            program: program, cookie: "\(plain.cookie); cst-\(program.port)-private=1")
        let form = try await plain.form(path, to: "\(path)/lifecycle")
        #expect(try await folder.run("cst-plan", ["goal", "edit", "Car", "--target", "17500"]).status == 0)
        for (visitor, isTold) in [(plain, true), (hidden, false)] {
            let answer = try await visitor.send(form)
            #expect(answer.status == 409)
            #expect(answer.body.contains("17,500.00") == isTold)
            let budget = try await visitor.get("/budget?amount=1,000")
            #expect(budget.status == 422)
            let late = try await visitor.send(
                try visitor.form("/budget?amount=1300", to: "/budget/apply", ["amount": "3"]))
            #expect(late.status == 422)
            #expect(late.body.contains(#/[0-9] USD/#) == isTold)
        }
    }

    @Test func `the first form makes the database`() async throws {
        let folder = try ProgramFolder()
        let visitor = try await LocalDashboard(folder).comeIn()
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "cst.sqlite").path))
        let goal = try await visitor.save(
            "/goals/new", to: "/goals/new",
            ["name": "Car", "target": "12000", "currency": "EUR", "deadline": "2027-12-31"])
        let page = try await visitor.get(goal).body
        #expect(page.contains("Added the goal <") && page.contains("12,000.00"), "\(page)")
        #expect(try await folder.run("cst-plan", ["goal", "list"]).output.contains("Car"))
    }
}
