import FileFormats
import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Files that are cut, not what their name says, or written in unusual ways.
struct BrokenFileTests {
    private static let ofx = """
        OFXHEADER:100
        DATA:OFXSGML
        VERSION:102

        <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKTRANLIST>
        <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260503<TRNAMT>-42.80<FITID>1<NAME>Spar</STMTTRN>
        <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260504<TRNAMT>10.00<FITID>2<NAME>ACME</STMTTRN>
        </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
        """

    @Test func `a file that is cut enters nothing that it does not have`() async throws {
        let whole = try await TestLedger("Bank EUR 100 2026-03-01")
        _ = try await whole.enter(Self.ofx, name: "bank.ofx")
        #expect(try await whole.balance("Bank") == money("67.20 EUR"))
        for count in stride(from: 0, to: Self.ofx.utf8.count, by: 3) {
            let book = try await TestLedger("Bank EUR 100 2026-03-01")
            let before = try await book.store.read { try $0.revision() }
            do {
                _ = try await book.enter(String(Self.ofx.prefix(count)), name: "bank.ofx")
                // Only the marks behind the last movement are missing.
                #expect(try await book.balance("Bank") == money("67.20 EUR"), "cut at \(count)")
            } catch {
                #expect(try await book.store.read { try $0.revision() } == before, "cut at \(count)")
            }
        }
    }

    @Test(arguments: [
        "Date,Payee,Amount\r2026-05-03,Spar,-42.80\r2026-05-04,ACME,10.00\r",
        "Date;Payee;Amount\r\n03.05.2026;Spar;-42,80\r\n04.05.2026;ACME;10,00\r\n",
        "Date\tPayee\tAmount\n2026-05-03\tSpar\t-42.80\n2026-05-04\tACME\t10.00",
        "\u{FEFF}Date,Payee,Amount\n2026-05-03,\"Spar\n Berlin\",-42.80\n2026-05-04,ACME,10.00\n",
    ])
    func `line ends, marks and decimals of all kinds are read`(text: String) async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        _ = try await book.enter(text)
        #expect(try await book.balance("Bank") == money("67.20 EUR"))
    }

    @Test(arguments: [
        "PK\u{3}\u{4}\u{14}\u{0}\u{0}\u{0}", "%PDF-1.7\n1 0 obj\n", "{\"a\": 1}", "<html><body>Log in</body></html>",
        "",
        "Date,Payee,Amount\n2026-05-03,Spar,=1+2\n", "Date,Payee,Amount\n2026-05-03,Spar,@SUM(A1)\n",
        "Date,Payee,Amount\n2026-05-03,Spar,12.3456\n", "Date,Payee,Amount\n2026-02-30,Spar,12.34\n",
        "Date,Payee,Amount\n2026-05-03,Spar,99999999999999999999999999999999999999\n",
        "Date,Payee,Amount\n9999-05-03,Spar,1.00\n",
    ])
    func `what is no statement is refused, and nothing is written`(text: String) async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        let before = try await book.store.read { try $0.revision() }
        await #expect(throws: (any Error).self, "\(text)") { try await book.enter(text) }
        #expect(try await book.store.read { try $0.revision() } == before)
    }

    @Test func `a thousand columns and a long line are read in a moment`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        let others = (0..<1000).map { "x\($0)" }.joined(separator: ",")
        let cells = String(repeating: "y,", count: 999) + "y"
        _ = try await book.enter("Date,Payee,Amount,\(others)\n2026-05-03,Spar,-42.80,\(cells)\n")
        #expect(try await book.balance("Bank") == money("57.20 EUR"))
        let long = String(repeating: "long ", count: 200_000)
        let read = try await book.enter("Date,Payee,Amount\n2026-05-03,\(long),-1.00\n")
        #expect(read.value.rows[0].text.map { $0.count <= 200 } ?? false)
        #expect(try await book.balance("Bank") == money("56.20 EUR"))
    }
}
