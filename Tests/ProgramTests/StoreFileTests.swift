import Foundation
import ProgramSupport
import Testing

/// Files that programs cannot use, or not quite, and disks without room: what they say, and that nothing is lost.
struct StoreFileTests {
    /// A folder with a database of one asset, closed.
    private static func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        #expect(try await folder.run("cst-assets", ["add", "Savings", "--currency", "EUR"]).status == 0)
        #expect(try await folder.run("cst-assets", ["deposit", "Savings", "300"]).status == 0)
        return folder
    }

    private static func database(_ folder: ProgramFolder) -> URL { folder.url.appending(path: "cst.sqlite") }

    private static func balance(_ folder: ProgramFolder) async throws -> String? {
        let list = try await folder.run("cst-assets", ["list", "--format", "json"])
        return try JSONNode(parsing: list.output)["assets"]?.elements.first?["balance"]?["amount"]?.text
    }

    @Test func `a limit on the size of files ends a write with status 1, and nothing is lost`() async throws {
        let folder = try await Self.folder()
        let program = try ProgramFolder.path(of: "cst-assets").path
        let note = String(repeating: "n", count: 900)
        for _ in 0..<25 {
            #expect(try await folder.run("cst-assets", ["deposit", "Savings", "1", "--note", note]).status == 0)
        }
        var (deposits, refusals) = (0, 0)
        for limit in [4, 16, 28, 32, 36, 40, 60, 100, 110, 120, 130, 140, 150, 160, 180, 300] {
            let script = "ulimit -f \(limit); exec \(program) deposit Savings 1 --note \(note)"
            let result = try await folder.run("/bin/bash", ["-c", script])
            if result.status == 0 {
                deposits += 1
            } else {
                refusals += 1
                #expect(result.status == 1, "\(limit): \(result.errors)")
                #expect(result.errors.contains("limits on the size of files"), "\(limit): \(result.errors)")
            }
            #expect(try await Self.balance(folder) == "\(325 + deposits).00", "\(limit)")
        }
        #expect(deposits > 0 && refusals > 0)
        #expect(try await folder.run("cst-assets", ["doctor"]).status == 0)
        for command in ["backup b", "--output answer history --limit 99 --format json"] {
            let script = "ulimit -f 40; exec \(program) \(command)"
            let result = try await folder.run("/bin/bash", ["-c", script])
            #expect(result.status == 1 && !result.errors.isEmpty, "\(result)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(files.filter { !$0.hasPrefix("cst.sqlite") } == [])
    }

    @Test func `flipped bytes are an error or nothing at all, never another number`() async throws {
        let folder = try await Self.folder()
        for number in 0..<20 {
            let words = ["deposit", "Savings", "\(number).5", "--date", "2026-03-01"]
            #expect(try await folder.run("cst-assets", words).status == 0)
        }
        let whole = try Data(contentsOf: Self.database(folder))
        let expected = try await folder.run("cst-assets", ["list", "--format", "json"])
        let seed = UInt64.random(in: 0...999_999)
        var state = seed
        func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        var refusals = 0
        for _ in 0..<25 {
            var damaged = whole
            for _ in 0...below(60) { damaged[below(damaged.count)] ^= UInt8(1 + below(255)) }
            try damaged.write(to: Self.database(folder))
            let result = try await folder.run("cst-assets", ["list", "--format", "json"])
            if result.status == 0 {
                #expect(result.output == expected.output, "seed \(seed)")
            } else {
                refusals += 1
                #expect(result.status == 1 && result.output.isEmpty, "seed \(seed): \(result)")
                // Whose file it is, and of which version, may be what was hit.
                let refusal = ["is damaged", "cannot be used", "newer version"].contains(where: result.errors.contains)
                #expect(refusal, "seed \(seed): \(result.errors)")
            }
        }
        #expect(refusals > 5, "seed \(seed)")
    }

    @Test func `what is not a database of ours is refused and stays as it is`() async throws {
        let folder = try await Self.folder()
        let own = try Data(contentsOf: Self.database(folder))
        // In the header: whose file it is, and how many steps of the schema it has gone through.
        let (owner, version) = (68, 60)
        var (foreign, newer) = (own, own)
        foreign[owner] ^= 1
        newer[version + 3] = 99
        let letter = Data(String(repeating: "Dear reader, this is a letter. ", count: 40).utf8)
        for (content, said) in [
            (foreign, "it is a database of another program"), (newer, "was written by a newer version. Use version"),
            (letter, "it is not a database, or its beginning is damaged"),
            (letter.prefix(100), "it is not a database"), (own.prefix(300), "is damaged: it ends after 300 bytes"),
        ] {
            try content.write(to: Self.database(folder))
            for words in [["list"], ["deposit", "Savings", "1"], ["doctor"], ["backup", "b"]] {
                let result = try await folder.run("cst-assets", words)
                #expect(result.status == 1)
                if words == ["doctor"] {
                    // What cannot be made is a failed service, beside those that can.
                    #expect(result.output.contains(said) && result.errors.isEmpty, "\(result.output)")
                    continue
                }
                #expect(result.output.isEmpty)
                #expect(result.errors.contains(said), "\(result.errors)")
                #expect(result.errors.split(separator: "\n").count == 1)
            }
            #expect(try Data(contentsOf: Self.database(folder)) == content)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["cst.sqlite"])
    }

    @Test func `a path that cannot be a database is named with the reason`() async throws {
        let folder = try await Self.folder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appending(path: "dangling").path, withDestinationPath: "/nowhere/at/all")
        for (path, said) in [
            (".", "it is a folder"), ("cst.sqlite/below", "Not a directory"), ("/dev/null", "it is not a regular file"),
            (String(repeating: "deep/", count: 110) + "x", "SQLite takes at most 504"),
            (String(repeating: "x", count: 300), "File name too long"),
        ] {
            let result = try await folder.run("cst-assets", ["add", "Savings", "--currency", "EUR", "--data", path])
            #expect(result.status == 1)
            #expect(result.errors.contains(said), "\(result.errors)")
        }
    }

    @Test func `a link and open permissions are warned of once in each command`() async throws {
        let folder = try await Self.folder()
        let link = folder.url.appending(path: "link.sqlite").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Self.database(folder).path)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: Self.database(folder).path)
        let text = try await folder.run("cst-assets", ["deposit", "Savings", "1"], environment: ["CST_DATA": link])
        #expect(text.status == 0)
        let path = Self.database(folder).path
        #expect(
            text.errors == """
                cst-assets: Warning: \(link) is a link; the data lies in \(path).
                cst-assets: Warning: \(path) can be opened by other users of this computer. Run: chmod 600 '\(path)'

                """)
        let json = try await folder.run(
            "cst-plan", ["required", "--format", "json"], environment: ["CST_DATA": link])
        #expect(json.errors.isEmpty)
        let codes = try JSONNode(parsing: json.output)["warnings"]?.elements.compactMap { $0["code"]?.text }
        #expect(codes == ["symbolicLink", "openPermissions"])
        #expect(try await folder.run("cst-assets", ["list", "-q"], environment: ["CST_DATA": link]).errors.isEmpty)
        let refused = try await folder.run("cst-assets", ["show", "None"], environment: ["CST_DATA": link])
        #expect(refused.status == 2 && refused.errors.split(separator: "\n").count == 3)
    }

    @Test func `twelve programs that make one new database at the same moment all succeed`() async throws {
        for _ in 0..<4 {
            let folder = try ProgramFolder()
            let results = try await withThrowingTaskGroup(of: ProgramResult.self) { group in
                for number in 0..<12 {
                    group.addTask { try await folder.run("cst-assets", ["add", "A\(number)", "--currency", "EUR"]) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.allSatisfy { $0.status == 0 }, "\(results.map(\.errors))")
            let list = try await folder.run("cst-assets", ["list", "--format", "json"])
            #expect(try JSONNode(parsing: list.output)["assets"]?.elements.count == 12)
        }
    }

    @Test func `what killed programs left is removed by the next command, and nothing of others`() async throws {
        let folder = try await Self.folder()
        let left = folder.url.appending(path: ".b.backup.cst-0A1B2C3D")
        let foreign = folder.url.appending(path: ".b.backup.0A1B2C3D")
        for url in [left, foreign] { try Data("left".utf8).write(to: url) }
        #expect(try await folder.run("cst-assets", ["list"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: left.path))
        #expect(FileManager.default.fileExists(atPath: foreign.path))
    }

    @Test func `no folders are left by requests`() async throws {
        let folder = try await Self.folder()
        let result = try await folder.run(
            "cst-rates", ["get", "BTC", "USD"],
            environment: [
                "CST_EXCHANGE_RATES_PROVIDERS": "coinbase",
                "CST_EXCHANGE_RATES_COINBASE_BASE_URL": "http://127.0.0.1:9",
                "CST_NETWORK_OFFLINE": "false",
            ])
        #expect(result.errors.isEmpty || result.status == 0)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.contains("org.swift.foundation") || $0.hasPrefix("data/") }, "\(names)")
    }

    // MARK: - Permissions

    @Test(.enabled(if: OrdinaryUser.exists, "root may read and write everything, and nobody else can be had here"))
    func `a file or folder that may not be written or read says so`() async throws {
        let folder = try await Self.folder()
        let (file, path) = (Self.database(folder).path, folder.url.path)
        for (item, mode, said) in [
            (file, 0o400, "cst.sqlite cannot be written. Check the permissions"),
            (file, 0, "you are not permitted to read it"),
            (path, 0o500, "cannot be written. Check the permissions of the file and its folder"),
        ] {
            try OrdinaryUser.own(folder)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: item)
            let result = try await OrdinaryUser.run("cst-assets", ["deposit", "Savings", "1"], in: folder)
            #expect(result.status == 1, "\(said)")
            #expect(result.errors.contains(said), "\(result.errors)")
            try FileManager.default.setAttributes([.posixPermissions: item == path ? 0o700 : 0o600], ofItemAtPath: item)
        }
        for (item, mode) in [(file, 0o400), (path, 0o500)] {
            try OrdinaryUser.own(folder)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: item)
            let result = try await OrdinaryUser.run("cst-assets", ["list", "--format", "json"], in: folder)
            let answer = try JSONNode(parsing: result.output)
            #expect(answer["assets"]?.elements.first?["balance"]?["amount"]?.text == "300.00", "\(result.errors)")
            #expect(answer["warnings"]?.elements.compactMap { $0["code"]?.text } == ["readOnly"])
            let doctor = try await OrdinaryUser.run("cst-assets", ["doctor", "--offline"], in: folder)
            #expect(doctor.output.contains("it can only be looked at as it is"))
            try FileManager.default.setAttributes([.posixPermissions: item == path ? 0o700 : 0o600], ofItemAtPath: item)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: path)
        let new = try await OrdinaryUser.run(
            "cst-assets", ["add", "Savings", "--currency", "EUR", "--data", "new.sqlite"], in: folder)
        #expect(new.status == 1 && new.errors.contains("new.sqlite cannot be written"), "\(new.errors)")
        let backup = try await OrdinaryUser.run("cst-assets", ["backup", "b"], in: folder)
        #expect(backup.status == 1 && backup.errors.contains("cannot be written"), "\(backup.errors)")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        #expect(try await Self.balance(folder) == "300.00")
    }
}

/// Runs programs as somebody whom permissions bind, also when the tests themselves are run by root.
private enum OrdinaryUser {
    private static let id = 65_534
    private static let tool = "/usr/bin/setpriv"

    static let exists: Bool = {
        guard geteuid() == 0 else { return true }
        guard let program = try? ProgramFolder.path(of: "cst-assets").path else { return false }
        let process = Process()
        process.executableURL = URL(filePath: tool)
        process.arguments = arguments + [program, "--version"]
        process.standardOutput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    private static let arguments = ["--reuid=\(id)", "--regid=\(id)", "--clear-groups"]

    /// Hands everything in the folder to that user.
    static func own(_ folder: ProgramFolder) throws {
        guard geteuid() == 0 else { return }
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        for path in [folder.url.path] + names.map({ folder.url.appending(path: $0).path }) {
            try FileManager.default.setAttributes([.ownerAccountID: id, .groupOwnerAccountID: id], ofItemAtPath: path)
        }
    }

    static func run(_ program: String, _ words: [String], in folder: ProgramFolder) async throws -> ProgramResult {
        guard geteuid() == 0 else { return try await folder.run(program, words) }
        return try await folder.run(tool, arguments + [try ProgramFolder.path(of: program).path] + words)
    }
}
