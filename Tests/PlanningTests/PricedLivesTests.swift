import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

/// Months in which a source's value moves, against the sum of what each event gave: purchases of the month at their cost, allocations
/// at the value of their moment, and nothing else (MO2).
@Suite("Months with a source whose value moves") struct PricedLivesTests {
    private static var lives: UInt64 {
        ProcessInfo.processInfo.environment["CST_LIVES"].flatMap(UInt64.init) ?? 60
    }

    @Test(arguments: stride(from: 0, to: lives, by: 20).map { $0..<min($0 + 20, lives) })
    func `only what was paid in and allocated is contributed, whatever prices do`(seeds: Range<UInt64>) async throws {
        for seed in seeds {
            var life = try PricedLife(seed)
            try await life.begin()
            for _ in 0..<14 { try await life.step() }
            try await life.finish()
        }
    }
}

/// A household with one box of gold that funds three goals. Shares are whole percent and amounts whole hundreds of dollars, so that nothing is
/// rounded and the order of events plays no part.
private struct PricedLife {
    /// The state of the model: what was contributed to each goal, and given back at its end.
    private struct Model: Equatable {
        var contributed: [String: Int64] = [:]
        var released: [String: Int64] = [:]
        var shares: [String: Int64] = [:]
        var bars: [Bar] = []
    }

    private let names = ["Car", "Roof", "Trip"]
    private let store = MemoryStore()
    private let clock = Counter()
    private let seed: UInt64
    private var random: SeededGenerator
    private var source = BarSource(prices: [])
    private var price: Int64 = 0
    private var model = Model()
    /// The models before each change that can be undone, in order.
    private var earlier: [Model] = []

    init(_ seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        try setPrice()
    }

    private var rates: ExchangeRateService { ExchangeRateService(providers: []) }
    private var funding: FundingSources { FundingSources([source], followers: [MonthStarts()], rates: rates) }
    private var allocations: AllocationService { AllocationService(store: store, funding: funding, rates: rates) }
    private var months: MonthService { MonthService(store: store, rates: rates, funding: funding) }
    private var planning: MonthlyPlanningService {
        MonthlyPlanningService(store: store, rates: rates, funding: funding)
    }

    private mutating func setPrice() throws {
        price = Int64(random.int(5...60)) * 100
        source.prices = [(try day("2026-01-01"), Int(price))]
    }

    private func now() throws -> Call {
        let today = try day("2026-05-20")
        return Call(
            now: today.startInUTC.addingTimeInterval(Double(clock.next())), today: today, program: "test",
            command: "test")
    }

    /// The value of the box.
    private var value: Int64 { model.bars.reduce(0) { $0 + Int64($1.ounces) } * price }

    mutating func begin() async throws {
        try await store.add(
            Record(Asset(id: UUID(), name: "Gold", currency: .usd, source: "bars", reference: "safe")))
        for name in names {
            try await store.add(
                Record(goal(name, target: "9000000 USD", start: "2026-01-10", deadline: "2026-12-31")))
        }
        // So much that what is paid in the month is never more than the box holds: what is below 0 gives nothing (L3).
        for _ in 0..<random.int(1...3) {
            try await buy(on: "2026-04-0\(random.int(1...9))", ounces: random.int(100...300), isStock: true)
        }
        for name in names {
            model.shares[name] = Int64(random.int(5...30))
            _ = try await allocations.allocate("Gold", to: name, .share("\(model.shares[name] ?? 0)%"), now())
        }
        _ = try await months.take(.start, of: nil, months.request(now()))
        (model.contributed, earlier) = ([:], [])
        try await check("the start")
    }

    private func bar(on date: String, ounces: Int, cost: Int64, isStock: Bool = false) throws -> Bar {
        Bar(
            id: UUID(), box: "safe", day: try day(date), ounces: ounces, cost: try Money("\(cost)", .usd),
            entered: try now().now, isStock: isStock)
    }

    private mutating func buy(on date: String, ounces: Int? = nil, isStock: Bool = false) async throws {
        let bar = try bar(
            on: date, ounces: ounces ?? random.int(1...9), cost: Int64(random.int(1...20)) * 100, isStock: isStock)
        try await funding.write(now(), in: store) { try $0.insert(bar) }
        model.bars.append(bar)
    }

    /// Counts what the own payments of the month changed by.
    private mutating func count(_ cost: Int64) {
        for (name, share) in model.shares { model.contributed[name, default: 0] += cost * share / 100 }
    }

    private static func cost(_ bar: Bar) -> Int64 { Int64(bar.cost.amountText.prefix { $0 != "." }) ?? 0 }

    /// Whether the bar is a payment of the month, which began after 1 May.
    private static func isOwn(_ bar: Bar) -> Bool { bar.day.month.description == "2026-05" && !bar.isStock }

    mutating func step() async throws {
        let before = model
        switch random.int(1...9) {
        case 1, 2:
            try setPrice()
            try await check("a new price")
            return
        case 3, 4:
            try await buy(on: "2026-05-1\(random.int(0...9))")
            if let bar = model.bars.last { count(Self.cost(bar)) }
        case 5:
            // Of a day before the payments of the month, or there before.
            try await random.chance(1, in: 2)
                ? buy(on: "2026-04-1\(random.int(0...9))") : buy(on: "2026-05-12", isStock: true)
        case 6:
            guard let index = model.bars.indices.randomElement(using: &random) else { return }
            let old = model.bars[index]
            let new = Bar(
                id: old.id, box: old.box, day: old.day, ounces: old.ounces + random.int(1...3),
                cost: try Money("\(random.int(1...20) * 100)", .usd), entered: old.entered, isStock: old.isStock)
            try await funding.write(now(), in: store) { try $0.update(old, to: new) }
            model.bars[index] = new
            if Self.isOwn(old) { count(Self.cost(new) - Self.cost(old)) }
        case 7:
            let small = model.bars.indices.filter { model.bars[$0].ounces < 100 }
            guard let index = small.randomElement(using: &random) else { return }
            let old = model.bars.remove(at: index)
            try await funding.write(now(), in: store) { try $0.delete(old) }
            if Self.isOwn(old) { count(-Self.cost(old)) }
        case 8:
            guard let name = model.shares.keys.sorted().randomElement(using: &random) else { return }
            let share = Int64(random.int(5...30))
            guard share != model.shares[name] else { return }
            _ = try await allocations.allocate("Gold", to: name, .share("\(share)%"), now())
            model.contributed[name, default: 0] += value * (share - (model.shares[name] ?? 0)) / 100
            model.shares[name] = share
        default:
            guard !earlier.isEmpty, random.chance(1, in: 2) else {
                guard model.shares.count > 1, let name = model.shares.keys.sorted().randomElement(using: &random)
                else { return }
                _ = try await planning.end(name, as: .cancelled, now())
                model.released[name] = -value * (model.shares.removeValue(forKey: name) ?? 0) / 100
                break
            }
            _ = try await HistoryService(store: store, guards: [MonthService.undoGuard(grace: .seconds(86_400))]).undo(
                now())
            model = earlier.removeLast()
            try await check("an undo")
            return
        }
        earlier.append(before)
        try await check("a change")
    }

    /// Closes the month early, undoes that, and closes it again: what was contributed stays, whatever prices do.
    mutating func finish() async throws {
        let rows = try await shown()
        let closed = try await months.take(.close, of: nil, months.request(now()))
        #expect(Self.text(closed) == rows, "seed \(seed), closed")
        try setPrice()
        _ = try await months.take(.undo, of: nil, months.request(now()))
        try await check("a closing that was undone")
    }

    private static func text(_ report: MonthReport) -> [String] {
        report.rows.map {
            "\($0.name) \($0.contribution.amount.amountText) \($0.contribution.released.amountText)"
        }
    }

    private func shown() async throws -> [String] {
        Self.text(try await months.status(of: nil, months.request(now())))
    }

    private func check(_ event: String) async throws {
        let rows = try await shown()
        let expected = names.map { "\($0) \(model.contributed[$0] ?? 0).00 \(model.released[$0] ?? 0).00" }
        #expect(rows == expected, "seed \(seed), after \(event)")
    }
}
