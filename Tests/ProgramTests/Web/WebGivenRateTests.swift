import Foundation
import ProgramSupport
import Testing

/// Rates that somebody enters where no provider has one.
struct WebGivenRateTests {
    /// A household with an asset in a currency whose rate nobody knows.
    private func folder() async throws -> ProgramFolder {
        let folder = try await Household().folder
        for words in [
            ["add", "Fishing money", "--currency", "ISK", "--balance", "100000"],
            ["allocate", "Fishing money", "Car", "--share", "50%"],
        ] {
            let told = try await folder.run("cst-assets", words)
            try #require(told.status == 0 || told.status == 4, "\(told.errors)")
        }
        return folder
    }

    @Test func `a rate given by hand fills a gap, in the browser and for programs`() async throws {
        let folder = try await folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        #expect(try await visitor.get("/assets").body.contains("/rates?back=%2Fassets&amp;from=ISK&amp;to=USD#give"))
        let form = try await visitor.form("/rates", to: "/rates")
        // The currency that has no rate stands there already.
        #expect(form.fields["from"] == "ISK" && form.fields["to"] == "USD")
        try await visitor.save("/rates", to: "/rates", ["rate": "0.0079"])
        let rates = try await folder.run("cst-rates", ["list", "--format", "json"])
        let isk = try #require(
            try JSONNode(parsing: rates.output)["rates"]?.elements.first { $0["from"]?.text == "ISK" },
            "\(rates.output) \(rates.errors)")
        #expect(isk["rate"]?.text == "0.0079" && isk["state"]?.text == "fixed")
        #expect(isk["sources"]?.elements.first?.text == "entered")
        #expect(try await !visitor.get("/assets").body.contains("/rates?back=%2Fassets&amp;from=ISK&amp;to=USD#give"))
        #expect(try await visitor.get("/activity").body.contains("Gave a rate: 1 ISK = 0.0079 USD"))
        // One of the same day gives way; what is wrong is told at its field, with what was typed.
        try await visitor.save("/rates", to: "/rates", ["from": "ISK", "to": "USD", "rate": "0.008"])
        let page = try await visitor.get("/rates").body
        #expect(page.contains("1 ISK") && page.contains("0.008 USD") && !page.contains("0.0079"))
        for (typed, field) in [
            (["from": "ISK", "to": "ISK", "rate": "1"], "to"), (["from": "ISK", "to": "USD", "rate": "0"], "rate"),
            (["from": "ISK", "to": "USD", "rate": "1", "date": "2999-01-01"], "date"),
            (["from": "", "to": "USD", "rate": "1"], "from"), (["from": "ISK", "to": "USD", "rate": "x"], "rate"),
        ] {
            let refused = try await visitor.send(try await visitor.form("/rates", to: "/rates", typed))
            #expect(refused.status == 422 && refused.body.contains("#give-\(field)"), "\(typed) \(refused.status)")
        }
        // A provider's own rate counts where there is one.
        try await visitor.save("/rates", to: "/rates", ["from": "EUR", "to": "USD", "rate": "99"])
        let euro = try await folder.run("cst-rates", ["get", "EUR", "USD", "--format", "json"])
        #expect(try JSONNode(parsing: euro.output)["rate"]?.text == "1.1684", "\(euro.output)")
        let removals = WebForm.all(in: try await visitor.get("/rates").body).filter { $0.action.hasSuffix("/remove") }
        #expect(removals.count == 2)
        for form in removals { #expect(try await visitor.send(form).status == 303) }
        #expect(try await visitor.get("/assets").body.contains("/rates?back=%2Fassets&amp;from=ISK&amp;to=USD#give"))
    }

    @Test func `a program gives a rate once`() async throws {
        let folder = try await folder()
        let dashboard = try await LocalDashboard(folder)
        var program = try await APIClient(dashboard, folder, tokens: 1)
        let given = ["from": "ISK", "to": "USD", "rate": "0.0079"]
        let made = try await program.ask("POST", "rates", given, [("Idempotency-Key", "rate-of-the-day-1")])
        #expect(made.status == 200, "\(made.body)")
        #expect(try made.document["rate"]?.text == "0.0079")
        let again = try await program.ask("POST", "rates", given, [("Idempotency-Key", "rate-of-the-day-1")])
        #expect(again.status == 200)
        let history = try await folder.run("cst-plan", ["history", "--limit", "1", "--format", "json"])
        #expect(history.output.contains("rate ISK USD 0.0079"))
        #expect(try await program.ask("POST", "rates", ["from": "ISK", "to": "USD", "rate": "-1"]).status == 422)
        // The details name the members of the request.
        for date in ["2999-01-01", "soon"] {
            let refused = try await program.ask(
                "POST", "rates", ["from": "ISK", "to": "USD", "rate": "1", "date": date])
            let detail = try refused.document["error"]?["details"]?.elements.first
            #expect(refused.status == 422 && detail?["field"]?.text == "date", "\(refused.body)")
        }
    }
}
