import Foundation
import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Random tables with known truth in the dialects of twelve countries: each is read as it was meant, or the question is about the
/// column that leaves it open.
@Suite struct RandomTableTests {
    /// The titles and words of a country's banks.
    struct Dialect: Sendable {
        var date = "Date", text = "Description", amount = "Amount", out = "Debit", into = "Credit"
        var direction = "Direction", fee = "Fee", balance = "Balance", state = "Status", currencyTitle = "Currency"
        var booked = "Booked", pending = "Pending", total = "Total"
        var words = ("debit", "credit")
        var delimiter = ",", numbers = StatementLayout.Numbers.point, day = "d/m/y", currency = "GBP"
        var encoding = TextEncoding.utf8
    }

    static let dialects: [Dialect] = [
        Dialect(),
        Dialect(numbers: .american, day: "m/d/y", currency: "USD"),
        Dialect(
            date: "Buchungstag", text: "Verwendungszweck", amount: "Betrag", out: "Soll", into: "Haben",
            direction: "Soll/Haben", fee: "Gebühr", balance: "Saldo", state: "Status", currencyTitle: "Währung",
            booked: "Gebucht", pending: "Vorgemerkt", total: "Summe", words: ("S", "H"), delimiter: ";",
            numbers: .german, day: "d.m.y", currency: "EUR", encoding: .latin1),
        Dialect(
            date: "Date opération", text: "Libellé", amount: "Montant", out: "Débit", into: "Crédit",
            direction: "Débit/Crédit", fee: "Frais", balance: "Solde", state: "Statut", currencyTitle: "Devise",
            booked: "Comptabilisé", pending: "En attente", total: "Somme", words: ("Débit", "Crédit"), delimiter: ";",
            numbers: .french, day: "d/m/y", currency: "EUR", encoding: .latin9),
        Dialect(
            date: "Datum", text: "Omschrijving", amount: "Bedrag", out: "Af", into: "Bij", direction: "Af Bij",
            fee: "Kosten", balance: "Saldo na mutatie", state: "Status", currencyTitle: "Munt", booked: "Geboekt",
            pending: "In behandeling", total: "Totaal", words: ("Af", "Bij"), delimiter: ",", numbers: .comma,
            day: "ymd", currency: "EUR"),
        Dialect(
            date: "Datum", text: "Buchungstext", amount: "Betrag", out: "Belastung", into: "Gutschrift",
            direction: "Vorzeichen", fee: "Gebühren", balance: "Saldo", state: "Zustand", currencyTitle: "Währung",
            booked: "Ausgeführt", pending: "Ausstehend", total: "Gesamt", words: ("-", "+"), delimiter: ";",
            numbers: .swiss, day: "d.m.s", currency: "CHF"),
        Dialect(
            date: "Bokföringsdag", text: "Meddelande", amount: "Belopp", out: "Uttag", into: "Insättning",
            direction: "Debet/Credit", fee: "Avgift", balance: "Saldo", state: "Status", currencyTitle: "Valuta",
            booked: "Bokförd", pending: "Väntande", total: "Total", words: ("Debet", "Kredit"), delimiter: "\t",
            numbers: .french, day: "y-m-d", currency: "SEK", encoding: .utf16),
        Dialect(
            date: "Data operacji", text: "Tytuł", amount: "Kwota", out: "Obciążenia", into: "Uznania",
            direction: "D/C", fee: "Prowizja", balance: "Saldo po operacji", state: "Stan", currencyTitle: "Waluta",
            booked: "Zaksięgowano", pending: "Oczekująca", total: "Total", words: ("Obciążenie", "Uznanie"),
            delimiter: ";", numbers: .comma, day: "y.m.d", currency: "PLN"),
        Dialect(
            date: "Fecha", text: "Concepto", amount: "Importe", out: "Cargo", into: "Abono", direction: "Debe/Haber",
            fee: "Comisión", balance: "Saldo", state: "Estado", currencyTitle: "Divisa", booked: "Liquidado",
            pending: "Pendiente", total: "Total", words: ("Cargo", "Abono"), delimiter: ";", numbers: .german,
            day: "d/m/y", currency: "EUR"),
        Dialect(
            date: "Data", text: "Histórico", amount: "Valor", out: "Débito", into: "Crédito", direction: "D/C",
            fee: "Taxa", balance: "Saldo", state: "Estado", currencyTitle: "Moeda", booked: "Efetivado",
            pending: "Pendente", total: "Total", words: ("D", "C"), delimiter: "|", numbers: .german, day: "d/m/y",
            currency: "BRL"),
        Dialect(
            text: "Narration", out: "Withdrawals", into: "Deposits", direction: "Dr/Cr", words: ("DR", "CR"),
            numbers: .lakhs, day: "d M y", currency: "INR"),
        Dialect(
            date: "日付", text: "摘要", amount: "金額", out: "出金金額", into: "入金金額", direction: "入出金", fee: "手数料",
            balance: "残高", state: "状態", booked: "完了", pending: "処理中", total: "合計", words: ("出金", "入金"),
            numbers: .yen, day: "y/m/d", currency: "JPY"),
    ]

    /// How a table says which way amounts go.
    enum Direction: CaseIterable {
        case sign, columns, negativeDebits, knownWords, otherWords
    }

    /// A table with its truth.
    struct Table {
        var text = ""
        var layout: StatementLayout
        var encoding: TextEncoding
        var expected: [String] = []
        /// The titles of the columns that may be asked about, by topic.
        var open: [ImportQuestion.Topic: String] = [:]
    }

    private static func table(_ random: inout SeededGenerator) throws -> Table {
        let dialect = random.pick(dialects)
        let direction = random.pick(Direction.allCases)
        let (hasBalance, hasFee, hasState) = (
            random.chance(1, in: 2), random.chance(1, in: 4), random.chance(1, in: 3)
        )
        var columns = [(dialect.date, "{day}"), (dialect.text, "{text}")]
        switch direction {
        case .sign: columns.append((dialect.amount, "{amount}"))
        case .columns: columns += [(dialect.out, "{out}"), (dialect.into, "{in}")]
        case .negativeDebits: columns += [(dialect.out, "{-out}"), (dialect.into, "{in}")]
        case .knownWords, .otherWords: columns += [(dialect.amount, "{size}"), (dialect.direction, "{word}")]
        }
        if hasFee { columns.append((dialect.fee, "{fee}")) }
        if hasBalance { columns.append((dialect.balance, "{balance}")) }
        if hasState { columns.append((dialect.state, "{state}")) }
        if random.chance(1, in: 3) { columns.append((dialect.currencyTitle, dialect.currency)) }
        columns.shuffle(using: &random)
        let isQuoted =
            dialect.numbers.mark == dialect.delimiter || dialect.numbers.group == dialect.delimiter
            || random.chance(1, in: 3)
        func line(_ cells: [String]) -> String {
            cells.map { isQuoted ? "\"\($0)\"" : $0 }.joined(separator: dialect.delimiter)
        }
        var layout = StatementLayout(
            name: "random", titles: line(columns.map(\.0)), row: line(columns.map(\.1)), day: dialect.day,
            numbers: dialect.numbers, words: direction == .otherWords ? ("Zuk", "Tam") : dialect.words,
            isNewestFirst: random.chance(1, in: 3), currency: dialect.currency)
        layout.includesFees = hasFee && random.chance(1, in: 2)
        var movements = try layout.movements(&random, count: random.int(5...15))
        // One word alone tells nothing apart.
        while Set(movements.map { $0.amount < 0 }).count < 2 { movements = try layout.movements(&random, count: 15) }
        var lines = movements.enumerated().map {
            layout.line($0.element, $0.offset).replacing("{state}", with: dialect.booked)
        }
        if hasState, random.chance(1, in: 2) {
            // It is not in the balances yet.
            var pending = movements[random.int(0...movements.count - 1)]
            pending.amount += pending.amount < 0 ? -1 : 1
            var waiting = layout
            waiting = StatementLayout(
                name: "", titles: "", row: layout.row.replacing("{balance}", with: ""), day: layout.day,
                numbers: layout.numbers, words: layout.words)
            lines.append(waiting.line(pending, 99).replacing("{state}", with: dialect.pending))
        }
        if layout.isNewestFirst { lines.reverse() }
        var table = Table(layout: layout, encoding: dialect.encoding)
        switch random.int(0...3) {
        case 0: lines.append(line(["Erstellt am 2026-07-01"]))
        case 1 where direction == .sign && !hasFee:
            let sum = movements.reduce(0) { $0 + $1.amount }
            lines.append(
                line(
                    columns.map {
                        $0.1 == "{text}" ? dialect.total : $0.1 == "{amount}" ? dialect.numbers.text(sum) : ""
                    }))
        default: break
        }
        table.text = ([layout.titles] + lines).joined(separator: "\n") + "\n"
        table.expected = try layout.expected(movements)
        if direction == .otherWords { table.open[.direction] = dialect.direction }
        if hasFee { table.open[.fees] = dialect.fee }
        if hasState { table.open[.state] = dialect.state }
        return table
    }

    /// The bytes of a text in an encoding.
    private static func bytes(_ text: String, _ encoding: TextEncoding) -> Data? {
        switch encoding {
        case .utf8: Data(text.utf8)
        case .utf16: text.data(using: .utf16)
        case .latin1: text.data(using: .windowsCP1252)
        case .latin9: text.data(using: .isoLatin1)
        }
    }

    private static let count = ProcessInfo.processInfo.environment["CST_IMPORT_TABLES"].flatMap(Int.init) ?? 501

    @Test(arguments: SeededGenerator.seeds)
    func `a random table is read as it was meant, or the right column is asked about`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var asked = 0
        for _ in 0..<Self.count / SeededGenerator.seeds.count {
            let table = try Self.table(&random)
            let data = try #require(Self.bytes(table.text, table.encoding))
            let bench = ImportBench()
            do {
                try await bench.imports(data, as: "t.csv", to: "A", table.layout.currency) {
                    if table.encoding != .utf16 { $0.encoding = table.encoding }
                }
                let found = try await bench.movements.filter { !$0.hasSuffix("opening") }.sorted()
                #expect(found == table.expected, "seed \(seed)\n\(table.text)")
            } catch ImportError.questions(let questions) {
                asked += 1
                for question in questions {
                    let title = table.open[question.topic]
                    #expect(
                        title.map(question.message.contains) == true,
                        "seed \(seed): \(question.message)\n\(table.text)")
                }
            } catch {
                Issue.record("seed \(seed): \(error)\n\(table.text)")
            }
        }
        // Most tables say all that is needed.
        #expect(asked * 3 < Self.count / SeededGenerator.seeds.count, "seed \(seed): \(asked)")
    }
}
