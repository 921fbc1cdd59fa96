import Foundation
import ProgramSupport
import Testing

/// The preview of a file keeps what was chosen, whatever is chosen next.
struct WebImportChoicesTests {
    private static let rows = "Datum;Betrag;Text\n01.03.2026;-12,50;Kaffee\n02.03.2026;100,00;Lohn\n"

    /// A household whose bank account has a balance, and one row of the file by hand.
    private func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        for words in [
            ["add", "Bank", "--currency", "EUR", "--balance", "900"],
            ["withdraw", "Bank", "12.50", "--date", "2026-03-01"],
        ] {
            let done = try await folder.run("cst-assets", words)
            try #require([0, 4].contains(done.status), "\(done.errors)")
        }
        return folder
    }

    /// The address of the preview, without what was chosen.
    private func upload(_ visitor: Visitor) async throws -> String {
        let fields = ["csrf": try await visitor.csrf(), "asset": "Bank"].map { name, value in
            "--cst\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let file =
            "--cst\r\nContent-Disposition: form-data; name=\"file\"; filename=\"bank.csv\"\r\n\r\n\(Self.rows)\r\n--cst--\r\n"
        let sent = try await visitor.program.patiently(
            "POST", "/assets/import",
            [
                ("Cookie", visitor.cookie), ("Sec-Fetch-Site", "same-origin"),
                ("Content-Type", "multipart/form-data; boundary=cst"),
            ], body: fields.joined() + file)
        return try #require(sent.header("Location"), "\(sent)").path
    }

    /// The form of the choices.
    private func choices(_ visitor: Visitor, _ path: String, _ query: String) async throws -> WebForm {
        try Self.choices(in: try await visitor.get("\(path)?\(query)").body, path)
    }

    private static func choices(in page: String, _ path: String) throws -> WebForm {
        let form = WebForm.all(in: page).first { $0.action == path && $0.fields["csrf"] == nil }
        return try #require(form, "\(page.suffix(6000))")
    }

    @Test func `all choices outlast each other`() async throws {
        let visitor = try await LocalDashboard(try await folder()).comeIn()
        let path = try await upload(visitor)
        let all = [
            "asset": "Bank", "currency": "EUR", "save-map": "Mine", "decimal": "comma", "dates": "day-first",
            "encoding": "utf-8", "out": "Soll", "fees": "apart", "pending": "yes", "skip": "PENDING", "century": "1950",
            "balances": "ignore", "link": "yes", "keep": "yes", "column-amount": "Betrag",
        ]
        // Each alone, then each after all of the others.
        for (name, value) in all {
            let alone = try await choices(visitor, path, "asset=Bank&\(name)=\(value)")
            #expect(alone.fields[name] == value, "\(name)")
        }
        let query = all.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        let together = try await choices(visitor, path, query)
        #expect(together.fields.filter { !$0.value.isEmpty } == all)
        // So do they where the file cannot be read at all, and its columns are unknown.
        let broken = try await choices(visitor, path, query.replacing("=utf-8", with: "=utf-16"))
        #expect(broken.fields["keep"] == "yes" && broken.fields["link"] == "yes", "\(broken.fields)")
        #expect(broken.fields["column-amount"] == "Betrag" && broken.fields["save-map"] == "Mine", "\(broken.fields)")
        // The links change one of them.
        let page = try await visitor.get("\(path)?\(query)").body
        for name in ["keep", "link"] {
            let links = page.matches(of: #/href="[^"?]*\?([^"]*)"/#).map { $0.output.1.replacing("&amp;", with: "&") }
            let others = all.filter { $0.key != name }
            #expect(
                links.contains { link in
                    !link.contains("\(name)=") && others.allSatisfy { link.contains("\($0.key)=\($0.value)") }
                }, "\(name): \(links)")
        }
    }

    @Test func `rows that were entered by hand are joined by one press, in any order with the others`() async throws {
        let folder = try await folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        let path = try await upload(visitor)
        func link(_ words: String, in page: String) throws -> String {
            let found = page.matches(of: #/<a href="([^"]*)"[^>]*>([^<]*)</#).first { $0.output.2 == words }
            let address = try #require(found, "no link '\(words)' in \(page.suffix(6000))").output.1
            return String(address).replacing("&amp;", with: "&")
        }
        let first = try await visitor.get("\(path)?asset=Bank").body
        #expect(first.contains("1 row may be there already, entered by hand.") && !first.contains("Undo"), "\(first)")
        #expect(
            first.contains("the amount and the day are the same. Import with the rows joined if it is."), "\(first)")
        let kept = try await visitor.get(link("No, it has them already: keep the balance", in: first)).body
        let joined = try await visitor.get(link("Join it with what is there", in: kept)).body
        #expect(joined.contains("1 row is joined with what was entered by hand."), "\(joined)")
        #expect(joined.contains("keeps its balance of") && joined.contains("No, enter it as well"))
        let again = try Self.choices(in: joined, path)
        let shown = try await visitor.get("\(path)?\(again.body)").body
        #expect(shown.contains("1 row is joined") && shown.contains("keeps its balance of"), "\(shown)")
        let form = try #require(WebForm.all(in: shown).last { $0.action == path && $0.fields["csrf"] != nil })
        #expect(form.fields["keep"] == "yes" && form.fields["link"] == "yes")
        let saved = try await visitor.send(form)
        let page = try await visitor.get(try #require(saved.header("Location"))).body
        #expect(page.contains("Imported 1 transaction into <bdi>Bank</bdi>, joined 1."), "\(page)")
        let activity = {
            try await visitor.get("/activity").body.components(separatedBy: "data-key=").dropFirst().first ?? ""
        }
        for (words, sentence) in [
            (["undo"], "Undid: Imported 1 transaction into <bdi>Bank</bdi>, joined 1"),
            (["undo", "--redo"], "Redid: Imported 1 transaction into <bdi>Bank</bdi>, joined 1"),
        ] {
            let done = try await folder.run("cst-plan", words)
            try #require(done.status == 0, "\(done.errors)")
            let newest = try await activity()
            #expect(newest.contains(sentence), "\(newest)")
        }
    }
}
