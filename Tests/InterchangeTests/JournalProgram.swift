import Foundation

@testable import FileFormats
@testable import Interchange

/// The programs that journals are written for. Where one is not installed, its tests are left out.
enum JournalProgram {
    struct Place: Hashable {
        let account: String
        let symbol: String
    }

    private static let folders = [
        "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin",
        URL(fileURLWithPath: FileManager.default.currentDirectoryPath).appending(path: ".build/python/bin").path,
    ]

    static let installed = JournalDialect.allCases.filter { path($0) != nil }

    private static func path(_ dialect: JournalDialect) -> String? {
        let name = dialect == .beancount ? "bean-check" : dialect.rawValue
        return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }

    static func run(_ program: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    /// What the program says of a journal, and whether it accepts it.
    static func check(_ dialect: JournalDialect, _ file: String) throws -> (output: String, status: Int32) {
        let program = path(dialect) ?? ""
        return switch dialect {
        case .hledger: try run(program, ["-f", file, "check", "--strict"])
        case .ledger: try run(program, ["-f", file, "bal"])
        case .beancount: try run(program, [file])
        }
    }

    /// The numbers of the journals that the program refuses, each read after the same opening lines.
    ///
    /// Beancount takes half a second to start and names the line of every fault, so it reads all of them at once.
    static func refused(_ journals: [String], after opening: String, _ dialect: JournalDialect) throws -> Set<Int> {
        func answer(to text: String) throws -> (output: String, status: Int32) {
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(dialect)")
            try Data(text.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            return try check(dialect, file.path)
        }
        guard dialect == .beancount else {
            return Set(try journals.indices.filter { try answer(to: opening + journals[$0]).status != 0 })
        }
        let lines = { (text: String) in text.count { $0 == "\n" } }
        var firstLines: [Int] = []
        var line = lines(opening) + 1
        for journal in journals {
            firstLines.append(line)
            line += lines(journal)
        }
        let faults = try answer(to: opening + journals.joined()).output.matches(of: #/:(\d+):/#).compactMap {
            Int($0.output.1)
        }
        return Set(faults.compactMap { fault in firstLines.lastIndex { $0 <= fault } })
    }

    /// What the assets are in a currency, as the program shows it.
    static func value(_ dialect: JournalDialect, _ file: String, in symbol: String) throws -> String {
        let program = path(dialect) ?? ""
        let arguments =
            switch dialect {
            case .hledger: ["-f", file, "balance", "assets", "-X", symbol, "--depth", "1"]
            case .ledger: ["-f", file, "balance", "assets", "-X", symbol, "--depth", "1", "--now", "2026/07/02"]
            case .beancount: ["-c", beancountValue, file, symbol]
            }
        return try run(dialect == .beancount ? python(beside: program) : program, arguments).output
    }

    /// The interpreter that has beancount's modules: a package of the system may have no `python`.
    private static func python(beside program: String) -> String {
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
        return ["\(folder)/python", "\(folder)/python3"].first(where: FileManager.default.isExecutableFile) ?? "python3"
    }

    private static let beancountValue = """
        import sys
        from beancount import loader
        from beancount.core import convert, inventory, prices, realization
        entries, errors, options = loader.load_file(sys.argv[1])
        held = inventory.Inventory()
        for entry in entries:
            for posting in getattr(entry, 'postings', []) or []:
                if posting.account.startswith('Assets'): held.add_position(posting)
        print(held.reduce(convert.convert_position, sys.argv[2], prices.build_price_map(entries)))
        """

    /// Each posting as the program reads it, summed by account and commodity, without sums of 0.
    static func balances(_ dialect: JournalDialect, _ file: String) throws -> [Place: String] {
        let program = path(dialect) ?? ""
        let output: String
        switch dialect {
        case .hledger:
            // The amounts of single postings are never rounded.
            let (text, status) = try run(
                "/bin/sh",
                ["-c", "\"$0\" -f \"$1\" print -x -O csv 2>&1 | /usr/bin/python3 -c \"$2\"", program, file, hledger])
            guard status == 0 else { throw JournalProgramError(output: text) }
            output = text
        case .ledger:
            let format = "%(account)\t%(quantity(unrounded(amount)))\t%(commodity(strip(amount)))\n"
            let (text, status) = try run(
                "/bin/sh",
                [
                    "-c", "\"$0\" -f \"$1\" --no-color reg --unround --format \"$3\" 2>&1 | /usr/bin/python3 -c \"$2\"",
                    program, file, ledger, format,
                ])
            guard status == 0 else { throw JournalProgramError(output: text) }
            output = text
        case .beancount:
            let (text, status) = try run(python(beside: program), ["-c", beancount, file])
            guard status == 0 else { throw JournalProgramError(output: text) }
            output = text
        }
        var balances: [Place: String] = [:]
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else { throw JournalProgramError(output: output) }
            balances[Place(account: parts[0], symbol: parts[1])] = plain(parts[2])
        }
        return balances
    }

    /// Without zeros at the end.
    static func plain(_ number: String) -> String {
        guard number.contains(".") else { return number }
        return String(number.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }

    private static let sum = """
        def show(sums):
            for (account, symbol), number in sums.items():
                if number != 0: print(account, symbol, format(number, 'f'), sep='\\t')
        """
    private static let hledger = """
        import sys, csv, collections, decimal
        decimal.getcontext().prec = 60
        sums = collections.Counter()
        rows = list(csv.DictReader(sys.stdin))
        if not rows: sys.exit(1)
        for row in rows:
            if 'amount' not in row or row['amount'] is None: sys.exit(str(row))
            # print groups no digits.
            text = row['amount'].replace(',', '.')
            account = row['account'].strip('()[]')
            sums[account, row['commodity']] += decimal.Decimal(text or '0')
        \(sum)
        show(sums)
        """
    private static let ledger = """
        import sys, collections, decimal
        decimal.getcontext().prec = 60
        sums = collections.Counter()
        for line in sys.stdin:
            parts = line.rstrip('\\n').split('\\t')
            if len(parts) != 3: sys.exit(line)
            sums[parts[0].strip('()[]'), parts[2].strip('"')] += decimal.Decimal(parts[1].replace(',', ''))
        \(sum)
        show(sums)
        """
    private static let beancount = """
        import sys, collections
        from beancount import loader
        from beancount.core import data
        entries, errors, _ = loader.load_file(sys.argv[1])
        for error in errors: sys.exit(str(error))
        sums = collections.Counter()
        for entry in entries:
            if isinstance(entry, data.Transaction):
                for posting in entry.postings: sums[posting.account, posting.units.currency] += posting.units.number
        \(sum)
        show(sums)
        """
}

/// What a program says against a journal.
struct JournalProgramError: Error, CustomStringConvertible {
    let output: String
    var description: String { output }
}
