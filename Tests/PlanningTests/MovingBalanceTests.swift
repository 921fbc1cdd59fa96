import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Synchronization
import TestSupport
import Testing

@testable import Planning

/// Tells what a test sets, and moves without payments.
private final class MovingSource: FundingSource {
    let name = "exec"
    let knowsThePast = false
    let movesWithoutPayments = true
    private let balances = Mutex<[String: SourceBalance]>([:])

    func set(_ value: String, _ paid: (day: String, amount: String)..., of reference: String = "Depot") throws {
        let paid = try paid.map {
            SourceBalance.Contribution(day: try day($0.day), amount: try Money($0.amount, .usd))
        }
        let balance = SourceBalance(try Money(value, .usd), contributions: paid)
        balances.withLock { $0[reference] = balance }
    }

    func balances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, _ call: Call
    ) async throws -> [UUID: SourceBalance] {
        let known = balances.withLock { $0 }
        return Dictionary(
            uniqueKeysWithValues: assets.compactMap { asset in
                known[asset.reference ?? ""].map { (asset.id, $0) }
            })
    }
}

/// Seconds, each once.
private final class Clock: Sendable {
    private let seconds = Mutex(0.0)

    func tick() -> Double {
        seconds.withLock { second in
            second += 1
            return second
        }
    }
}

@Suite("MO2: where a balance moves without payments, a rise settles nothing") struct MovingBalanceTests {
    private let store = MemoryStore()
    private let source = MovingSource()
    private let clock = Clock()

    private var funding: FundingSources { FundingSources([source], followers: [MonthStarts()]) }
    private var rates: ExchangeRateService { ExchangeRateService(providers: []) }
    private var months: MonthService { MonthService(store: store, rates: rates, funding: funding) }
    private var planning: MonthlyPlanningService {
        MonthlyPlanningService(store: store, rates: rates, funding: funding)
    }
    private var allocations: AllocationService { AllocationService(store: store, funding: funding, rates: rates) }
    private var assets: AssetService { AssetService(store: store, funding: funding) }

    /// A call with an instant of its own.
    private func on(_ today: String) throws -> Call {
        let today = try day(today)
        return Call(
            now: today.startInUTC.addingTimeInterval(clock.tick()), today: today, program: "test", command: "test")
    }

    private func car(_ target: String = "12000 USD") throws -> Goal {
        try goal("Car", target: target, start: "2026-01-10", deadline: "2026-12-31")
    }

    private func depot() -> Asset {
        Asset(id: UUID(), name: "Depot", currency: .usd, source: "exec", reference: "Depot")
    }

    /// Car alone, on an asset whose value is told.
    private func begin(_ value: String) async throws {
        try source.set(value)
        try await store.add(Record(car()), Record(depot()))
        _ = try await allocations.allocate("Depot", to: "Car", .share("100%"), on("2026-05-19"))
    }

    private func start(_ today: String = "2026-05-20") async throws {
        _ = try await months.take(.start, of: nil, months.request(on(today)))
    }

    private func required(_ today: String = "2026-05-25") async throws -> String {
        let plan = try #require(try await planning.plan(planning.request(on(today)))["Car"]).plan
        return "\(plan.requirement.required.amountText) paid \(plan.requirement.paid.amountText)"
    }

    private func contributed(_ today: String = "2026-05-25") async throws -> [String] {
        try await months.status(of: nil, months.request(on(today))).rows.map {
            "\($0.name) \($0.contribution.amount.amountText) \($0.contribution.released.amountText)"
        }
    }

    @Test(arguments: ["6900", "6000", "5100", "0", "11500"])
    func `whatever the value does, nothing is contributed`(value: String) async throws {
        try await begin("6000")
        try await start()
        #expect(try await required() == "857.15 paid 0.00")
        try source.set(value)
        #expect(try await contributed() == ["Car 0.00 0.00"])
        // Less than the payment may remain.
        #expect(try await required() == (value == "11500" ? "500.00 paid 0.00" : "857.15 paid 0.00"))
    }

    @Test func `a payment that a program dates before the goal's start is none`() async throws {
        try source.set("6000")
        let car = try goal("Car", target: "12000 USD", start: "2026-05-20", deadline: "2026-12-31")
        try await store.add(Record(car), Record(depot()))
        _ = try await allocations.allocate("Depot", to: "Car", .share("100%"), on("2026-05-20"))
        try await start()
        try source.set("6900", ("2026-05-10", "300"), ("2026-05-19", "-200"), ("2026-05-22", "250"))
        #expect(try await contributed() == ["Car 250.00 0.00"])
    }

    @Test(arguments: ["6900", "5500"])
    func `a month of an older version, which kept the amount of its start alone, counts no value either`(value: String)
        async throws
    {
        try await begin("6000")
        let early = AssetService.Entry(asset: "Depot", amount: "200", date: "2026-05-10", isWithdrawal: false)
        _ = try await assets.enter(early, on("2026-05-19"))
        try await start()
        let wanted = (try await required(), try await contributed())
        try await store.write(origin) { store in
            for month in try store.all(MonthExecution.self) {
                var old = month
                for index in old.payments.indices { old.payments[index].startOffsets = [] }
                try store.update(month, to: old)
            }
        }
        #expect(try await (required(), contributed()) == wanted)
        try source.set(value)
        #expect(try await (required(), contributed()) == wanted)
        #expect(wanted.1 == ["Car 0.00 0.00"])
        let deposit = AssetService.Entry(asset: "Depot", amount: "400", isWithdrawal: false)
        _ = try await assets.enter(deposit, on("2026-05-22"))
        #expect(try await contributed() == ["Car 400.00 0.00"])
    }

    @Test func `what is entered by hand is a payment, whatever the value does before and after`() async throws {
        try await begin("6000")
        try await start()
        try source.set("6900")
        let deposit = AssetService.Entry(asset: "Depot", amount: "400", isWithdrawal: false)
        _ = try await assets.enter(deposit, on("2026-05-22"))
        try source.set("5000")
        #expect(try await contributed() == ["Car 400.00 0.00"])
        #expect(try await required() == "457.15 paid 400.00")
        // What is dated before the month's payments settles nothing.
        let late = AssetService.Entry(
            asset: "Depot", amount: "70", date: "2026-04-02", isWithdrawal: false)
        _ = try await assets.enter(late, on("2026-05-23"))
        try source.set("9000")
        #expect(try await contributed() == ["Car 400.00 0.00"])
    }

    @Test func `what the source says was paid settles, and only that`() async throws {
        try await begin("6000")
        try source.set("6000", ("2026-05-10", "200"), ("2026-03-01", "1000"))
        // R3: level is (6000 + 200) ÷ 7 = 885.72, of which 200 are paid.
        #expect(try await required("2026-05-20") == "685.72 paid 200.00")
        try await start()
        #expect(try await contributed() == ["Car 0.00 0.00"])
        #expect(try await required() == "685.72 paid 0.00")
        try source.set("7500", ("2026-05-10", "200"), ("2026-03-01", "1000"), ("2026-05-22", "300"))
        #expect(try await contributed() == ["Car 300.00 0.00"])
        #expect(try await required() == "385.72 paid 300.00")
        // Of tomorrow nothing counts yet; what is taken out takes back; a day of long ago is no payment.
        try source.set(
            "7500", ("2026-05-10", "200"), ("2026-03-01", "1000"), ("2026-05-22", "300"), ("2026-05-23", "-100"),
            ("2026-05-26", "5000"), ("2026-02-01", "77"))
        #expect(try await contributed() == ["Car 200.00 0.00"])
        #expect(try await contributed("2026-05-26") == ["Car 5200.00 0.00"])
    }

    @Test func `an allocation counts with what it gave at its time`() async throws {
        try source.set("6000")
        try await store.add(Record(car("20000 USD")), Record(depot()))
        _ = try await allocations.allocate("Depot", to: "Car", .share("50%"), on("2026-05-19"))
        try await start()
        try source.set("8000")
        _ = try await allocations.allocate("Depot", to: "Car", .share("100%"), on("2026-05-22"))
        #expect(try await contributed() == ["Car 4000.00 0.00"])
        try source.set("9000")
        #expect(try await contributed() == ["Car 4000.00 0.00"])
        _ = try await allocations.unallocate("Depot", from: "Car", on("2026-05-23"))
        #expect(try await contributed() == ["Car -5000.00 0.00"])
    }

    @Test func `an asset that funds the goal later counts from then on`() async throws {
        let trip = try goal("Trip", target: "900 USD", start: "2026-01-10", deadline: "2026-12-31")
        try source.set("6000")
        try await store.add(Record(car()), Record(trip), Record(depot()))
        try await start()
        _ = try await allocations.allocate("Depot", to: "Car", .rest, on("2026-05-22"))
        try source.set("7000")
        #expect(try await contributed() == ["Car 6000.00 0.00", "Trip 0.00 0.00"])
    }

    @Test func `another goal's end releases, and settles nothing`() async throws {
        let trip = try goal("Trip", target: "3000 USD", start: "2026-01-10", deadline: "2026-12-31")
        try source.set("5000")
        try await store.add(Record(car("20000 USD")), Record(trip), Record(depot()))
        _ = try await allocations.allocate("Depot", to: "Trip", .share("40%"), on("2026-05-19"))
        _ = try await allocations.allocate("Depot", to: "Car", .rest, on("2026-05-19"))
        try await start()
        _ = try await assets.enter(.init(asset: "Depot", amount: "100", isWithdrawal: false), on("2026-05-21"))
        #expect(try await contributed() == ["Car 60.00 0.00", "Trip 40.00 0.00"])
        try source.set("6000")
        _ = try await planning.end("Trip", as: .cancelled, on("2026-05-22"))
        #expect(try await contributed() == ["Car 60.00 2440.00", "Trip 40.00 -2440.00"])
        try source.set("1000")
        #expect(try await contributed() == ["Car 60.00 2440.00", "Trip 40.00 -2440.00"])
    }

    @Test func `an asset that is deleted after a rise takes nothing back`() async throws {
        try await begin("6000")
        try await start()
        try source.set("6900")
        let asset = try await assets.asset(named: "Depot")
        _ = try await assets.delete(asset, on("2026-05-22"))
        #expect(try await contributed() == ["Car 0.00 0.00"])
    }

    @Test func `a month that is closed keeps what was paid in it`() async throws {
        try await begin("6000")
        try await start()
        try source.set("9000", ("2026-05-22", "300"))
        let closed = try await months.take(.close, of: nil, months.request(on("2026-05-28")))
        #expect(closed.rows.map(\.contribution.amount.amountText) == ["300.00"])
    }

    @Test(arguments: SeededGenerator.seeds)
    func `random lives: what was contributed is the sum of what each event gave`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<8 { try await MovingBalanceTests().liveRandomly(&random) }
    }

    /// Shares in whole percent of whole hundreds, so that nothing is rounded and the order of events plays no part.
    private func liveRandomly(_ random: inout SeededGenerator) async throws {
        let names = ["Car", "Roof", "Trip"]
        try await store.add(Record(depot()))
        for name in names {
            try await store.add(
                Record(
                    try goal(name, target: "9000000 USD", start: "2026-01-10", deadline: "2026-12-31")))
        }
        var (value, own) = (Int64(random.int(10...90)) * 10_000, Int64(0))
        var shares: [String: Int64] = [:]
        for name in names {
            shares[name] = Int64(random.int(5...30))
            _ = try await allocations.allocate("Depot", to: name, .share("\(shares[name] ?? 0)%"), tell(value))
        }
        try source.set("\(value)")
        try await start()
        var contributed: [String: Int64] = [:]
        for _ in 0..<12 {
            let name = random.pick(names)
            switch random.int(1...3) {
            case 1: value = Int64(random.int(10...90)) * 10_000
            case 2:
                let amount = Int64(random.int(1...40)) * 100
                _ = try await assets.enter(
                    .init(asset: "Depot", amount: "\(amount)", isWithdrawal: false), tell(value))
                own += amount
                for (name, share) in shares { contributed[name, default: 0] += amount * share / 100 }
            default:
                let share = Int64(random.int(5...30))
                _ = try await allocations.allocate("Depot", to: name, .share("\(share)%"), tell(value))
                contributed[name, default: 0] += (value + own) * (share - (shares[name] ?? 0)) / 100
                shares[name] = share
            }
            try source.set("\(value)")
            #expect(try await self.contributed() == names.map { "\($0) \(contributed[$0] ?? 0).00 0.00" })
        }
    }

    /// A call before which the source has told a value.
    private func tell(_ value: Int64) throws -> Call {
        try source.set("\(value)")
        return try on("2026-05-20")
    }
}
