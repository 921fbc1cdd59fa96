import Foundation
import Models
import Portfolio
import TestSupport
import Testing

/// Journals of lots in the programs that they are written for: accepted, with the same units and costs.
struct LotJournalProgramTests {
    /// An account's units and cost, or the units whose cost is not known.
    private struct Holding: Hashable, Comparable {
        var units: String
        var cost: String

        static func < (left: Holding, right: Holding) -> Bool {
            (left.units, left.cost) < (right.units, right.cost)
        }
    }

    private static func reports(_ seed: UInt64) async throws -> [LotsReport] {
        var random = SeededGenerator(seed: seed)
        // Costs of units have at most 28 digits in beancount.
        let units = ["1", "2/3", "0.00000001", "12.5", "1000000", "3"]
        let sample = try await RandomTrades.household(&random, count: 60, units: units)
        // A share that is called like a currency, and money that is one.
        for (name, symbol, type) in [("Semiconductors", "USD", "etf"), ("Notes", "EUR", "cash"), ("Q", "Q", "stock")] {
            var fields = InstrumentService.Fields()
            (fields.name, fields.symbol, fields.type, fields.currency) = (name, symbol, type, "EUR")
            _ = try await sample.instruments.add(fields, sample.call)
            for portfolio in RandomTrades.portfolios {
                try await sample.enter(.buy, name, "3", "100", on: "2026-01-11") { $0.portfolio = portfolio }
            }
        }
        return try await sample.reports.lotsByPortfolio(sample.call)
    }

    /// The positions as the reports have them, with units and costs added up.
    private static func expected(_ reports: [LotsReport]) throws -> [Holding] {
        var (units, costs): ([PositionKey: Ratio], [PositionKey: Ratio]) = ([:], [:])
        for lot in reports.flatMap(\.lots) {
            let digits = UnitsText.exactText(lot.lot.units) == nil || lot.lot.units * Ratio(1000) >= .one
            let text = digits ? UnitsText.text(lot.lot.units) : lot.lot.units.significantString(digits: 12)
            units[lot.position, default: .zero] = units[lot.position, default: .zero] + (try Ratio(decimal: text))
            guard let cost = lot.lot.cost.base else { continue }
            costs[lot.position, default: .zero] = costs[lot.position, default: .zero] + cost.ratio
        }
        return units.map { Holding(units: text($1), cost: text(costs[$0] ?? .zero)) }.sorted()
    }

    /// Digits without zeros at the end.
    private static func text(_ number: Ratio) -> String { number.decimalString(places: 30, rounding: .halfEven).plain }

    @Test(.enabled(if: JournalPrograms.path("bean-check") != nil), arguments: SeededGenerator.seeds)
    func `beancount accepts the lots, and has their units and costs`(seed: UInt64) async throws {
        let program = try #require(JournalPrograms.path("bean-check"))
        let reports = try await Self.reports(seed)
        let lines = LotJournal(reports, for: .beancount).lines(on: try day("2026-04-13"))
        try JournalPrograms.with(lines.joined(separator: "\n") + "\n", "beancount") { file in
            let check = try JournalPrograms.run(program, [file])
            try #require(check.status == 0, "seed \(seed): \(check.output.prefix(2000))")
            let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
            let python = ["\(folder)/python", "\(folder)/python3"].first(where: FileManager.default.isExecutableFile)
            let shown = try JournalPrograms.run(python ?? "/usr/bin/python3", ["-c", Self.script, file])
            let found = shown.output.split(separator: "\n").map { line in
                let parts = line.split(separator: "\t").map(String.init)
                return Holding(units: parts[0].plain, cost: parts[1].plain)
            }.sorted()
            #expect(found == (try Self.expected(reports)), "seed \(seed)")
        }
    }

    private static let script = """
        import sys, collections, decimal
        from beancount import loader
        from beancount.core import data
        decimal.getcontext().prec = 60
        entries, errors, _ = loader.load_file(sys.argv[1])
        units, costs = collections.Counter(), collections.Counter()
        for entry in entries:
            if not isinstance(entry, data.Transaction): continue
            for posting in entry.postings:
                if not posting.account.startswith('Assets'): continue
                units[posting.account] += posting.units.number
                costs[posting.account] += 0
                if posting.cost: costs[posting.account] += posting.units.number * posting.cost.number
        for account in units:
            print(format(units[account], 'f'), format(round(costs[account], 6), 'f'), sep='\\t')
        """

    @Test(.enabled(if: JournalPrograms.path("hledger") != nil), arguments: SeededGenerator.seeds)
    func `hledger accepts the lots, and has their units and costs`(seed: UInt64) async throws {
        let program = try #require(JournalPrograms.path("hledger"))
        let reports = try await Self.reports(seed)
        let lines = LotJournal(reports, for: .hledger).lines(on: try day("2026-04-13"))
        try JournalPrograms.with(lines.joined(separator: "\n") + "\n", "journal") { file in
            let check = try JournalPrograms.run(program, ["-f", file, "check", "--strict"])
            try #require(check.status == 0, "seed \(seed): \(check.output.prefix(2000))")
            let options = ["-f", file, "bal", "assets", "--flat", "-N", "-O", "csv", "--layout=bare"]
            func sums(_ more: [String]) throws -> [String: [String: String]] {
                var sums: [String: [String: String]] = [:]
                for line in try JournalPrograms.run(program, options + more).output.split(separator: "\n").dropFirst() {
                    let cells = line.split(separator: "\",\"").map { $0.trimmingCharacters(in: ["\""]) }
                    sums[cells[0], default: [:]][cells[1]] = cells[2].plain
                }
                return sums
            }
            let (units, costs) = (try sums([]), try sums(["-B"]))
            let found = units.map { account, amounts in
                let commodity = amounts.keys.first ?? ""
                // Units of unknown cost stay units.
                let known = (costs[account] ?? [:]).filter { $0.key != commodity || commodity == "EUR" }
                return Holding(units: amounts[commodity] ?? "", cost: known.values.first ?? "0")
            }.sorted()
            #expect(found == (try Self.expected(reports)), "seed \(seed)")
        }
    }
}

extension String {
    /// A decimal number without zeros at its end.
    fileprivate var plain: String {
        guard contains(".") else { return self }
        let digits = String(reversed().drop { $0 == "0" }.reversed())
        return digits.hasSuffix(".") ? String(digits.dropLast()) : digits
    }
}
