import Foundation
import ProgramSupport
import Testing

/// Commands that write, where no database is yet: one that is refused leaves none behind, and one that is not makes it.
struct RefusedWriteTests {
    /// How every command with `--dry-run` is called so that it is refused, by program. One that is missing here fails the test.
    private static let refused: [String: [String: String]] = [
        "cst-plan": [
            "goal add": "goal add Car --target 12000 --currency EUR --deadline 2020-12-31",
            "goal edit": "goal edit Car --target 9000", "goal finish": "goal finish Car",
            "goal cancel": "goal cancel Car", "goal pause": "goal pause Car", "goal resume": "goal resume Car",
            "goal archive": "goal archive Car", "goal delete": "goal delete Car --yes", "protect": "protect Car",
            "skip": "skip Car --always", "flexible": "flexible Car", "budget": "budget --amount 0.001 --apply",
            "month start": "month start", "month close": "month close",
            "month undo": "month undo", "report": "report /nowhere/at/all.html",
            "remind test": "remind test nothing", "remind quiet": "remind quiet 22:00 22:00", "undo": "undo",
        ],
        "cst-assets": [
            "add": "add Savings --currency EUR --source nothing", "edit": "edit Savings --name Other",
            "delete": "delete Savings --yes", "deposit": "deposit Savings 5", "withdraw": "withdraw Savings 5",
            "adjust": "adjust Savings --to 5", "transfer": "transfer Savings Other 5",
            "transaction edit": "transaction edit 0a2b4c6d-0000-4000-8000-000000000000 --note x",
            "transaction delete": "transaction delete 0a2b4c6d-0000-4000-8000-000000000000",
            "allocate": "allocate Savings Car --share 60%", "unallocate": "unallocate Savings Car",
            "sync": "sync Savings", "import": "import rows.csv --asset Savings", "backup": "backup copy",
            "restore": "restore nothing", "undo": "undo",
        ],
        "cst-herd": [
            "add": "add Mob --species cattle --category steer --head 1", "edit": "edit Mob --breed Angus",
            "delete": "delete Mob --yes", "buy": "buy Mob 1", "die": "die Mob 1", "ration": "ration Mob 1",
            "birth": "birth Mob 1", "wean": "wean Mob 1 --to Other", "transfer": "transfer Mob 1 --to Other",
            "muster": "muster Mob 1", "weigh": "weigh Mob 380lb", "gain": "gain Mob 50",
            "join": "join Mob --type ai --start 2026-01-01 --rate 900%", "test": "test Mob --expected 1",
            "event edit": "event edit 0a2b4c6d-0000-4000-8000-000000000000 --head 1",
            "event delete": "event delete 0a2b4c6d-0000-4000-8000-000000000000", "import": "import mobs.csv",
            "holding add": "holding add Home --currency NOTHING", "holding edit": "holding edit Home --state QLD",
            "holding delete": "holding delete Home --yes",
            "price add": "price add --level state --species cattle --category steer --price c",
            "price delete": "price delete 0a2b4c6d-0000-4000-8000-000000000000",
            "price import": "price import rows.csv",
            "price fetch": "price fetch", "premium set": "premium set Angus 900%",
            "saleyard add": "saleyard add ''", "saleyard edit": "saleyard edit Roma --state QLD",
            "saleyard delete": "saleyard delete Roma --yes", "backup": "backup copy", "restore": "restore nothing",
            "undo": "undo",
        ],
        "cst-ledger": [
            "account add": "account add Bank --type nothing --currency EUR",
            "account edit": "account edit Bank --name Other", "account close": "account close Bank",
            "account reactivate": "account reactivate Bank", "account delete": "account delete Bank --yes",
            "expense": "expense Bank 5", "income": "income Bank 5", "refund": "refund Bank 5",
            "transfer": "transfer Bank Other 5", "repeat": "repeat 0a2b4c6d-0000-4000-8000-000000000000",
            "edit": "edit 0a2b4c6d-0000-4000-8000-000000000000 --note x",
            "delete": "delete 0a2b4c6d-0000-4000-8000-000000000000", "categorise": "categorise 0a2b4c6d Food",
            "mark": "mark 0a2b4c6d cleared", "category add": "category add a:b:c:d:e:f:g:h:i",
            "category rename": "category rename Food Other", "category move": "category move Food Other",
            "category merge": "category merge Food Other", "category delete": "category delete Food",
            "rule add": "rule add Spar --if nothing --set tag=x",
            "rule edit": "rule edit Spar --set payee=Other", "rule move": "rule move Spar",
            "rule delete": "rule delete Spar", "rule apply": "rule apply Spar",
            "reconcile": "reconcile Bank --statement 5", "review": "review --keep 0a2b4c6d",
            "import": "import rows.csv --account Bank", "backup": "backup copy", "restore": "restore nothing",
            "undo": "undo",
        ],
        "cst-rates": [:],
        "cst-web": [:],
    ]

    /// Commands that refuse nothing without a database, write files of their own, or are for servers.
    private static let others: Set = [
        "goal new", "new", "flex", "remind send", "remind ics", "remind install", "category init", "pair", "export",
        "config init", "store move", "store prepare", "store upgrade",
    ]

    /// The commands without subcommands that have `--dry-run`.
    private static func writers(of program: String, in folder: ProgramFolder) async throws -> [String] {
        func walk(_ command: JSONNode, _ path: [String]) -> [String] {
            let subcommands = command["subcommands"]?.elements ?? []
            guard subcommands.isEmpty else {
                return subcommands.flatMap { walk($0, path + [$0["commandName"]?.text ?? ""]) }
            }
            let options = (command["arguments"]?.elements ?? []).flatMap { $0["names"]?.elements ?? [] }
            return options.contains { $0["name"]?.text == "dry-run" } ? [path.joined(separator: " ")] : []
        }
        let dump = try await folder.run(program, ["--experimental-dump-help"]).output
        let root = try #require(try JSONNode(parsing: dump, inAnyOrder: true)["command"])
        return walk(root, [])
    }

    private static func files(_ folder: ProgramFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.contains("cst") }.sorted()
    }

    @Test(arguments: ["cst-plan", "cst-assets", "cst-herd", "cst-ledger", "cst-rates", "cst-web"])
    func `a refusal leaves no database, no folder and nothing beside it`(program: String) async throws {
        let folder = try ProgramFolder()
        try folder.write("date,amount\n2026-04-01,5\n", to: "rows.csv")
        let calls = try #require(Self.refused[program])
        let writers = try await Self.writers(of: program, in: folder)
        #expect(Set(writers).subtracting(Self.others) == Set(calls.keys))
        let elsewhere = folder.url.appending(path: "cst-new/deep/cst.sqlite").path
        for writer in calls.values.sorted() {
            let words = try CommandLineText(writer).words
            for data in [[], ["--data", elsewhere]] {
                let result = try await folder.run(program, words + data)
                // Not for a call that is no command.
                #expect((1...64).contains(result.status) && !result.errors.contains("--help'"), "\(words): \(result)")
                #expect(try Self.files(folder) == [], "\(program) \(words + data)")
            }
        }
    }

    @Test(arguments: [
        "cst-herd die Steers 1", "cst-herd weigh Steers 400", "cst-portfolio buy ACME 1 --price 1",
        "cst-portfolio price add House 410000",
    ])
    func `nor does one of a program of another domain`(command: String) async throws {
        let folder = try ProgramFolder()
        let words = try CommandLineText(command).words
        let result = try await folder.run(words[0], Array(words.dropFirst()))
        #expect((1...64).contains(result.status) && !result.errors.contains("--help'"), "\(result)")
        #expect(try Self.files(folder) == [])
    }

    @Test func `a form that is refused leaves none either, and one that is not makes it`() async throws {
        let folder = try ProgramFolder()
        let visitor = try await LocalDashboard(folder).comeIn()
        func send(_ typed: [String: String]) async throws -> Int {
            try await visitor.send(try await visitor.form("/assets/new", to: "/assets/new", typed)).status
        }
        #expect(try await send(["name": "Savings", "currency": "no currency"]) == 422)
        #expect(try Self.files(folder) == [])
        #expect(try await send(["name": "Savings", "currency": "EUR"]) == 303)
        #expect(try await visitor.get("/assets").body.contains("Savings"))
        #expect(try Self.files(folder).contains("cst.sqlite"))
    }

    @Test func `trying out leaves none either, and what is not refused makes it`() async throws {
        let folder = try ProgramFolder()
        for command in [
            "cst-assets add Savings --currency EUR --dry-run", "cst-plan remind quiet 22:00 07:00 --dry-run",
            "cst-plan goal add Car --target 12000 --currency EUR --deadline 2026-12-31 --dry-run",
            "cst-plan remind send --dry-run", "cst-plan flex --factor 0.9 --save",
        ] {
            let words = try CommandLineText(command).words
            let result = try await folder.run(words[0], Array(words.dropFirst()))
            #expect(result.status == 0, "\(command): \(result)")
            #expect(try Self.files(folder) == [], "\(command)")
        }
        #expect(try await folder.run("cst-assets", ["add", "Savings", "--currency", "EUR"]).status == 0)
        #expect(try Self.files(folder) == ["cst.sqlite"])
        #expect(try await folder.run("cst-assets", ["doctor"]).status == 0)
    }

    @Test func `programs that begin one database at once lose nothing, beside others that are refused`() async throws {
        let folder = try ProgramFolder()
        let results = try await withThrowingTaskGroup(of: (Int, ProgramResult).self) { group in
            for index in 0..<12 {
                group.addTask {
                    let words =
                        index < 6 ? ["add", "Savings \(index)", "--currency", "EUR"] : ["deposit", "Nothing", "5"]
                    return (index, try await folder.run("cst-assets", words))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (index, result) in results { #expect(result.status == (index < 6 ? 0 : 2), "\(index): \(result)") }
        let list = try await folder.run("cst-assets", ["list", "--format", "json"])
        #expect(try JSONNode(parsing: list.output)["assets"]?.elements.count == 6)
        #expect(try await folder.run("cst-assets", ["history", "--format", "json"]).status == 0)
        #expect(try await folder.run("cst-assets", ["doctor"]).status == 0)
        #expect(try Self.files(folder).filter { $0 != "cst.sqlite" } == [])
    }
}
