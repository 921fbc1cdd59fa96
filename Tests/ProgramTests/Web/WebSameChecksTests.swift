import Foundation
import ProgramSupport
import Testing

/// Whatever is typed: the page and the API accept it alike, or refuse it alike at the same fields, and have the same household
/// afterwards. The command is given one text in ten, each field other ones, since a program is started for each.
struct WebSameChecksTests {
    /// What people type, and what only others do.
    private static let texts = [
        " ", "5", "0", "-5", "1e400", "1e5", "٥", "١٢", "12.00,5", "12,500", "1 000", "1'000", "NaN", "Infinity",
        "0x10",
        "+5",
        "5.", ".5", "5.001", "99999999999999999999", "0.00000000000000000001", "EUR", "eur", "E R", "??", "BTC",
        "2026-02-30",
        "2028-02-29", "2027-02-29", "28.02.2028", "2028-1-5", "9999-12-31", "0000-01-01", "🚗", "🚗🚗", "ab",
        "https://example.org", "javascript:alert(1)", "a\tb", String(repeating: "n", count: 10_000), "<b>\"&'",
        "cafe\u{301}", "zero\u{200b}width", "\u{202e}abc",
    ]

    /// A form with the operation and the command that do the same.
    private struct Case {
        let page: String
        let action: String
        let operation: String
        let words: [String]
        /// What is typed besides, by the name of the field.
        let others: [String: String]
        let fields: [String]
        /// The fields that are arguments of the command, in their order; the others are options.
        let arguments: [String]
        /// The options whose names are not those of the fields.
        var options: [String: String] = [:]

        /// The words after the program that enter the same.
        func arguments(_ typed: [String: String]) -> [String] {
            let options = typed.filter { !arguments.contains($0.key) }.map {
                "--\(self.options[$0.key] ?? $0.key)=\($0.value)"
            }
            return words.dropFirst() + options.sorted() + ["--format", "json", "--"] + arguments.map { typed[$0] ?? "" }
        }
    }

    private static let cases = [
        Case(
            page: "/goals/new", action: "/goals/new", operation: "POST /goals", words: ["cst-plan", "goal", "add"],
            others: ["target": "12000", "currency": "EUR", "deadline": "2028-12-31"],
            fields: ["name", "target", "currency", "deadline", "start", "emoji", "link", "description"],
            arguments: ["name"]),
        Case(
            page: "/assets/new", action: "/assets/new", operation: "POST /assets", words: ["cst-assets", "add"],
            others: ["currency": "EUR"], fields: ["name", "currency"], arguments: ["name"]),
        Case(
            page: "Savings", action: "Savings/transactions", operation: "POST /assets/Savings/transactions",
            words: ["cst-assets", "deposit", "Savings"], others: ["amount": "5"], fields: ["amount", "date", "note"],
            arguments: ["amount"]),
        Case(
            page: "Savings/adjust", action: "Savings/adjust", operation: "POST /assets/Savings/adjust",
            words: ["cst-assets", "adjust", "Savings"], others: ["balance": "6"], fields: ["balance", "date", "note"],
            arguments: [], options: ["balance": "to"]),
    ]

    @Test func `page, API and command check alike`() async throws {
        let households = [try await Household(), try await Household(), try await Household()]
        let page = try await LocalDashboard(households[0].folder).comeIn()
        let api = try await LocalDashboard(households[1].folder).comeIn()
        let assets = try await page.get("/assets").body
        let path = try #require(assets.firstMatch(of: #/href="(\/assets\/[0-9a-f-]{36})"[^>]*>(?:<[^>]*>)*Savings/#))
            .output.1
        var number = 0
        for this in Self.cases {
            var form = try await page.form(
                this.page.replacing("Savings", with: path), to: this.action.replacing("Savings", with: path))
            for field in this.fields {
                for text in Self.texts {
                    number += 1
                    let isForCommand = number.isMultiple(of: 10)
                    var typed = this.others
                    if this.fields.contains("name") { typed["name"] = "N\(number)" }
                    typed[field] = text
                    let what = "\(this.operation) \(field) '\(text.prefix(40))'"
                    var sent = form
                    sent.fields["once"] = "a-key-of-its-own-\(number)"
                    for name in this.fields { sent.fields[name] = typed[name] ?? "" }
                    let shown = try await page.send(sent)
                    let body = String(decoding: try JSONEncoder().encode(typed), as: UTF8.self)
                    let answer = try await api.write(this.operation, body)
                    let isAccepted = shown.status == 303
                    // A balance is set in the asset that the form shows.
                    if isAccepted, this.page.hasSuffix("/adjust") {
                        form = try await page.form(
                            this.page.replacing("Savings", with: path), to: this.action.replacing("Savings", with: path)
                        )
                    }
                    #expect(
                        isAccepted == [200, 201].contains(answer.status),
                        "\(what): \(shown.status) \(answer.status) \(answer.body.prefix(500))")
                    if isForCommand {
                        let told = try await households[2].folder.run(this.words[0], this.arguments(typed))
                        #expect(
                            isAccepted == (told.status == 0),
                            "\(what): \(shown.status) \(told.status) \(told.errors.prefix(500))")
                        if isAccepted {
                            #expect(try Self.thing(told.output) == Self.thing(answer.body), "\(what)")
                        } else {
                            #expect(answer.body == told.errors, "\(what)")
                        }
                    }
                    guard !isAccepted else { continue }
                    #expect(shown.status == 422, "\(what): \(shown.status)")
                    // Every fault stands at its field, and is named in the summary.
                    let error = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
                    let problem = try #require(error?["error"] as? [String: Any])
                    let details = problem["details"] as? [[String: Any]] ?? []
                    let fields = (details.isEmpty ? [problem] : details).compactMap { $0["field"] as? String }
                    for name in fields where this.fields.contains(name) {
                        #expect(shown.body.contains("-\(name)-issue-0\""), "\(what): \(name)")
                        #expect(shown.body.contains(#/href="#\w+-/#), "\(what)")
                    }
                }
            }
        }
        #expect(number > 500)
        // Page and API have the same afterwards.
        for command in ["cst-plan goal list --all", "cst-assets list", "cst-assets transactions"] {
            let documents = [
                try await Self.answer(command, households[0]), try await Self.answer(command, households[1]),
            ]
            #expect(documents[0] == documents[1], "\(command)")
        }
    }

    private static func answer(_ command: String, _ household: Household) async throws -> String {
        let words = try CommandLineText(command).words
        return withoutIDs(
            try await household.folder.run(words[0], Array(words.dropFirst()) + ["--format", "json"]).output)
    }

    /// The thing that a document is about, without the ids that each household has of its own. The difference from a balance is that of
    /// the household, too.
    private static func thing(_ document: String) throws -> JSONNode? {
        let node = try JSONNode(parsing: withoutIDs(document))
        return node["goal"] ?? node["asset"] ?? node["transaction"] ?? node["adjustment"]?["balance"]
    }

    private static func withoutIDs(_ text: String) -> String {
        text.replacing(#/"[0-9a-f]{8}-[0-9a-f-]{27}"/#.ignoresCase()) { _ in "\"id\"" }
    }
}
