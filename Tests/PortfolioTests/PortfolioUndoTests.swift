import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// Random commands, undone one by one through every state that there was.
struct PortfolioUndoTests {
    /// How many commands are entered; `Tools/test --long` sets more.
    private static let count = ProcessInfo.processInfo.environment["CST_PORTFOLIO_UNDOS"].flatMap(Int.init) ?? 60

    @Test(arguments: SeededGenerator.seeds.prefix(1))
    func `random commands are undone back through every state`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let sample = try ServiceSample()
        try await sample.portfolio("Broker", cash: true)
        try await sample.portfolio("Wallet")
        for name in ["A", "B", "C"] { try await sample.instrument(name) }
        var states = [try await Self.state(sample.store)]
        var (refusals, spinOffs) = (0, 0)
        while states.count <= Self.count {
            let (name, other) = (random.pick(["A", "B", "C"]), random.pick(["A", "B", "C"]))
            let (units, amount) = ("\(random.int(1...20))", "\(random.int(1...5000)).\(random.int(10...99))")
            let (portfolio, date) = (
                random.pick(["Broker", "Wallet"]), "2026-0\(random.int(1...3))-1\(random.int(0...9))"
            )
            let ids = try await sample.service.transactions(of: nil, sample.call).value.transactions.map(
                \.id.uuidString)
            do {
                switch random.int(0...11) {
                case 0...3: try await sample.enter(.buy, name, units, amount, on: date) { $0.portfolio = portfolio }
                case 4...5: try await sample.enter(.sell, name, units, amount, on: date) { $0.portfolio = portfolio }
                case 6:
                    try await sample.enter(.transfer, name, units, on: date) {
                        ($0.portfolio, $0.to) = (portfolio, portfolio == "Broker" ? "Wallet" : "Broker")
                    }
                case 7: try await sample.enter(.split, name, on: date) { $0.proportion = "2:1" }
                // Each gives a lot for every lot: many of them back and forth make hundreds of thousands.
                case 8 where spinOffs < 6:
                    spinOffs += 1
                    try await sample.enter(.spinOff, name, on: date) {
                        ($0.proportion, $0.to, $0.share) = ("1:2", other, "10%")
                    }
                case 9 where !ids.isEmpty:
                    var request = TransactionRequest()
                    request.units = units
                    _ = try await sample.service.correct(random.pick(ids), request, sample.call)
                case 10 where !ids.isEmpty:
                    _ = try await sample.service.deleteTransaction(random.pick(ids), sample.call)
                default: _ = try await sample.prices.add(name, amount, date: date, replacing: true, sample.call)
                }
            } catch is any Problem {
                refusals += 1
                continue
            }
            let state = try await Self.state(sample.store)
            if state != states.last { states.append(state) }
            // Whatever was written, nothing is short.
            let all = try await sample.store.read { try $0.all(PortfolioTransaction.self) }
            try UnitBook(all).check()
        }
        #expect(refusals > 3)
        let history = HistoryService(store: sample.store, guards: [])
        for expected in states.dropLast().reversed() {
            _ = try await history.undo(sample.call)
            #expect(try await Self.state(sample.store) == expected)
        }
    }

    private static func state(_ store: MemoryStore) async throws -> [String] {
        try await store.read { reader in
            var lines: [String] = []
            try reader.forEachRecord { lines.append("\($0.summary) \($0.cells)") }
            return lines
        }
    }
}
