import Foundation
import ProgramSupport
import Testing

/// Files that people upload: seen by their session alone, kept for an hour, and never left behind.
struct WebUploadTests {
    private static let rows = "Datum;Betrag;Text\n01.03.2026;-12,50;Kaffee\n02.03.2026;100,00;Lohn\n"
    private static let boundary = "----cst"

    private func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        let added = try await folder.run("cst-assets", ["add", "Savings", "--currency", "EUR"])
        try #require(added.status == 0, "\(added.errors)")
        return folder
    }

    /// The files that are kept, with the modes of all files and folders around them.
    private func kept(in folder: ProgramFolder) -> (files: [String], modes: Set<Int>) {
        var (files, modes): ([String], Set<Int>) = ([], [])
        let found = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
        for path in found where path.contains("cst-web-uploads") {
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.url.appending(path: path).path)
            modes.insert(attributes?[.posixPermissions] as? Int ?? 0)
            if attributes?[.type] as? FileAttributeType == .typeRegular, !path.hasSuffix(".lock") { files.append(path) }
        }
        return (files, modes)
    }

    private func form(_ visitor: Visitor, name: String = "bank.csv", _ text: String = rows) async throws -> String {
        let fields = ["csrf": try await visitor.csrf(), "asset": "Savings"].map { name, value in
            "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        return fields.joined()
            + "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n\(text)\r\n"
            + "--\(Self.boundary)--\r\n"
    }

    private func headers(_ visitor: Visitor) -> [(String, String)] {
        [
            ("Cookie", visitor.cookie), ("Sec-Fetch-Site", "same-origin"),
            ("Content-Type", "multipart/form-data; boundary=\(Self.boundary)"),
        ]
    }

    private func upload(
        _ visitor: Visitor, name: String = "bank.csv", _ text: String = rows
    ) async throws -> DashboardAnswer {
        try await visitor.program.patiently(
            "POST", "/assets/import", headers(visitor), body: form(visitor, name: name, text))
    }

    @Test func `a file is shown row by row, entered once, and gone`() async throws {
        let folder = try await folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        let sent = try await upload(visitor)
        let path = try #require(sent.header("Location"), "\(sent)")
        #expect(sent.status == 303 && kept(in: folder).files.count == 1)
        #expect(kept(in: folder).modes == [0o700, 0o600])
        let page = try await visitor.get(path).body
        #expect(
            page.contains("Would add 2 transactions.") && page.contains("Kaffee") && page.contains("value=\"-12.50\""))
        #expect(try await folder.run("cst-assets", ["transactions", "Savings"]).output.contains("Kaffee") == false)
        let action = try #require(path.split(separator: "?").first.map(String.init))
        let form = try await visitor.form(path, to: action)
        let saved = try await visitor.send(form)
        #expect(saved.status == 303 && kept(in: folder).files.isEmpty)
        // Sent again by a second press of the button.
        #expect(try await visitor.send(form).header("Location") == saved.header("Location"))
        let entered = try await folder.run("cst-assets", ["transactions", "Savings", "--format", "json"])
        let rows = try JSONNode(parsing: entered.output)["transactions"]?.elements ?? []
        #expect(rows.count == 2 && rows.contains { $0["amount"]?["amount"]?.text == "-12.50" })
        #expect(try await visitor.get(path).status == 404)
        // The same file adds nothing.
        let again = try await #require(try upload(visitor).header("Location"))
        #expect(try await visitor.get(again).body.contains("Would add 0 transactions. 2 are there already."))
    }

    @Test func `rows in a balance already are entered without adding to it`() async throws {
        let folder = try ProgramFolder()
        let added = try await folder.run("cst-assets", ["add", "Bank", "--currency", "EUR", "--balance", "900"])
        try #require(added.status == 0, "\(added.errors)")
        let visitor = try await LocalDashboard(folder).comeIn()
        let path = try #require(try await upload(visitor).header("Location")).replacing("Savings", with: "Bank")
        let adding = try await visitor.get(path).body
        #expect(adding.contains("value=\"987.50\"") && adding.contains("The older rows add to the balance."))
        let link = try #require(adding.firstMatch(of: #/href="([^"]*keep=yes)"/#)).output.1
        let kept = try await visitor.get(String(link).replacing("&amp;", with: "&")).body
        #expect(kept.contains("value=\"900.00\"") && kept.contains("keeps its balance of"), "\(kept)")
        let action = try #require(path.split(separator: "?").first.map(String.init))
        let saved = try await visitor.send(Visitor.form(in: kept, to: action))
        let page = try await visitor.get(try #require(saved.header("Location"))).body
        // The opening balance was changed with them.
        #expect(page.contains("Imported 2 transactions into <bdi>Bank</bdi>"), "\(page)")
        let listed = try await folder.run("cst-assets", ["list", "--format", "json"])
        let balance = try JSONNode(parsing: listed.output)["assets"]?.elements.first?["balance"]?["amount"]
        #expect(balance?.text == "900.00", "\(listed.output)")
    }

    @Test func `a file of Windows is read, and its reader sees that it was`() async throws {
        let folder = try await folder()
        let dashboard = try await LocalDashboard(folder)
        let visitor = try await dashboard.comeIn()
        let text = try await form(visitor, "Datum;Betrag;Text\n01.03.2026;-12,50;Käse für Jörg\n")
        let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let sent = try await dashboard.ask("POST", "/assets/import", headers(visitor), bytes: bytes)
        let path = try #require(sent.header("Location"), "\(sent)")
        let page = try await visitor.get(path).body
        #expect(page.contains("Käse für Jörg") && page.contains("read in the encoding of Windows (latin1)"), "\(page)")
        let action = try #require(path.split(separator: "?").first.map(String.init))
        #expect(try await visitor.send(visitor.form(path, to: action)).status == 303)
        #expect(try await folder.run("cst-assets", ["transactions", "Savings"]).output.contains("Käse für Jörg"))
    }

    @Test func `a question of the file is answered on its page`() async throws {
        let folder = try await folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        let text = "Date;Amount;Status\n2026-03-01;5.00;PENDING\n2026-03-02;6.00;BOOKED\n"
        let path = try await #require(try upload(visitor, text).header("Location"))
        let page = try await visitor.get(path).body
        #expect(page.contains("Answer it below") || page.contains("Would add 1 transaction."), "\(page)")
        #expect(try await visitor.get(path + "&pending=yes").body.contains("Would add 2 transactions."))
    }

    @Test func `what is cut, too large, empty or of somebody else leaves nothing`() async throws {
        let folder = try await folder()
        let program = try WebProgram(folder, environment: ["CST_WEB_UPLOAD_LIMIT": "1"])
        let visitor = try await program.comeIn()
        let body = try await form(visitor, String(repeating: Self.rows, count: 2000))
        let head = headers(visitor).map { "\($0.0): \($0.1)\r\n" }.joined()
        // The connection ends in the middle, once a part of the file is there.
        let start = "POST /assets/import HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\n\(head)"
        try program.leave("\(start)Content-Length: \(body.utf8.count)\r\n\r\n\(body.prefix(90_000))") {
            !kept(in: folder).files.isEmpty
        }
        #expect(await settles { kept(in: folder).files.isEmpty }, "a file that was cut is kept")
        // Declared, and found on the way.
        let large = String(repeating: "1;", count: 600_000)
        await #expect(try upload(visitor, large).status == 413)
        let chunk =
            String(Self.rows.utf8.count * 2000, radix: 16) + "\r\n\(String(repeating: Self.rows, count: 2000))\r\n"
        let first = body.prefix(body.count - 200)
        let chunked = try program.raw(
            "\(start)Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "\(String(first.utf8.count, radix: 16))\r\n\(first)\r\n\(String(repeating: chunk, count: 15))0\r\n\r\n"
        )
        #expect(chunked.hasPrefix("HTTP/1.1 4"), "\(chunked.prefix(200))")
        await #expect(try upload(visitor, "").status == 422)
        await #expect(try upload(visitor, name: "").status == 303, "a file may be without a name")
        // No form of the session: refused, and what was received is deleted.
        let count = kept(in: folder).files.count
        let foreign = try await program.ask(
            "POST", "/assets/import", headers(visitor),
            body: try form(visitor).replacing(try await visitor.csrf(), with: "another"))
        #expect(foreign.status == 403)
        let other = try await program.ask(
            "POST", "/assets/import", headers(visitor).map { $0.0 == "Sec-Fetch-Site" ? ($0.0, "cross-site") : $0 },
            body: try form(visitor))
        #expect(other.status == 403 && kept(in: folder).files.count == count)
        #expect(
            try await program.ask("POST", "/assets/import", Array(headers(visitor).dropFirst()), body: form(visitor))
                .status
                == 401)
        #expect(kept(in: folder).files.count == count)
    }

    @Test func `a reader uploads nothing, and no session sees the file of another`() async throws {
        let folder = try await folder()
        let reader = try await LocalDashboard(folder, isReadOnly: true).comeIn()
        await #expect(try upload(reader).status == 403 && kept(in: folder).files.isEmpty)
        await #expect(try !reader.get("/assets/import").body.contains("type=\"file\""))
        let own = try await LocalDashboard(folder)
        let visitor = try await own.comeIn()
        let path = try await #require(try upload(visitor).header("Location"))
        #expect(try await reader.get(path).status == 403)
        #expect(try await visitor.get(path).status == 200)
    }

    // A session keeps four.
    @Test func `uploads of one session at once are kept apart, and each is entered`() async throws {
        let folder = try await folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        let texts = (1...4).map { "Datum;Betrag;Text\n0\($0).03.2026;\($0),25;Shop \($0)\n" }
        let paths = try await withThrowingTaskGroup(of: String.self) { group in
            for text in texts {
                group.addTask { try await #require(try upload(visitor, text).header("Location")) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(paths).count == texts.count && kept(in: folder).files.count == texts.count)
        var forms: [WebForm] = []
        for path in paths {
            let action = try #require(path.split(separator: "?").first.map(String.init))
            forms.append(try await visitor.form(path, to: action))
        }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for form in forms { group.addTask { try await visitor.send(form).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.allSatisfy { $0 == 303 }, "\(statuses)")
        let entered = try await folder.run("cst-assets", ["transactions", "Savings", "--format", "json"])
        let rows = try JSONNode(parsing: entered.output)["transactions"]?.elements ?? []
        #expect(Set(rows.compactMap { $0["amount"]?["amount"]?.text }) == Set((1...4).map { "\($0).25" }))
        #expect(rows.count == texts.count && kept(in: folder).files.isEmpty)
    }

    @Test(arguments: ["../../../etc/passwd", "a%0D%0AX-Evil: 1.csv", "<b>&.csv", "CON", "\u{202E}vsc.exe"])
    func `a name is shown, and is never a path`(name: String) async throws {
        let folder = try await folder()
        let visitor = try await LocalDashboard(folder).comeIn()
        let sent = try await upload(visitor, name: name)
        let path = try #require(sent.header("Location"), "\(sent)")
        #expect(sent.header("X-Evil") == nil)
        let page = try await visitor.get(path)
        #expect(page.status == 200 && !page.body.contains("<b>&"))
        let files = kept(in: folder).files
        #expect(files.count == 1 && files.allSatisfy { !$0.contains("..") && !$0.contains("csv") })
    }

    @Test func `files of a killed server are gone after the next start, and those of a running one stay`() async throws
    {
        let folder = try await folder()
        let killed = try WebProgram(folder)
        _ = try await upload(try await killed.comeIn())
        #expect(killed.end(SIGKILL) != 0 && kept(in: folder).files.count == 1)
        let running = try WebProgram(folder)
        let path = try await #require(try upload(try await running.comeIn()).header("Location"))
        #expect(await settles { kept(in: folder).files.count == 1 }, "the file of the killed server is kept")
        let other = try WebProgram(folder)
        let visitor = try await other.comeIn()
        _ = try await upload(visitor)
        #expect(await settles { kept(in: folder).files.count == 2 })
        #expect(try await visitor.get(path).status == 404)
        #expect(other.end() == 0)
        #expect(await settles { kept(in: folder).files.count == 1 })
    }

    @Test func `a program uploads a file, tries it out and enters it`() async throws {
        let folder = try await folder()
        let program = try await LocalDashboard(folder)
        let visitor = try await program.comeIn()
        let token = try await folder.run("cst-web", ["token", "add", "script"]).output.trimmingCharacters(
            in: .whitespacesAndNewlines)
        let bearer = [("Authorization", "Bearer \(token)")]
        let sent = try await program.patiently(
            "POST", "/api/v1/uploads?name=bank.csv", bearer + [("Content-Type", "text/csv")], body: Self.rows)
        let id = try #require(try JSONNode(parsing: sent.body)["upload"]?["id"]?.text, "\(sent)")
        #expect(sent.status == 201 && kept(in: folder).files.count == 1)
        func ask(_ path: String, _ headers: [(String, String)] = []) async throws -> JSONNode {
            let answer = try await program.patiently(
                "POST", "/api/v1\(path)", bearer + [("Content-Type", "application/json")] + headers,
                body: #"{"upload":"\#(id)","asset":"Savings"}"#)
            try #require(answer.status == 200, "\(answer)")
            return try JSONNode(parsing: answer.body)
        }
        #expect(try await ask("/imports/preview")["added"]?.text == "2")
        let key = [("Idempotency-Key", "0123456789abcdef")]
        #expect(try await ask("/imports", key)["added"]?.text == "2")
        #expect(try await ask("/imports", key)["added"]?.text == "0", "it is carried out once")
        let foreign = try await visitor.sendJSON("/imports/preview", #"{"upload":"\#(id)"}"#)
        #expect(foreign.status == 404)
    }

    /// Whether something holds soon.
    private func settles(_ holds: () -> Bool) async -> Bool {
        for _ in 0..<2000 {
            if holds() { return true }
            usleep(5000)
        }
        return false
    }
}
