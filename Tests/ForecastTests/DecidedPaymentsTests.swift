import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import TestSupport
import Testing

@testable import Forecast

@Suite("R9: forecast and odds follow what was decided") struct DecidedPaymentsTests {
    private let store = MemoryStore()
    private let today = CalendarDay(dayNumber: 20_593)  // 20 May 2026

    /// A goal of 8,000 by 15 December, seven dates ahead, with 100 a month paid until now.
    private func begin(_ state: FlexState, custom: String? = nil, isStanding: Bool = false) async throws {
        let car = Goal(
            id: UUID(), name: "Car", target: try money("8000 USD"), start: try day("2026-01-20"),
            deadline: try day("2026-12-15"))
        let cash = Asset(id: UUID(), name: "Cash", currency: .usd)
        try await store.add(
            Record(car), Record(cash), Record(AssetAllocation(assetID: cash.id, goalID: car.id, size: .rest)))
        try await store.pay(try money("600 USD"), into: cash, on: day("2026-01-15"), .opening)
        try await store.pay(try money("400 USD"), into: cash, on: day("2026-03-15"))
        _ = try await store.forecasts().planning.decide(
            "Car", .init(state, custom: custom, isStanding: isStanding), morning(today))
    }

    private func bands() async throws -> [String] {
        let odds = try await store.forecasts().odds("Car", .init(), morning(today)).value.goals
        return try #require(odds.first).bands.map { "\($0.day) \($0.low.amountText)" }
    }

    private func odds() async throws -> GoalOdds {
        try #require(try await store.forecasts().odds("Car", .init(), morning(today)).value.goals.first)
    }

    @Test func `without a decision 1000 are paid on each date`() async throws {
        try await begin(.protected)
        #expect(try await bands().prefix(2) == ["2026-06-01 2000.00", "2026-07-01 3000.00"])
        #expect(try await odds().probability == .one)
    }

    @Test func `what is skipped is paid later`() async throws {
        try await begin(.skipped)
        // 7,000 in the six dates after the next.
        #expect(
            try await bands().prefix(3) == ["2026-06-01 1000.00", "2026-07-01 2166.67", "2026-08-01 3333.34"])
        let odds = try await odds()
        #expect(odds.probability == .one && odds.bands.last?.low.amountText == "8000.00")
        // On which dates one could pay stays as it is.
        #expect(odds.paymentDates.count == 7 && odds.confidentPayment?.amountText == "1000.00")
    }

    @Test func `an amount of one's own is paid once, then what remains is spread`() async throws {
        try await begin(.flexible, custom: "400")
        #expect(try await bands().prefix(2) == ["2026-06-01 1400.00", "2026-07-01 2500.00"])
        #expect(try await odds().probability == .one)
    }

    @Test(arguments: [(FlexState.skipped, String?.none, "1000.00"), (.flexible, "400", "3800.00")])
    func `what is decided for always is too little on every date`(
        state: FlexState, custom: String?, last: String
    ) async throws {
        try await begin(state, custom: custom, isStanding: true)
        let odds = try await odds()
        #expect(odds.probability == .zero && odds.bands.last?.low.amountText == last)
        #expect(odds.confidentPayment?.amountText == "1000.00" && odds.paymentDates.count == 7)
        // A payment of one's own, tried out, stands for it.
        let tried = try await store.forecasts().odds("Car", .init(monthly: "1000"), morning(today)).value
        #expect(tried.goals.first?.probability == .one)
    }

    @Test func `on a payment date the forecast begins with the next one`() async throws {
        try await begin(.protected)
        let forecast = try await store.forecasts().forecast("Car", .init(), morning(day("2026-06-01"))).value
        #expect(try forecast.bands.first?.day == day("2026-07-01"))
    }

    @Test func `the forecast pays what was decided, then as before`() async throws {
        // 400 in the 120 days since 20 January are 101.45 a month.
        try await begin(.flexible, custom: "1000")
        let once = try await store.forecasts().forecast("Car", .init(), morning(today)).value
        #expect(once.history.monthly.amountText == "101.45")
        #expect(once.bands.prefix(2).map(\.low.amountText) == ["2000.00", "2101.45"])
        // 6,000 ÷ 101.45 are 60 dates after 1 June.
        #expect(try once.finish == day("2031-06-01"))
        let skipped = DecidedPaymentsTests()
        try await skipped.begin(.skipped)
        let next = try await skipped.store.forecasts().forecast("Car", .init(), morning(today)).value
        #expect(next.bands.prefix(2).map(\.low.amountText) == ["1000.00", "1101.45"])
        let never = DecidedPaymentsTests()
        try await never.begin(.skipped, isStanding: true)
        #expect(try await never.store.forecasts().forecast("Car", .init(), morning(today)).value.finish == nil)
        let always = DecidedPaymentsTests()
        try await always.begin(.flexible, custom: "3500", isStanding: true)
        #expect(
            try await always.store.forecasts().forecast("Car", .init(), morning(today)).value.finish
                == day("2026-07-01"))
    }

    @Test func `in a month in progress its decisions count, and those for always after it`() async throws {
        try await begin(.flexible, custom: "400", isStanding: true)
        let months = store.forecasts().months
        _ = try await months.take(.start, of: nil, months.request(morning(today)))
        _ = try await store.forecasts().planning.decide("Car", .init(.skipped), morning(today))
        #expect(try await bands().prefix(3) == ["2026-06-01 1000.00", "2026-07-01 1400.00", "2026-08-01 1800.00"])
        let forecast = try await store.forecasts().forecast("Car", .init(), morning(today)).value
        #expect(forecast.bands.prefix(2).map(\.low.amountText) == ["1000.00", "1400.00"])
    }
}

@Suite("R3, MO3, MO5: a forecast begins with the next date that is not paid") struct NextUnpaidDateTests {
    private let store = MemoryStore()
    private let today = CalendarDay(dayNumber: 20_784)  // 27 November 2026

    /// 1,200 by 30 June, with 450 from before and 90 paid in October.
    private func begin() async throws -> Asset {
        let bike = Goal(
            id: UUID(), name: "Bike", target: try money("1200 USD"), start: try day("2026-10-20"),
            deadline: try day("2027-06-30"))
        let cash = Asset(id: UUID(), name: "Cash", currency: .usd)
        try await store.add(
            Record(bike), Record(cash), Record(AssetAllocation(assetID: cash.id, goalID: bike.id, size: .rest)))
        try await store.pay(try money("450 USD"), into: cash, on: day("2026-10-20"), .opening)
        try await store.pay(try money("90 USD"), into: cash, on: day("2026-10-25"))
        return cash
    }

    private func forecast() async throws -> GoalForecast {
        try await store.forecasts().forecast("Bike", .init(), morning(today)).value
    }

    /// What each of the first dates adds, in cents.
    private func payments(_ forecast: GoalForecast) throws -> [String] {
        var (saved, payments) = (forecast.plan.progress.saved, [String]())
        for band in forecast.bands.prefix(3) {
            payments.append("\(band.day) \(try band.low.subtracting(saved).amountText)")
            saved = band.low
        }
        return payments
    }

    private func step(_ step: MonthService.Step) async throws {
        let months = store.forecasts().months
        _ = try await months.take(step, of: nil, months.request(morning(today)))
    }

    @Test func `what was contributed for a date is not paid for it again`() async throws {
        let cash = try await begin()
        try await store.pay(try money("100 USD"), into: cash, on: day("2026-11-20"))
        let forecast = try await forecast()
        // 660 in seven dates are 94.29: December is paid, and 5.71 of January.
        #expect(forecast.plan.requirement.payments.prefix(2).map(\.amount.amountText) == ["0.00", "88.58"])
        let monthly = forecast.history.monthly
        #expect(
            try payments(forecast) == [
                "2026-12-01 0.00", "2027-01-01 \(try monthly.subtracting(Money("5.71", .usd)).amountText)",
                "2027-02-01 \(monthly.amountText)",
            ])
    }

    @Test func `a month in progress counts what it got, and one that is closed is over`() async throws {
        let cash = try await begin()
        try await step(.start)
        try await store.pay(try money("40 USD"), into: cash, on: today)
        var forecast = try await forecast()
        let due = try #require(forecast.plan.requirement.payments.first)
        #expect(try due.date == day("2026-12-01") && due.amount.isPositive)
        let left = try forecast.history.monthly.subtracting(Money("40", .usd))
        #expect(try payments(forecast).first == "2026-12-01 \(left.amountText)")
        try await store.pay(due.amount, into: cash, on: today)
        forecast = try await self.forecast()
        let monthly = forecast.history.monthly.amountText
        #expect(
            try payments(forecast) == ["2026-12-01 0.00", "2027-01-01 \(monthly)", "2027-02-01 \(monthly)"])
        try await step(.close)
        forecast = try await self.forecast()
        #expect(try payments(forecast).prefix(2) == ["2027-01-01 \(monthly)", "2027-02-01 \(monthly)"])
        #expect(forecast.plan.requirement.payments.first?.date == forecast.bands.first?.day)
    }
}

@Suite("R3, MO2: the first day of a goal") struct FirstDayHistoryTests {
    private let store = MemoryStore()
    private let today = CalendarDay(dayNumber: 20_593)  // 20 May 2026

    private func begin(start: CalendarDay) async throws -> Asset {
        let car = Goal(
            id: UUID(), name: "Car", target: try money("8000 USD"), start: start, deadline: try day("2026-12-31"))
        let cash = Asset(id: UUID(), name: "Cash", currency: .usd)
        try await store.add(
            at: today, Record(car), Record(cash),
            Record(AssetAllocation(assetID: cash.id, goalID: car.id, size: .rest)))
        return cash
    }

    private func pay(_ amount: String, into asset: Asset, _ second: Double) async throws {
        try await store.add(
            at: today,
            Record(
                Transaction(
                    id: UUID(), assetID: asset.id, amount: try money(amount), day: today,
                    entered: today.startInUTC.addingTimeInterval(second))))
    }

    private func contributed() async throws -> [String] {
        let history = try await store.forecasts().forecast("Car", .init(), morning(today)).value.history
        return history.days.filter { !$0.contributed.isZero }.map { "\($0.day) \($0.contributed.amountText)" }
            + (history.countsFirstDay ? ["counts"] : [])
    }

    @Test func `what is there on it is no contribution without a month`() async throws {
        try await pay("300 USD", into: begin(start: today), 60)
        #expect(try await contributed() == [])
    }

    @Test func `a month in progress counts what is entered after its start, and so does the history`() async throws {
        let cash = try await begin(start: today)
        try await pay("300 USD", into: cash, 60)
        let months = store.forecasts().months
        _ = try await months.take(.start, of: nil, months.request(morning(today)))
        // The month starts at nine.
        try await pay("100 USD", into: cash, 10 * 3600)
        #expect(try await contributed() == ["2026-05-20 100.00", "counts"])
        let report = try await months.status(of: nil, months.request(morning(today)))
        #expect(report.rows.map(\.contribution.amount.amountText) == ["100.00"])
        let plan = try await store.forecasts().planning.required(morning(today)).value.rows.first?.plan
        #expect(plan?.requirement.paid.amountText == "100.00")
    }

    @Test func `a changed allocation counts in the history as it does in its month, and nowhere else`() async throws {
        let car = Goal(
            id: UUID(), name: "Car", target: try money("8000 USD"), start: today, deadline: try day("2026-12-31"))
        let cash = Asset(id: UUID(), name: "Cash", currency: .usd)
        try await store.add(at: today, Record(car), Record(cash))
        try await store.pay(try money("1000 USD"), into: cash, on: day("2026-05-01"), .opening)
        let months = store.forecasts().months
        _ = try await months.take(.start, of: nil, months.request(morning(today)))
        let fifth = AssetAllocation(assetID: cash.id, goalID: car.id, size: .share(try Share("20%")))
        func write(_ hours: Double, _ body: @Sendable (any StoreWriter) throws -> Void) async throws {
            try await store.write(
                ChangeOrigin(
                    instant: today.startInUTC.addingTimeInterval(hours * 3600), program: "tests", command: "test"), body
            )
        }
        try await write(10) { try $0.apply(.insert(Record(fifth))) }
        try await pay("10 USD", into: cash, 11 * 3600)
        func paid(_ day: CalendarDay) async throws -> String? {
            let plan = try await store.forecasts().planning.required(morning(day)).value.rows.first?.plan
            return plan?.requirement.paid.amountText
        }
        #expect(try await contributed() == ["2026-05-20 202.00", "counts"])
        #expect(try await paid(today) == "202.00")
        let tenth = AssetAllocation(assetID: cash.id, goalID: car.id, size: .share(try Share("10%")))
        try await write(34) { try $0.updateUnfollowed(fifth, to: tenth) }
        let tomorrow = today.adding(days: 1)
        let history = try await store.forecasts().forecast("Car", .init(), morning(tomorrow)).value.history
        #expect(history.days.map(\.contributed.amountText) == ["202.00", "-101.00"])
        #expect(try await paid(tomorrow) == "101.00")
    }

    @Test func `on a payment day everything on it counts`() async throws {
        let cash = try await begin(start: day("2026-05-01"))
        try await store.pay(try money("100 USD"), into: cash, on: day("2026-05-01"))
        #expect(try await contributed() == ["2026-05-01 100.00", "counts"])
    }

    @Test func `a goal that begins later has no history`() async throws {
        let cash = try await begin(start: today.adding(days: 5))
        try await pay("100 USD", into: cash, 60)
        #expect(try await contributed() == [])
        #expect(try await store.forecasts().forecast("Car", .init(), morning(today)).value.history.days.isEmpty)
    }
}
