import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// Random deletions of transactions, prices, instruments and portfolios.
struct PortfolioDeletionTests {
    /// How many are deleted; `Tools/test --long` sets more.
    private static let count =
        ProcessInfo.processInfo.environment["CST_PORTFOLIO_DELETIONS"].flatMap(Int.init) ?? 150

    @Test(arguments: SeededGenerator.seeds.prefix(1))
    func `no id dangles after random deletions, whatever was deleted`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let sample = try ServiceSample()
        var (deleted, refused, round) = (0, 0, 0)
        while deleted < Self.count {
            round += 1
            if round % 12 == 1 { try await Self.fill(sample, &random, round) }
            do {
                try await Self.delete(sample, &random)
                deleted += 1
            } catch is any Problem { refused += 1 }
            if round % 12 == 0 {
                let dangling = try await Self.dangling(in: sample.store)
                #expect(dangling.isEmpty, "seed \(seed), round \(round): \(dangling)")
            }
        }
        #expect(refused > 0)
        #expect(try await Self.dangling(in: sample.store).isEmpty)
    }

    /// Adds things where there are few.
    private static func fill(_ sample: ServiceSample, _ random: inout SeededGenerator, _ round: Int) async throws {
        for name in ["Broker", "Wallet"] { try? await sample.portfolio(name) }
        for name in ["A", "B", "C"] { try? await sample.instrument(name) }
        for _ in 0..<14 {
            let (name, other) = (random.pick(["A", "B", "C"]), random.pick(["A", "B", "C"]))
            let portfolio = random.pick(["Broker", "Wallet"])
            let units = "\(random.int(1...9))"
            do {
                switch random.int(0...8) {
                case 0...2: try await sample.enter(.buy, name, units, "10") { $0.portfolio = portfolio }
                case 3:
                    let lots = try await sample.reports.lots(of: name, in: portfolio, sample.call).value.lots
                    guard let lot = lots.first else { continue }
                    try await sample.enter(.sell, name, "1", "10") {
                        ($0.portfolio, $0.lots) = (portfolio, [lot.lot.id.uuidString + "=1"])
                    }
                case 4:
                    try await sample.enter(.transfer, name, "1") {
                        ($0.portfolio, $0.to) = (portfolio, portfolio == "Broker" ? "Wallet" : "Broker")
                    }
                case 5:
                    try await sample.enter(.spinOff, name) {
                        ($0.proportion, $0.to, $0.share) = ("1:2", other, "10%")
                    }
                case 6: try await sample.enter(.merger, name) { ($0.proportion, $0.to) = ("2:1", other) }
                case 7:
                    _ = try await sample.prices.add(name, units, date: nil, replacing: true, sample.call)
                    try await fetch(name, units, sample)
                default:
                    var request = TransactionRequest()
                    (request.instrument, request.units, request.amount) = (name, "1", "10")
                    request.portfolio = portfolio
                    _ = try await sample.service.swap(request, for: (other, "2"), sample.call)
                }
            } catch is any Problem { continue }
        }
    }

    /// Keeps a price as if it had been fetched.
    private static func fetch(_ name: String, _ price: String, _ sample: ServiceSample) async throws {
        try await sample.store.write(sample.call) { writer in
            guard let instrument = try writer.all(Instrument.self).first(where: { $0.name == name }) else { return }
            try writer.put(
                FetchedPrice(
                    instrumentID: instrument.id, day: sample.today, price: Money(price, instrument.currency),
                    source: "test", time: sample.call.now))
        }
    }

    private static func delete(_ sample: ServiceSample, _ random: inout SeededGenerator) async throws {
        let ids = try await sample.service.transactions(of: nil, sample.call).value.transactions.map(\.id.uuidString)
        switch random.int(0...9) {
        case 0: _ = try await sample.instruments.delete(random.pick(["A", "B", "C"]), cascade: true, sample.call)
        case 1: _ = try await sample.service.delete(random.pick(["Broker", "Wallet"]), sample.call)
        case 2: _ = try await sample.prices.delete(random.pick(["A", "B", "C"]), date: "2026-04-13", sample.call)
        default:
            guard !ids.isEmpty else { throw PortfolioError.noPortfolio }
            _ = try await sample.service.deleteTransaction(random.pick(ids), sample.call)
        }
    }

    /// What names something that is not there: portfolios, instruments, named lots, the other side of a swap.
    private static func dangling(in store: MemoryStore) async throws -> [String] {
        try await store.read { reader in
            let portfolios = Set(try reader.all(InvestmentPortfolio.self).map(\.id))
            let instruments = Set(try reader.all(Instrument.self).map(\.id))
            let transactions = try reader.all(PortfolioTransaction.self)
            let ids = Set(transactions.map(\.id))
            var swaps: [UUID: Int] = [:]
            for swap in transactions.compactMap(\.swapID) { swaps[swap, default: 0] += 1 }
            var found: [String] = []
            for transaction in transactions {
                let things = [transaction.portfolioID, transaction.toPortfolioID].compactMap(\.self)
                if !portfolios.isSuperset(of: things) { found.append("portfolio of \(transaction.summary)") }
                let named = [transaction.instrumentID, transaction.toInstrumentID].compactMap(\.self)
                if !instruments.isSuperset(of: named) { found.append("instrument of \(transaction.summary)") }
                if !ids.isSuperset(of: transaction.lots.map(\.id)) { found.append("lot of \(transaction.summary)") }
                if let swap = transaction.swapID, swaps[swap] != 2 { found.append("swap of \(transaction.summary)") }
            }
            for price in try reader.all(FetchedPrice.self) where !instruments.contains(price.instrumentID) {
                found.append("fetched price of \(price.day)")
            }
            for price in try reader.all(InstrumentPrice.self) where !instruments.contains(price.instrumentID) {
                found.append(price.summary)
            }
            try UnitBook(transactions).check()
            return found
        }
    }
}
