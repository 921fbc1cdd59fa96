import ExchangeRates
import FileFormats
import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// The same ledger in hledger and beancount, and the same figures.
struct OtherProgramTests {
    /// How many transactions a ledger has.
    private static let count = ProcessInfo.processInfo.environment["CST_BOOK"].flatMap(Int.init) ?? 150
    static let now = Date(timeIntervalSince1970: 1_782_000_000)
    static let origin = ChangeOrigin(instant: now, program: "test", command: "test")
    static var call: Call { Call(now: now, program: "test", command: "test") }

    /// Rates of each week of two years.
    static func rates() throws -> ExchangeRateService {
        var lines = ["from,to,rate,date"]
        let today = CalendarDay(utc: now)
        for week in 0...110 {
            let day = today.adding(days: -7 * week)
            lines.append("USD,EUR,0.\(8800 + (week * 37) % 700),\(day)")
            lines.append("JPY,EUR,0.00\(580 + (week * 13) % 60),\(day)")
        }
        let table = try FixedRateTable(csv: lines.joined(separator: "\n") + "\n", fileTime: now)
        return ExchangeRateService(providers: [FixedRates(table)])
    }

    /// A random ledger in three currencies, with splits, refunds, transfers, fees and statements that nobody has compared.
    static func ledger(_ generator: inout SeededGenerator, count: Int) async throws -> MemoryStore {
        let store = MemoryStore()
        let today = CalendarDay(utc: now)
        let first = today.month.adding(months: -18).day(1)
        let units = try [Currency.eur, .usd, currency("JPY")]
        let accounts = try (0..<6).map { index in
            Account(
                id: generator.uuid(), name: ["Bank", "Bank:2", "Visa", "Dollars", "Yen", "Ünïcode 🏦"][index],
                kind: index == 2 ? .creditCard : .checking,
                opening: try Money(
                    minorUnits: Int128(generator.int(-9000...90_000)), units[[0, 0, 0, 1, 2, 1][index]]),
                openingDay: first.adding(days: index * 20))
        }
        var categories: [Category] = []
        for (name, kind) in [("Pay", Category.Kind.income), ("food", .expense), ("Fun", .expense), ("Odd", .neutral)] {
            let top = Category(id: generator.uuid(), name: name, kind: kind)
            categories += [top, Category(id: generator.uuid(), name: "Sub 1", parentID: top.id, kind: kind)]
        }
        var all: [BookedTransaction] = []
        for _ in 0..<count {
            let from = generator.pick(accounts)
            let day = CalendarDay(dayNumber: generator.int(first.dayNumber + 110...today.dayNumber))
            var transaction = LedgerTransaction(id: generator.uuid(), day: day, entered: now)
            transaction.payee = generator.pick([nil, "Spar", "A; b | c", "\"Quoted\" \\ 漢字"])
            let size = Int128(generator.int(1...50_000))
            func posting(_ position: Int, _ account: Account, _ units: Int128) throws -> Posting {
                Posting(
                    transactionID: transaction.id, position: position, accountID: account.id, day: day, entered: now,
                    amount: try Money(minorUnits: units, account.currency),
                    status: generator.pick([.cleared, .uncleared]))
            }
            func split(_ position: Int, _ category: Category?, _ units: Int128) throws -> CategorySplit {
                CategorySplit(
                    transactionID: transaction.id, position: position, categoryID: category?.id, day: day,
                    amount: try Money(minorUnits: units, from.currency))
            }
            if generator.chance(1, in: 4) {
                let to = generator.pick(accounts.filter { $0.id != from.id })
                let fee: Int128 = generator.chance(1, in: 3) ? 1 : 0
                let arriving = from.currency == to.currency ? size : Int128(generator.int(1...50_000))
                all.append(
                    BookedTransaction(
                        transaction, postings: [try posting(0, from, -size - fee), try posting(1, to, arriving)],
                        splits: fee == 0 ? [] : [try split(0, categories[2], -fee)]))
            } else {
                let total = generator.chance(2, in: 3) ? -size : size
                let part = Int128(generator.int(1...999))
                let category = generator.chance(1, in: 6) ? nil : generator.pick(categories)
                let splits =
                    generator.chance(1, in: 3)
                    ? [try split(0, category, total - part), try split(1, generator.pick(categories), part)].filter {
                        !$0.amount.isZero
                    }
                    : [try split(0, category, total)]
                let numbered = splits.enumerated().map { index, split in
                    CategorySplit(
                        transactionID: split.transactionID, position: index, categoryID: split.categoryID, day: day,
                        amount: split.amount)
                }
                all.append(BookedTransaction(transaction, postings: [try posting(0, from, total)], splits: numbered))
            }
        }
        let (booked, tree) = (all, categories)
        try await store.write(origin) { writer in
            for account in accounts { try writer.apply(.insert(Record(account)), isEntered: false) }
            for category in tree { try writer.apply(.insert(Record(category)), isEntered: false) }
            for one in booked {
                try writer.apply(.insert(Record(one.transaction)), isEntered: false)
                for posting in one.postings { try writer.apply(.insert(Record(posting)), isEntered: false) }
                for split in one.splits { try writer.apply(.insert(Record(split)), isEntered: false) }
            }
        }
        return store
    }

    @Test(.enabled(if: JournalPrograms.path("hledger") != nil), arguments: SeededGenerator.seeds.prefix(2))
    func `hledger accepts the journal and has the same balances, months and net worth`(seed: UInt64) async throws {
        let hledger = try #require(JournalPrograms.path("hledger"))
        var generator = SeededGenerator(seed: seed)
        let store = try await Self.ledger(&generator, count: Self.count)
        let (rates, display) = (try Self.rates(), DisplayCurrency(.eur))
        let call = Self.call
        let journal = try await LedgerExportService(store: store, rates: rates, display: display).journal(
            .hledger, call
        ).value
        let accounts = try await store.read { try $0.all(Account.self) }
        let sums = try await store.read { reader in
            try reader.sums(Posting.self, of: "amount", for: nil, among: nil, upTo: [CalendarDay(dayNumber: 40_000)])
        }
        let names = LedgerJournal(.hledger, accounts, CategoryTree([]), currencies: [])
        try JournalPrograms.with(journal.text, "journal") { file in
            let check = try JournalPrograms.run(hledger, ["-f", file, "check", "--strict"])
            #expect(check.status == 0, "seed \(seed): \(check.output)")
            let balances = try Self.table(
                JournalPrograms.run(
                    hledger, ["-f", file, "bal", "assets", "liabilities", "--flat", "-E", "-N", "-O", "csv"]
                ).output)
            for account in accounts {
                let expected = try account.opening.adding(sums[account.id]?.first ?? .zero(account.currency))
                let found = balances.first { $0[0] == names.name(of: account) }?[1] ?? "missing"
                #expect(Self.number(found) == Self.number(expected.amountText), "seed \(seed): \(account.name)")
            }
        }
        // Months of income and expense at the rates of their days.
        let period = try LedgerPeriod(from: day("2000-01-01"), through: CalendarDay(utc: Self.now))
        var request = StatisticsService.Request(period)
        request.grouping = .month
        let statistics = try await StatisticsService(store: store, rates: rates, display: display).statistics(
            request, call)
        #expect(statistics.isComplete)
        let points = try await NetWorthService(store: store, rates: rates, display: display).report(
            on: statistics.value.flows.months.map { min($0.month.lastDay, CalendarDay(utc: Self.now)) },
            explains: false, call)
        try JournalPrograms.with(journal.text, "journal") { file in
            func total(_ arguments: [String]) throws -> String {
                let shown = try JournalPrograms.run(hledger, ["-f", file, "bal", "-O", "csv"] + arguments)
                let row = Self.table(shown.output).last ?? []
                #expect(row.first == "total", "seed \(seed): \(shown.output)")
                return row.count > 1 ? row[1] : ""
            }
            for (month, point) in zip(statistics.value.flows.months, points.value.points) {
                let span = ["-b", "\(month.month.day(1))", "-e", "\(month.month.adding(months: 1).day(1))"]
                let income = try total(["income"] + span + ["--value=then,EUR"])
                let expense = try total(["expenses"] + span + ["--value=then,EUR"])
                #expect(
                    try Self.isClose(income, month.income.negated),
                    "seed \(seed), \(month.month): \(income) \(month.income)")
                #expect(
                    try Self.isClose(expense, month.expense),
                    "seed \(seed), \(month.month): \(expense) \(month.expense)")
                let after = point.day.adding(days: 1)
                let net = try total(["assets", "liabilities", "-e", "\(after)", "--value=\(point.day),EUR"])
                #expect(
                    try Self.isClose(net, point.point.total), "seed \(seed), \(point.day): \(net) \(point.point.total)")
            }
        }
    }

    @Test(.enabled(if: JournalPrograms.path("bean-check") != nil), arguments: SeededGenerator.seeds.prefix(1))
    func `beancount accepts the journal with all its balances`(seed: UInt64) async throws {
        let program = try #require(JournalPrograms.path("bean-check"))
        var generator = SeededGenerator(seed: seed)
        let store = try await Self.ledger(&generator, count: Self.count)
        let journal = try await LedgerExportService(store: store, rates: Self.rates(), display: DisplayCurrency(.eur))
            .journal(.beancount, Self.call).value
        let check = try JournalPrograms.with(journal.text, "beancount") { try JournalPrograms.run(program, [$0]) }
        #expect(check.status == 0, "seed \(seed): \(check.output.prefix(2000))")
    }

    @Test(.enabled(if: JournalPrograms.path("ledger") != nil))
    func `ledger accepts the journal with all its balances`() async throws {
        let program = try #require(JournalPrograms.path("ledger"))
        var generator = SeededGenerator(seed: 3)
        let store = try await Self.ledger(&generator, count: Self.count)
        let journal = try await LedgerExportService(store: store, rates: Self.rates(), display: DisplayCurrency(.eur))
            .journal(.ledger, Self.call).value
        let check = try JournalPrograms.with(journal.text, "ledger") {
            try JournalPrograms.run(program, ["-f", $0, "bal"])
        }
        #expect(check.status == 0, "\(check.output.prefix(2000))")
    }

    /// The cells of a table in quotes.
    static func table(_ csv: String) -> [[String]] {
        csv.split(separator: "\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: ["\""]) }
        }
    }

    static func number(_ text: String) -> SlowFraction? {
        let digits = String(text.prefix { $0.isNumber || $0 == "-" || $0 == "." })
        return digits.isEmpty ? nil : SlowFraction(decimal: digits)
    }

    /// Whether an amount that the program rounds for showing is ours: it shows the digits of its commodity, rounded half-even as ours.
    private static func isClose(_ shown: String, _ amount: Money) throws -> Bool {
        guard let number = number(shown) else { return false }
        return number == SlowLedger.fraction(amount)
    }
}
