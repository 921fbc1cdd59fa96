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

    private func form(_ visitor: WebProgram.Visitor, name: String = "bank.csv", _ text: String = rows) throws -> String
    {
        let fields = ["csrf": try visitor.csrf(), "asset": "Savings"].map { name, value in
            "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        return fields.joined()
            + "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n\(text)\r\n"
            + "--\(Self.boundary)--\r\n"
    }

    private func headers(_ visitor: WebProgram.Visitor) -> [(String, String)] {
        [
            ("Cookie", visitor.cookie), ("Sec-Fetch-Site", "same-origin"),
            ("Content-Type", "multipart/form-data; boundary=\(Self.boundary)"),
        ]
    }

    private func upload(
        _ visitor: WebProgram.Visitor, name: String = "bank.csv", _ text: String = rows
    ) throws -> WebProgram.Answer {
        try visitor.program.patiently("POST", "/assets/import", headers(visitor), body: form(visitor, name: name, text))
    }

    @Test func `a file is shown row by row, entered once, and gone`() async throws {
        let folder = try await folder()
        let visitor = try WebProgram(folder).comeIn()
        let sent = try upload(visitor)
        let path = try #require(sent.header("Location"), "\(sent)")
        #expect(sent.status == 303 && kept(in: folder).files.count == 1)
        #expect(kept(in: folder).modes == [0o700, 0o600])
        let page = try visitor.get(path).body
        #expect(
            page.contains("Would add 2 transactions.") && page.contains("Kaffee") && page.contains("value=\"-12.50\""))
        #expect(try await folder.run("cst-assets", ["transactions", "Savings"]).output.contains("Kaffee") == false)
        let action = try #require(path.split(separator: "?").first.map(String.init))
        let form = try visitor.form(path, to: action)
        let saved = try visitor.send(form)
        #expect(saved.status == 303 && kept(in: folder).files.isEmpty)
        // Sent again by a second press of the button.
        #expect(try visitor.send(form).header("Location") == saved.header("Location"))
        let entered = try await folder.run("cst-assets", ["transactions", "Savings", "--format", "json"])
        let rows = try JSONNode(parsing: entered.output)["transactions"]?.elements ?? []
        #expect(rows.count == 2 && rows.contains { $0["amount"]?["amount"]?.text == "-12.50" })
        #expect(try visitor.get(path).status == 404)
        // The same file adds nothing.
        let again = try #require(try upload(visitor).header("Location"))
        #expect(try visitor.get(again).body.contains("Would add 0 transactions. 2 are there already."))
    }

    @Test func `a question of the file is answered on its page`() async throws {
        let folder = try await folder()
        let visitor = try WebProgram(folder).comeIn()
        let text = "Date;Amount;Status\n2026-03-01;5.00;PENDING\n2026-03-02;6.00;BOOKED\n"
        let path = try #require(try upload(visitor, text).header("Location"))
        let page = try visitor.get(path).body
        #expect(page.contains("Answer it below") || page.contains("Would add 1 transaction."), "\(page)")
        #expect(try visitor.get(path + "&pending=yes").body.contains("Would add 2 transactions."))
    }

    @Test func `what is cut, too large, empty or of somebody else leaves nothing`() async throws {
        let folder = try await folder()
        let program = try WebProgram(folder, environment: ["CST_WEB_UPLOAD_LIMIT": "1"])
        let visitor = try program.comeIn()
        let body = try form(visitor, String(repeating: Self.rows, count: 2000))
        let head = headers(visitor).map { "\($0.0): \($0.1)\r\n" }.joined()
        // The connection ends in the middle, once a part of the file is there.
        let start = "POST /assets/import HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\n\(head)"
        try program.leave("\(start)Content-Length: \(body.utf8.count)\r\n\r\n\(body.prefix(90_000))") {
            !kept(in: folder).files.isEmpty
        }
        #expect(await settles { kept(in: folder).files.isEmpty }, "a file that was cut is kept")
        // Declared, and found on the way.
        let large = String(repeating: "1;", count: 600_000)
        #expect(try upload(visitor, large).status == 413)
        let chunk =
            String(Self.rows.utf8.count * 2000, radix: 16) + "\r\n\(String(repeating: Self.rows, count: 2000))\r\n"
        let first = body.prefix(body.count - 200)
        let chunked = try program.raw(
            "\(start)Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "\(String(first.utf8.count, radix: 16))\r\n\(first)\r\n\(String(repeating: chunk, count: 15))0\r\n\r\n"
        )
        #expect(chunked.hasPrefix("HTTP/1.1 4"), "\(chunked.prefix(200))")
        #expect(try upload(visitor, "").status == 422)
        #expect(try upload(visitor, name: "").status == 303, "a file may be without a name")
        // No form of the session: refused, and what was received is deleted.
        let count = kept(in: folder).files.count
        let foreign = try program.ask(
            "POST", "/assets/import", headers(visitor),
            body: try form(visitor).replacing(try visitor.csrf(), with: "another"))
        #expect(foreign.status == 403)
        let other = try program.ask(
            "POST", "/assets/import", headers(visitor).map { $0.0 == "Sec-Fetch-Site" ? ($0.0, "cross-site") : $0 },
            body: try form(visitor))
        #expect(other.status == 403 && kept(in: folder).files.count == count)
        #expect(
            try program.ask("POST", "/assets/import", Array(headers(visitor).dropFirst()), body: form(visitor)).status
                == 401)
        #expect(kept(in: folder).files.count == count)
    }

    @Test func `a reader uploads nothing, and no session sees the file of another`() async throws {
        let folder = try await folder()
        let reader = try WebProgram(folder, ["--read-only"]).comeIn()
        #expect(try upload(reader).status == 403 && kept(in: folder).files.isEmpty)
        #expect(try !reader.get("/assets/import").body.contains("type=\"file\""))
        let own = try WebProgram(folder)
        let visitor = try own.comeIn()
        let path = try #require(try upload(visitor).header("Location"))
        #expect(try reader.get(path).status == 403)
        #expect(try visitor.get(path).status == 200)
    }

    @Test(arguments: ["../../../etc/passwd", "a%0D%0AX-Evil: 1.csv", "<b>&.csv", "CON", "\u{202E}vsc.exe"])
    func `a name is shown, and is never a path`(name: String) async throws {
        let folder = try await folder()
        let visitor = try WebProgram(folder).comeIn()
        let sent = try upload(visitor, name: name)
        let path = try #require(sent.header("Location"), "\(sent)")
        #expect(sent.header("X-Evil") == nil)
        let page = try visitor.get(path)
        #expect(page.status == 200 && !page.body.contains("<b>&"))
        let files = kept(in: folder).files
        #expect(files.count == 1 && files.allSatisfy { !$0.contains("..") && !$0.contains("csv") })
    }

    @Test func `files of a killed server are gone after the next start, and those of a running one stay`() async throws
    {
        let folder = try await folder()
        let killed = try WebProgram(folder)
        _ = try upload(try killed.comeIn())
        #expect(killed.end(SIGKILL) != 0 && kept(in: folder).files.count == 1)
        let running = try WebProgram(folder)
        let path = try #require(try upload(try running.comeIn()).header("Location"))
        #expect(await settles { kept(in: folder).files.count == 1 }, "the file of the killed server is kept")
        let other = try WebProgram(folder)
        let visitor = try other.comeIn()
        _ = try upload(visitor)
        #expect(await settles { kept(in: folder).files.count == 2 })
        #expect(try visitor.get(path).status == 404)
        #expect(other.end() == 0)
        #expect(await settles { kept(in: folder).files.count == 1 })
    }

    @Test func `a program uploads a file, tries it out and enters it`() async throws {
        let folder = try await folder()
        let program = try WebProgram(folder)
        let visitor = try program.comeIn()
        let token = try await folder.run("cst-web", ["token", "add", "script"]).output.trimmingCharacters(
            in: .whitespacesAndNewlines)
        let bearer = [("Authorization", "Bearer \(token)")]
        let sent = try program.patiently(
            "POST", "/api/v1/uploads?name=bank.csv", bearer + [("Content-Type", "text/csv")], body: Self.rows)
        let id = try #require(try JSONNode(parsing: sent.body)["upload"]?["id"]?.text, "\(sent)")
        #expect(sent.status == 201 && kept(in: folder).files.count == 1)
        func ask(_ path: String, _ headers: [(String, String)] = []) throws -> JSONNode {
            let answer = try program.patiently(
                "POST", "/api/v1\(path)", bearer + [("Content-Type", "application/json")] + headers,
                body: #"{"upload":"\#(id)","asset":"Savings"}"#)
            try #require(answer.status == 200, "\(answer)")
            return try JSONNode(parsing: answer.body)
        }
        #expect(try ask("/imports/preview")["added"]?.text == "2")
        let key = [("Idempotency-Key", "0123456789abcdef")]
        #expect(try ask("/imports", key)["added"]?.text == "2")
        #expect(try ask("/imports", key)["added"]?.text == "0", "it is carried out once")
        let foreign = try visitor.sendJSON("/imports/preview", #"{"upload":"\#(id)"}"#)
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
