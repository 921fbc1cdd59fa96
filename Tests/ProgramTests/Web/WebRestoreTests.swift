import Foundation
import ProgramSupport
import Testing

/// Backups that are restored in the browser.
struct WebRestoreTests {
    private static let boundary = "----cst"

    private func send(
        _ backup: URL, _ visitor: Visitor, _ dashboard: LocalDashboard, csrf: String? = nil
    ) async throws -> DashboardAnswer {
        let token = if let csrf { csrf } else { try await visitor.csrf() }
        let head =
            "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(token)\r\n"
            + "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"my.backup\"\r\n\r\n"
        let body = Array(head.utf8) + Array(try Data(contentsOf: backup)) + Array("\r\n--\(Self.boundary)--\r\n".utf8)
        return try await dashboard.ask(
            "POST", "/data/restore",
            [
                ("Cookie", visitor.cookie), ("Sec-Fetch-Site", "same-origin"),
                ("Content-Type", "multipart/form-data; boundary=\(Self.boundary)"),
            ], bytes: body)
    }

    private func files(in folder: ProgramFolder) -> [String] {
        let found = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
        return found.filter { $0.contains("cst-web-uploads") && !$0.hasSuffix(".lock") && $0.contains("/") }
            .filter { $0.split(separator: "/").count > 2 }
    }

    private func export(_ folder: ProgramFolder) async throws -> String {
        let told = try await folder.run("cst-assets", ["transactions", "Savings", "--format", "json"])
        let goals = try await folder.run("cst-plan", ["goal", "list", "--all", "--format", "json"])
        return told.output + goals.output
    }

    @Test func `a role that may not change herds restores none of them`() async throws {
        let folder = try ProgramFolder()
        for words in [
            "holding add Home --currency AUD", "add Mob --species cattle --category steer --head 10",
            "backup my.backup",
            "die Mob 1",
        ] { #expect(try await folder.run("cst-herd", words.split(separator: " ").map(String.init)).status == 0) }
        for (role, isRefused) in [("viewer", true), ("manager", false)] {
            let dashboard = try await LocalDashboard(folder, environment: ["CST_LIVESTOCK_ROLE": role])
            let visitor = try await dashboard.comeIn()
            let sent = try await send(folder.url.appending(path: "my.backup"), visitor, dashboard)
            let page = try await visitor.get(try #require(sent.header("Location"))).body
            #expect(page.contains("needs the role manager") == isRefused, "\(page)")
        }
    }

    @Test(arguments: [nil, "a long passphrase"] as [String?])
    func `a backup is looked into, restored as one change, and undone`(passphrase: String?) async throws {
        let folder = try await Household().folder
        let before = try await export(folder)
        var words = ["backup", "my.backup"]
        if let passphrase {
            _ = try folder.write(passphrase, to: "passphrase")
            words += ["--encrypt", "--passphrase-file", "passphrase"]
        }
        let made = try await folder.run("cst-assets", words)
        try #require(made.status == 0, "\(made.errors)")
        for words in [["deposit", "Savings", "77"], ["delete", "Wallet", "--yes"]] {
            let told = try await folder.run("cst-assets", words)
            try #require(told.status == 0 || told.status == 4, "\(words) \(told.errors)")
        }
        let boat = ["goal", "add", "Boat", "--target", "9", "--currency", "EUR", "--deadline", "2027-01-01"]
        #expect(try await folder.run("cst-plan", boat).status == 0)
        let after = try await export(folder)
        #expect(after != before)
        let dashboard = try await LocalDashboard(folder)
        let visitor = try await dashboard.comeIn()
        let sent = try await send(folder.url.appending(path: "my.backup"), visitor, dashboard)
        let path = try #require(sent.header("Location"), "\(sent.status) \(sent.body)")
        #expect(files(in: folder).count == 1)
        if let passphrase {
            #expect(try await !visitor.get(path).body.contains("What would change"))
            let wrong = try await visitor.send(try await visitor.form(path, to: path, ["passphrase": "another one"]))
            #expect(wrong.status == 422 && wrong.body.contains("not the passphrase"))
            #expect(!wrong.body.contains("another one"))
            let looked = try await visitor.send(try await visitor.form(path, to: path, ["passphrase": passphrase]))
            #expect(looked.status == 200 && looked.body.contains("What would change"), "\(looked.body)")
            #expect(!looked.body.contains(passphrase))
            #expect(try await export(folder) == after)
            var form = try Visitor.form(in: looked.body, to: path)
            form.fields["passphrase"] = passphrase
            #expect(try await visitor.send(form).status == 303)
        } else {
            let page = try await visitor.get(path).body
            #expect(page.contains("What would change") && page.contains("are lost, unless you undo"), "\(page)")
            #expect(try await export(folder) == after)
            let form = try await visitor.form(path, to: path)
            let done = try await visitor.send(form)
            #expect(done.status == 303, "\(done.body)")
            // Sent again by a second press of the button.
            #expect(try await visitor.send(form).header("Location") == done.header("Location"))
        }
        #expect(try await export(folder) == before)
        #expect(files(in: folder).isEmpty, "\(files(in: folder))")
        #expect(try await visitor.get("/activity").body.contains("Restored <bdi>my.backup</bdi>"))
        #expect(try await folder.run("cst-plan", ["undo"]).status == 0)
        #expect(try await export(folder) == after)
    }

    @Test(arguments: [nil, "a long passphrase"] as [String?])
    func `changes that the preview did not list are not lost`(passphrase: String?) async throws {
        let folder = try await Household().folder
        var words = ["backup", "my.backup"]
        if let passphrase {
            _ = try folder.write(passphrase, to: "passphrase")
            words += ["--encrypt", "--passphrase-file", "passphrase"]
        }
        try #require(try await folder.run("cst-assets", words).status == 0)
        #expect(try await folder.run("cst-assets", ["deposit", "Savings", "77"]).status == 0)
        let dashboard = try await LocalDashboard(folder)
        let visitor = try await dashboard.comeIn()
        let sent = try await send(folder.url.appending(path: "my.backup"), visitor, dashboard)
        let path = try #require(sent.header("Location"))
        func preview(_ page: DashboardAnswer) async throws -> WebForm {
            guard let passphrase else { return try Visitor.form(in: page.body, to: path) }
            var form = try Visitor.form(in: page.body, to: path)
            form.fields["passphrase"] = passphrase
            form = try Visitor.form(in: try await visitor.send(form).body, to: path)
            form.fields["passphrase"] = passphrase
            return form
        }
        let form = try await preview(try await visitor.get(path))
        #expect(try await folder.run("cst-assets", ["deposit", "Savings", "88"]).status == 0)
        let with = try await export(folder)
        let refused = try await visitor.send(form)
        #expect(refused.status == 409 && refused.body.contains("after the differences were shown"), "\(refused.body)")
        #expect(try await export(folder) == with)
        // The page that came back shows what would change now.
        #expect(try await visitor.send(try await preview(refused)).status == 303)
        #expect(try await export(folder) != with)
    }

    @Test func `what is no backup changes nothing, and neither does anybody but an owner`() async throws {
        let people = try await WebPeople(try await Household().folder)
        let dashboard = try await LocalDashboard(people.folder)
        let visitor = try await dashboard.visitor("Ana", people.password)
        let before = try await export(people.folder)
        let made = try await people.folder.run("cst-assets", ["backup", "my.backup"])
        try #require(made.status == 0)
        let backup = people.folder.url.appending(path: "my.backup")
        let reader = try await dashboard.visitor("Ben", people.password)
        #expect(try await send(backup, reader, dashboard).status == 403)
        #expect(try await send(backup, visitor, dashboard, csrf: "guessed").status == 403)
        #expect(files(in: people.folder).isEmpty)
        for (content, name) in [("no database", "text"), ("SQLite format 3\0but no more", "cut")] {
            let file = people.folder.url.appending(path: name)
            try Data(content.utf8).write(to: file)
            let path = try #require(try await send(file, visitor, dashboard).header("Location"))
            let page = try await visitor.get(path)
            #expect(page.status == 422 && page.body.contains("issue-summary"), "\(page.status) \(page.body)")
            #expect(!page.body.contains(people.folder.url.path))
        }
        let bytes = try Data(contentsOf: backup)
        let cut = people.folder.url.appending(path: "short")
        try bytes.prefix(bytes.count / 2).write(to: cut)
        let path = try #require(try await send(cut, visitor, dashboard).header("Location"))
        #expect(try await visitor.get(path).status == 422)
        #expect(try await export(people.folder) == before)
    }
}
