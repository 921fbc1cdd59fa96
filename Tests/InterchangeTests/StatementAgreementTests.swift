import Foundation
import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Random statements in MT940 and CAMT.053 as mt-940 and pycamt read them, and against the balances that they state. Where these
/// are not installed, the comparison is left out.
@Suite struct StatementAgreementTests {
    private static let python = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        .appending(path: ".build/python/bin/python").path

    private static let isInstalled =
        FileManager.default.isExecutableFile(atPath: python)
        && (try? JournalProgram.run(python, ["-c", "import mt940, pycamt"]).status) == 0

    /// Prints day and amount of each movement in MT940; reversed credits go out.
    private static let mt940 = """
        import sys, mt940
        for t in mt940.parse(sys.argv[1]):
            out = t.data['status'] in ('D', 'RC')
            size = abs(t.data['amount'].amount)
            day = t.data.get('entry_date') or t.data['date']
            print(f"{day.year:04}-{day.month:02}-{day.day:02}", -size if out else size)
        """
    /// Prints day, state and amount of each detail in CAMT.053.
    private static let camt = """
        import sys
        from pycamt.parser import Camt053Parser
        for t in Camt053Parser.from_file(sys.argv[1]).get_transactions():
            size = str(t['Amount'])
            print(t['BookingDate'], t['Status'], ('-' if t['CreditDebitIndicator'] == 'DBIT' else '') + size)
        """

    private struct Entry {
        var day: CalendarDay
        var cents: Int
        var isPending = false
        /// The amounts of a collective booking's parts.
        var parts: [Int] = []
    }

    private static func entries(_ random: inout SeededGenerator, hasPending: Bool) throws -> [Entry] {
        var day = try CalendarDay("2025-12-20")
        return (0..<random.int(1...25)).map { _ in
            day = day.adding(days: random.int(0...2))
            let parts = random.chance(1, in: 4) ? (0..<random.int(2...4)).map { _ in random.int(1...9_999) } : []
            let size = parts.isEmpty ? random.int(1...500_000) : parts.reduce(0, +)
            return Entry(
                day: day, cents: random.chance(1, in: 2) ? -size : size,
                isPending: hasPending && random.chance(1, in: 8), parts: parts)
        }
    }

    private static func text(_ cents: Int, _ mark: String = ".") -> String {
        StatementLayout.Numbers(mark: mark).text(cents)
    }

    private func rows(_ text: String, _ name: String) async throws -> (rows: [String], balances: [String]) {
        let bench = ImportBench()
        try await bench.imports(text, as: name)
        let rows = try await bench.movements.filter { !$0.hasSuffix("opening") }.sorted()
        return (rows, try await bench.balances)
    }

    /// The lines that a package prints of a file.
    private func printed(_ script: String, _ text: String, _ name: String) throws -> [String] {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let run = try JournalProgram.run(Self.python, ["-c", script, path])
        #expect(run.status == 0, "\(run.output)")
        return run.output.split(separator: "\n").map(String.init)
    }

    // MARK: - MT940

    /// How banks write the fields `:61:` and `:86:`.
    enum Style: CaseIterable {
        case german, plain, dutch, bare, funds
    }

    private static func mt940(_ entries: [Entry], opening: Int, _ style: Style, _ random: inout SeededGenerator)
        -> String
    {
        func short(_ day: CalendarDay) -> String { String(day.description.replacing("-", with: "").dropFirst(2)) }
        var lines = [":20:STARTUMS", ":25:10010010/123456", ":28C:1/1"]
        lines.append(":60F:\(opening < 0 ? "D" : "C")251219EUR\(text(abs(opening), ","))")
        for entry in entries {
            let isReversal = random.chance(1, in: 5)
            var mark = (entry.cents < 0) == isReversal ? "C" : "D"
            if isReversal { mark = "R" + mark }
            let valued = entry.day.adding(days: style == .plain ? 0 : random.int(-3...3))
            let booked = style == .plain ? "" : String(short(entry.day).suffix(4))
            let funds = style == .funds || (style == .german && random.chance(1, in: 2)) ? "R" : ""
            var size = text(abs(entry.cents), ",")
            if size.hasSuffix(",00") { size.removeLast(2) }
            lines.append(
                ":61:\(short(valued))\(booked)\(mark)\(funds)\(size)NTRFNONREF" + (style == .german ? "//BANK1" : ""))
            switch style {
            case .german: lines.append(":86:005?00Lastschrift?20Einkauf im\n?21 Markt?30BANKDEFF?32Shop")
            case .plain: lines.append(":86:Einkauf im Markt\nzweite Zeile")
            case .dutch: lines.append(":86:/EREF/X/NAME/Winkel BV/REMI/Boodschappen/")
            case .bare, .funds: break
            }
        }
        let closing = entries.reduce(opening) { $0 + $1.cents }
        let last = entries.last?.day.description.replacing("-", with: "").dropFirst(2) ?? ""
        lines.append(":62F:\(closing < 0 ? "D" : "C")\(last)EUR\(text(abs(closing), ","))")
        return lines.joined(separator: "\n") + "\n-\n"
    }

    @Test(arguments: Style.allCases) func `MT940 as banks write it`(_ style: Style) async throws {
        for seed in SeededGenerator.seeds {
            var random = SeededGenerator(seed: seed)
            let entries = try Self.entries(&random, hasPending: false)
            let opening = random.int(-100_000...900_000)
            let text = Self.mt940(entries, opening: opening, style, &random)
            let found = try await rows(text, "s.sta")
            let expected = entries.map { "\($0.day) \(Self.text($0.cents))" }.sorted()
            #expect(found.rows == expected, "seed \(seed)\n\(text)")
            let closing = entries.reduce(opening) { $0 + $1.cents }
            #expect(found.balances == ["123456 \(Self.text(closing)) EUR"], "seed \(seed)\n\(text)")
            guard Self.isInstalled else { continue }
            let printed = try printed(Self.mt940, text, "s.sta").map { line in
                let parts = line.split(separator: " ").map(String.init)
                return "\(parts[0]) \(try Money(parts[1], .eur).amountText)"
            }
            #expect(printed.sorted() == expected, "seed \(seed)\n\(text)")
        }
    }

    // MARK: - CAMT

    private static func camt(
        _ entries: [Entry], opening: Int, version: String, number: Int, _ random: inout SeededGenerator
    ) -> String {
        let isNew = version.hasSuffix("08")
        func balance(_ code: String, _ cents: Int, _ day: CalendarDay) -> String {
            "<Bal><Tp><CdOrPrtry><Cd>\(code)</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">\(text(abs(cents)))</Amt>"
                + "<CdtDbtInd>\(cents < 0 ? "DBIT" : "CRDT")</CdtDbtInd><Dt><Dt>\(day)</Dt></Dt></Bal>\n"
        }
        func detail(_ cents: Int?, _ side: String) -> String {
            "<TxDtls><Refs><EndToEndId>E\(random.int(1...999))</EndToEndId></Refs>"
                + (cents.map { "<Amt Ccy=\"EUR\">\(text($0))</Amt><CdtDbtInd>\(side)</CdtDbtInd>" } ?? "")
                + "<RltdPties><Cdtr>\(isNew ? "<Pty><Nm>Shop</Nm></Pty>" : "<Nm>Shop</Nm>")</Cdtr></RltdPties>"
                + "<RmtInf><Ustrd>Kauf</Ustrd></RmtInf></TxDtls>"
        }
        let rows = entries.map { entry in
            let side = entry.cents < 0 ? "DBIT" : "CRDT"
            let state = entry.isPending ? "PDNG" : "BOOK"
            let details = entry.parts.isEmpty ? detail(nil, side) : entry.parts.map { detail($0, side) }.joined()
            return "<Ntry><Amt Ccy=\"EUR\">\(text(abs(entry.cents)))</Amt><CdtDbtInd>\(side)</CdtDbtInd>"
                + (random.chance(1, in: 6) ? "<RvslInd>true</RvslInd>" : "")
                + "<Sts>\(isNew ? "<Cd>\(state)</Cd>" : state)</Sts><BookgDt><Dt>\(entry.day)</Dt></BookgDt>"
                + "<ValDt><Dt>\(entry.day.adding(days: random.int(-2...2)))</Dt></ValDt>"
                + "<AcctSvcrRef>REF\(random.int(100_000...999_999))</AcctSvcrRef><NtryDtls>"
                + (entry.parts.isEmpty ? "" : "<Btch><NbOfTxs>\(entry.parts.count)</NbOfTxs></Btch>") + details
                + "</NtryDtls></Ntry>\n"
        }
        let closing = entries.filter { !$0.isPending }.reduce(opening) { $0 + $1.cents }
        let days = entries.map(\.day)
        return "<Stmt><Id>\(number)</Id><Acct><Id><IBAN>DE0\(number)</IBAN></Id><Ccy>EUR</Ccy></Acct>\n"
            + balance("OPBD", opening, (days.first ?? CalendarDay(dayNumber: 0)).adding(days: -1))
            + balance("CLBD", closing, days.last ?? CalendarDay(dayNumber: 0)) + rows.joined() + "</Stmt>"
    }

    @Test(arguments: ["053.001.02", "053.001.03", "053.001.04", "053.001.08", "053.001.12"])
    func `CAMT in its versions, with collective bookings, reversals, pending entries and several accounts`(
        _ version: String
    ) async throws {
        for seed in SeededGenerator.seeds {
            var random = SeededGenerator(seed: seed)
            var (statements, balances, all) = ("", [String](), [Entry]())
            for number in 1...random.int(1...3) {
                var entries = try Self.entries(&random, hasPending: true)
                // Something has to be booked for an asset to be there.
                entries[0].isPending = false
                let opening = random.int(-100_000...900_000)
                statements += Self.camt(entries, opening: opening, version: version, number: number, &random)
                let closing = entries.filter { !$0.isPending }.reduce(opening) { $0 + $1.cents }
                balances.append("DE0\(number) \(Self.text(closing)) EUR")
                all += entries
            }
            let text =
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.\(version)\">"
                + "<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-04-01T10:00:00</CreDtTm></GrpHdr>\n\(statements)"
                + "</BkToCstmrStmt></Document>\n"
            let found = try await rows(text, "s.xml")
            let booked = all.filter { !$0.isPending }
            #expect(found.rows == booked.map { "\($0.day) \(Self.text($0.cents))" }.sorted(), "seed \(seed)\n\(text)")
            #expect(found.balances == balances, "seed \(seed)\n\(text)")
            guard Self.isInstalled else { continue }
            // It lists the parts of collective bookings.
            let parts = all.flatMap { entry in
                (entry.parts.isEmpty ? [abs(entry.cents)] : entry.parts).map {
                    "\(entry.day) \(entry.isPending ? "PDNG" : "BOOK") \(Self.text(entry.cents < 0 ? -$0 : $0))"
                }
            }
            #expect(try printed(Self.camt, text, "s.xml").sorted() == parts.sorted(), "seed \(seed)\n\(text)")
        }
    }
}
