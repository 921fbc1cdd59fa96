import Foundation
import ProgramSupport
import Testing

/// A write that warns gives the same warnings by page, API and command; none is lost on the way.
struct WebWarningsTests {
    /// One thing that a person does, in each of the three ways.
    private struct Case {
        let page: String
        let action: String
        let typed: [String: String]
        let operation: String
        let body: [String: String]
        let words: [String]
        /// The code of the warning that has to be among those given.
        let code: String
    }

    /// Deposits and withdrawals of an asset.
    private static func entry(_ asset: String, _ amount: String, out: Bool = false, on day: String?, _ code: String)
        -> Case
    {
        var (typed, body) = (["act": out ? "withdraw" : "deposit", "amount": amount], ["amount": amount])
        if out {
            body["type"] = "withdrawal"
            // The form asks first.
            typed["beyond"] = amount
        }
        typed["date"] = day ?? ""
        if let day { body["date"] = day }
        return Case(
            page: asset, action: "\(asset)/transactions", typed: typed, operation: "POST /assets/\(asset)/transactions",
            body: body,
            words: ["cst-assets", out ? "withdraw" : "deposit", asset, amount] + (day.map { ["--date", $0] } ?? []),
            code: code)
    }

    /// A balance that is set.
    private static func balance(_ asset: String, _ amount: String, on day: String?, _ code: String) -> Case {
        let fields = ["balance": amount, "date": day].compactMapValues(\.self)
        return Case(
            page: asset, action: "\(asset)/adjust", typed: fields, operation: "POST /assets/\(asset)/adjust",
            body: fields, words: ["cst-assets", "adjust", asset, "--to", amount] + (day.map { ["--date", $0] } ?? []),
            code: code)
    }

    private static func asset(_ name: String, _ code: String) -> Case {
        Case(
            page: "/assets/new", action: "/assets/new", typed: ["name": name, "currency": "EUR"],
            operation: "POST /assets", body: ["name": name, "currency": "EUR"],
            words: ["cst-assets", "add", name, "--currency", "EUR"], code: code)
    }

    private static func goal(
        _ name: String, start: String = "2026-01-01", deadline: String = "2028-12-31", _ code: String
    ) -> Case {
        let fields = ["name": name, "target": "1200", "currency": "EUR", "start": start, "deadline": deadline]
        return Case(
            page: "/goals/new", action: "/goals/new", typed: fields, operation: "POST /goals", body: fields,
            words: ["cst-plan", "goal", "add", name]
                + ["target", "currency", "start", "deadline"].map { "--\($0)=\(fields[$0] ?? "")" },
            code: code)
    }

    private static let cases: [Case] = {
        var cases: [Case] = []
        for asset in ["Savings", "Wallet", "Ether", "Exchange", "Opened"] {
            for day in ["2026-05-01", "2027-01-31", "2031-12-31"] { cases.append(entry(asset, "1", on: day, "future")) }
            for amount in ["90000", "91000.5", "92000"] {
                cases.append(entry(asset, amount, out: true, on: nil, "negativeBalance"))
            }
        }
        for day in ["2020-01-01", "2025-12-31", "2026-02-28"] {
            cases.append(entry("Opened", "2", on: day, "beforeOpening"))
        }
        for amount in ["-5", "-6.5", "-0.01"] { cases.append(balance("Savings", amount, on: nil, "negativeBalance")) }
        for (amount, day) in [("3", "2020-01-02"), ("4", "2026-02-27")] {
            cases.append(balance("Opened", amount, on: day, "beforeOpening"))
        }
        for name in ["savings", "SAVINGS", "wallet", "ETHER", "exchange", "opened"] {
            cases.append(asset(name, "nameSimilar"))
        }
        for name in ["Savings", "Wallet", "Opened"] { cases.append(asset(name, "nameTaken")) }
        for name in ["car", "CAR", "japan", "emergency fund", "EMERGENCY FUND"] {
            cases.append(goal(name, "nameSimilar"))
        }
        for name in ["Car", "Japan", "Emergency fund"] { cases.append(goal(name, "nameTaken")) }
        for day in ["2026-02-28", "2026-03-31", "2026-04-01", "2026-04-12"] {
            cases.append(goal("Late \(day)", deadline: day, "deadlinePassed"))
        }
        for year in [2090, 2150, 2300, 2999, 5000, 9999] {
            cases.append(goal("Far \(year)", deadline: "\(year)-12-31", "deadlineFar"))
        }
        return cases
    }()

    private static func household() async throws -> Household {
        let household = try await Household()
        for command in [
            "cst-assets add Opened --currency EUR --balance 100 --date 2026-03-01"
        ] {
            let words = try CommandLineText(command).words
            let result = try await household.folder.run(words[0], Array(words.dropFirst()))
            try #require(result.status == 0, "\(result.errors)")
        }
        return household
    }

    /// The text of a page as a reader sees it.
    private static func text(_ page: String) -> String {
        page.replacing(#/<[^>]*>/#, with: "").replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
            .replacing("&amp;", with: "&").replacing("\u{A0}", with: " ")
    }

    @Test func `page, API and command warn alike`() async throws {
        let households = [try await Self.household(), try await Self.household(), try await Self.household()]
        let page = try await LocalDashboard(households[0].folder).comeIn()
        let api = try await LocalDashboard(households[1].folder).comeIn()
        var paths: [String: String] = [:]
        let list = try await page.get("/assets").body
        for asset in ["Savings", "Wallet", "Ether", "Exchange", "Opened"] {
            let pattern = try Regex(
                "href=\"(/assets/[0-9a-f-]{36})\"[^>]*>(?:<[^>]*>)*\(asset)", as: (Substring, Substring).self)
            paths[asset] = String(try #require(list.firstMatch(of: pattern)).output.1)
        }
        #expect(Self.cases.count >= 60)
        for (number, this) in Self.cases.enumerated() {
            let what: Comment = "\(this.words.joined(separator: " "))"
            let asset = this.page.hasPrefix("/") ? "" : this.page
            let command = try await households[2].folder.run(
                this.words[0], Array(this.words.dropFirst()) + ["--format", "json"])
            #expect([0, 4].contains(command.status), "\(what) \(command.errors)")
            let document = try JSONNode(parsing: command.output)
            let body = String(decoding: try JSONEncoder().encode(this.body), as: UTF8.self)
            let answer = try await api.write(this.operation, body, [("Idempotency-Key", "a-key-of-its-own-\(number)")])
            #expect([200, 201].contains(answer.status), "\(what) \(answer.body)")
            func warnings(_ document: JSONNode) -> [String] {
                (document["warnings"]?.elements ?? []).map { "\($0["code"]?.text ?? ""): \($0["message"]?.text ?? "")" }
                    .sorted()
            }
            let told = warnings(try JSONNode(parsing: answer.body))
            #expect(told.contains { $0.hasPrefix(this.code + ":") }, "\(what): \(told)")
            #expect(warnings(document) == told, "\(what)")
            // The same request again is answered alike.
            let again = try await api.write(this.operation, body, [("Idempotency-Key", "a-key-of-its-own-\(number)")])
            #expect(warnings(try JSONNode(parsing: again.body)) == told, "\(what), sent again")
            let path = paths[asset] ?? ""
            let target = try await page.save(
                asset.isEmpty ? this.page : this.action.hasSuffix("adjust") ? "\(path)/adjust" : path,
                to: asset.isEmpty ? this.action : this.action.replacing(asset, with: path), this.typed)
            let shown = Self.text(try await page.get(target).body)
            for warning in told {
                // What to do is told in the words of each front.
                let message = Self.asOnPages(String(warning.drop { $0 != ":" }.dropFirst(2)))
                    .prefix { $0 != "." && $0 != ":" }
                #expect(shown.contains(message), "\(what): the page does not say '\(message)'")
            }
        }
    }

    /// A message with its days and amounts as pages write them: "May 1, 2026", "1,200.00 EUR".
    private static func asOnPages(_ message: String) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let grouped = message.replacing(#/\d{4,}(?=(?:\.\d+)? [A-Z]{2})/#) { number in
            String(String(number.output.reversed()).replacing(#/\d{3}(?=\d)/#) { "\($0.output)," }.reversed())
        }
        return grouped.replacing(#/(\d{4})-(\d{2})-(\d{2})/#) { day in
            guard let month = Int(day.output.2), let number = Int(day.output.3) else { return String(day.output.0) }
            return "\(months[month - 1]) \(number), \(day.output.1)"
        }
    }
}
