import Foundation
import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Statements as ofxtools reads them. Where it is not installed, the test is left out.
@Suite struct OFXAgreementTests {
    private static let python = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        .appending(path: ".build/python/bin/python").path

    static let isInstalled =
        FileManager.default.isExecutableFile(atPath: python)
        && (try? JournalProgram.run(python, ["-c", "import ofxtools"]).status) == 0

    private static let script = """
        import sys
        from ofxtools.Parser import OFXTree
        tree = OFXTree()
        tree.parse(sys.argv[1])
        for statement in tree.convert().statements:
            for t in statement.transactions:
                name = ', '.join(x for x in (t.name, t.memo) if x)
                print(statement.account.acctid, t.dtposted.date(), t.trnamt, statement.curdef, name)
        """

    private static let header = """
        OFXHEADER:100
        DATA:OFXSGML
        VERSION:102
        SECURITY:NONE
        ENCODING:USASCII
        CHARSET:1252
        COMPRESSION:NONE
        OLDFILEUID:NONE
        NEWFILEUID:NONE


        """
    private static let xml = """
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>

        """

    /// A file of a bank's and a card's statement with random transactions; in version 2 every element is closed.
    private func file(isXML: Bool, _ random: inout SeededGenerator) -> String {
        func element(_ name: String, _ text: String) -> String {
            isXML ? "<\(name)>\(text)</\(name)>" : "<\(name)>\(text)\n"
        }
        func status() -> String { "<STATUS>\(element("CODE", "0"))\(element("SEVERITY", "INFO"))</STATUS>" }
        func transactions() -> String {
            (1...random.int(1...30)).map { number in
                let day = CalendarDay(dayNumber: random.int(18_000...20_600)).description.replacing("-", with: "")
                let sign = random.pick(["", "-"])
                let time = random.pick(["", "120000", "120000.000", "120000[0:GMT]"])
                let memo =
                    random.chance(1, in: 2) ? element("MEMO", random.pick(["rent &amp; heat", "x", "a  b"])) : ""
                return
                    "<STMTTRN>\(element("TRNTYPE", sign.isEmpty ? "CREDIT" : "DEBIT"))\(element("DTPOSTED", day + time))"
                    + element("TRNAMT", "\(sign)\(random.int(0...99_999)).\(random.int(10...99))")
                    + element("FITID", "\(number)")
                    + element("NAME", random.pick(["Grocer", "Smith &lt;&amp;&gt; Co", "Zoe"]))
                    + memo + "</STMTTRN>"
            }.joined(separator: "\n")
        }
        func list() -> String {
            "<BANKTRANLIST>\(element("DTSTART", "20190101"))\(element("DTEND", "20270101"))\(transactions())</BANKTRANLIST>"
                + "<LEDGERBAL>\(element("BALAMT", "5.00"))\(element("DTASOF", "20260430"))</LEDGERBAL>"
        }
        let bank =
            "<BANKMSGSRSV1><STMTTRNRS>\(element("TRNUID", "1"))\(status())<STMTRS>\(element("CURDEF", "USD"))<BANKACCTFROM>"
            + element("BANKID", "1") + element("ACCTID", "999") + element("ACCTTYPE", "CHECKING")
            + "</BANKACCTFROM>\(list())</STMTRS></STMTTRNRS></BANKMSGSRSV1>"
        let card =
            "<CREDITCARDMSGSRSV1><CCSTMTTRNRS>\(element("TRNUID", "2"))\(status())<CCSTMTRS>\(element("CURDEF", "EUR"))"
            + "<CCACCTFROM>\(element("ACCTID", "4242"))</CCACCTFROM>\(list())</CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1>"
        return (isXML ? Self.xml : Self.header) + "<OFX><SIGNONMSGSRSV1><SONRS>\(status())"
            + element("DTSERVER", "20260401120000") + element("LANGUAGE", "ENG")
            + "</SONRS></SIGNONMSGSRSV1>\(bank)\(card)</OFX>\n"
    }

    @Test(.enabled(if: isInstalled, "ofxtools is not installed"), arguments: [false, true])
    func `statements are read as ofxtools does`(_ isXML: Bool) throws {
        for seed in UInt64(1)...3 {
            var random = SeededGenerator(seed: seed)
            try withFile(Array(file(isXML: isXML, &random).utf8)) { path in
                var rows: [String] = []
                try OFXTransactions(file: TextFile(path: path, encoding: .utf8)).read { row in
                    let row = try row.get()
                    rows.append(
                        "\(row.account ?? "") \(row.day) \(row.amount) \(row.currency ?? "") \(row.note ?? "")")
                }
                let (output, status) = try JournalProgram.run(Self.python, ["-c", Self.script, path])
                #expect(status == 0, "seed \(seed): \(output.suffix(1000))")
                #expect(rows == output.split(separator: "\n").map(String.init), "seed \(seed)")
            }
        }
    }
}
