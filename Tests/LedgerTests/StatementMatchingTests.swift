import Foundation
import Ledger
import TestSupport
import Testing
import Values

/// Duplicates within an account (G10) and transfers (G11).
struct StatementMatchingTests {
    typealias Row = StatementMatching.Row
    typealias Known = StatementMatching.Known
    typealias Verdict = StatementMatching.Verdict

    /// The account after a file: duplicates change nothing but a number that was missing, linked ones are imported from then on.
    private static func entered(_ rows: [Row], _ known: [Known], _ next: () -> UUID) -> [Known] {
        var account = known
        for (row, verdict) in zip(rows, StatementMatching.verdicts(of: rows, among: known)) {
            switch verdict {
            case .duplicate(let id):
                guard let index = account.firstIndex(where: { $0.id == id }) else { continue }
                let one = account[index]
                account[index] = Known(
                    id: id, day: one.day, amount: one.amount, payee: one.payee, importedDay: one.importedDay,
                    importedText: one.importedText, number: one.number ?? row.number)
            case .linked(let id):
                guard let index = account.firstIndex(where: { $0.id == id }) else { continue }
                let one = account[index]
                account[index] = Known(
                    id: id, day: one.day, amount: one.amount, payee: one.payee, importedDay: row.day,
                    importedText: row.text, number: row.number)
            case .possible, .new:
                account.append(
                    Known(
                        id: next(), day: row.day, amount: row.amount, payee: row.text, importedDay: row.day,
                        importedText: row.text, number: row.number))
            }
        }
        return account
    }

    /// The law, step by step, over every candidate.
    private static func slow(_ rows: [Row], _ known: [Known]) -> [Verdict] {
        let known = known.sorted { $0.id.uuidString < $1.id.uuidString }
        var verdicts = [Verdict?](repeating: nil, count: rows.count)
        var used: Set<UUID> = []
        func text(_ one: Known) -> String { LedgerText.folded(one.importedText ?? "") }
        for isExact in [true, false] {
            for (index, row) in rows.enumerated() where verdicts[index] == nil && row.number != nil {
                for one in known
                where verdicts[index] == nil && !used.contains(one.id) && one.number == row.number
                    && one.amount == row.amount && (one.importedDay ?? one.day) == row.day
                    && (!isExact || text(one) == LedgerText.folded(row.text))
                {
                    verdicts[index] = .duplicate(one.id)
                    used.insert(one.id)
                }
            }
        }
        for (index, row) in rows.enumerated() where verdicts[index] == nil {
            for one in known
            where verdicts[index] == nil && !used.contains(one.id) && one.importedDay == row.day
                && one.amount == row.amount && text(one) == LedgerText.folded(row.text)
                && !(one.number != nil && row.number != nil)
            {
                verdicts[index] = .duplicate(one.id)
                used.insert(one.id)
            }
        }
        while true {
            var best: (key: [Int], row: Int, id: UUID)?
            for (index, row) in rows.enumerated() where verdicts[index] == nil {
                for (place, one) in known.enumerated()
                where !used.contains(one.id) && one.importedDay == nil && one.amount == row.amount {
                    let distance = abs(one.day.dayNumber - row.day.dayNumber)
                    guard distance <= 4 else { continue }
                    let isSame = one.payee.map { LedgerText.payeeKey($0) == LedgerText.payeeKey(row.text) } ?? false
                    let key = [distance, isSame ? 0 : 1, one.day.dayNumber, place, index]
                    if best.map({ key.lexicographicallyPrecedes($0.key) }) ?? true { best = (key, index, one.id) }
                }
            }
            guard let best else { break }
            verdicts[best.row] = .linked(best.id)
            used.insert(best.id)
        }
        return rows.indices.map { index in
            if let verdict = verdicts[index] { return verdict }
            let row = rows[index]
            let isKnown = row.number != nil && known.contains { $0.number == row.number }
            let isLike = known.contains {
                !used.contains($0.id) && $0.importedDay == row.day && $0.amount == row.amount
            }
            return isKnown || isLike ? .possible : .new
        }
    }

    private static func rows(_ generator: inout SeededGenerator, _ count: Int) throws -> [Row] {
        try (0..<count).map { _ in
            Row(
                day: CalendarDay(dayNumber: 20_000 + generator.int(0...6)),
                amount: try Money(generator.pick(["-1.50", "-2.00", "5"]), .eur),
                text: generator.pick(["SPAR 12", "Spar  12", "Bar", "Rent"]),
                number: generator.chance(1, in: 2) ? generator.pick(["1", "2", "3", "4"]) : nil)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `verdicts are those of the law`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<340 {
            let rows = try Self.rows(&generator, generator.int(0...7))
            let known = try Self.rows(&generator, generator.int(0...8)).map { row in
                let isImported = generator.chance(2, in: 3)
                return Known(
                    id: generator.uuid(), day: row.day, amount: row.amount, payee: row.text,
                    importedDay: isImported ? row.day.adding(days: generator.int(0...1)) : nil,
                    importedText: isImported ? row.text : nil, number: isImported ? row.number : nil)
            }
            let found = StatementMatching.verdicts(of: rows, among: known)
            #expect(found == Self.slow(rows, known), "seed \(seed), round \(round)")
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `the same file again adds nothing, and overlapping files in any order give the same rows`(seed: UInt64) throws
    {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<120 {
            // A bank gives each movement one number, or none at all.
            let hasNumbers = generator.chance(1, in: 2)
            let movements = try Self.rows(&generator, 14).enumerated().map { index, row in
                Row(day: row.day, amount: row.amount, text: row.text, number: hasNumbers ? "n\(index)" : nil)
            }.sorted { $0.day < $1.day }
            func file(_ first: Int, _ last: Int) -> [Row] {
                movements.filter { (20_000 + first...20_000 + last).contains($0.day.dayNumber) }
            }
            let files = [file(0, 3), file(2, 5), file(4, 6), file(0, 6)]
            func sorted(_ account: [Known]) -> [String] {
                account.map { "\($0.day) \($0.amount) \(LedgerText.folded($0.importedText ?? ""))" }.sorted()
            }
            let expected = movements.map { "\($0.day) \($0.amount) \(LedgerText.folded($0.text))" }.sorted()
            for _ in 0..<3 {
                var account: [Known] = []
                for rows in files.shuffled(using: &generator) + [files[0]] {
                    account = Self.entered(rows, account) { UUID.random(using: &generator) }
                }
                #expect(sorted(account) == expected, "seed \(seed), round \(round)")
            }
        }
    }

    @Test func `the example of two months end`() throws {
        let rows = try ["2026-09-01", "2026-09-01"].map {
            Row(day: try day($0), amount: try money("-1.50 EUR"), text: "Bus", number: nil)
        }
        let known = Known(
            id: UUID(), day: try day("2026-08-30"), amount: try money("-1.50 EUR"), importedDay: try day("2026-08-30"),
            importedText: "Bus")
        #expect(StatementMatching.verdicts(of: rows, among: [known]) == [.new, .new])
    }

    @Test func `numbers that a bank renews make rows possible`() throws {
        let date = try day("2026-08-30")
        let amount = try money("-1.50 EUR")
        let known = Known(
            id: UUID(), day: date, amount: amount, importedDay: date, importedText: "Bus", number: "1")
        let row = Row(day: date, amount: amount, text: "Bus", number: "2")
        #expect(StatementMatching.verdicts(of: [row], among: [known]) == [.possible])
    }

    @Test(arguments: SeededGenerator.seeds)
    func `pairs are each other's only match`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<200 {
            let accounts = (0..<3).map { _ in generator.uuid() }
            let sides = try (0..<generator.int(0...8)).map { _ in
                let account = generator.int(0...2)
                return TransferPairs.Side(
                    id: generator.uuid(), accountID: accounts[account],
                    day: CalendarDay(dayNumber: 20_000 + generator.int(0...8)),
                    amount: try Money(
                        generator.pick(["-100", "100", "-110", "110", "113.4", "-50"]), account == 2 ? .usd : .eur))
            }
            let found = TransferPairs.find(among: sides) { from, _, _ in
                Ratio(from == .eur ? 11 : 10, over: from == .eur ? 10 : 11)
            }
            func fits(_ from: TransferPairs.Side, _ to: TransferPairs.Side) -> Bool {
                guard from.amount.isNegative, to.amount.isPositive, from.accountID != to.accountID,
                    abs(from.day.dayNumber - to.day.dayNumber) <= 4
                else { return false }
                if from.amount.currency == to.amount.currency { return from.amount.negated == to.amount }
                let sent = SlowLedger.fraction(from.amount.negated)
                let rate = SlowFraction(
                    SlowInteger(from.amount.currency == .eur ? 11 : 10),
                    over: SlowInteger(from.amount.currency == .eur ? 10 : 11))
                let got = SlowLedger.fraction(to.amount)
                let (low, high) = (
                    sent * rate * SlowFraction(decimal: "0.97"), sent * rate * SlowFraction(decimal: "1.03")
                )
                return !(got < low) && !(high < got)
            }
            var pairs: Set<TransferPairs.Pair> = []
            var all: Set<TransferPairs.Pair> = []
            for from in sides {
                for to in sides where fits(from, to) {
                    all.insert(.init(from: from.id, to: to.id))
                    let isOnly = sides.count { fits(from, $0) } == 1 && sides.count { fits($0, to) } == 1
                    if isOnly { pairs.insert(.init(from: from.id, to: to.id)) }
                }
            }
            #expect(Set(found.pairs) == pairs, "seed \(seed), round \(round)")
            #expect(Set(found.others) == all.subtracting(pairs), "seed \(seed), round \(round)")
        }
    }
}

extension UUID {
    fileprivate static func random(using generator: inout SeededGenerator) -> UUID { generator.uuid() }
}
