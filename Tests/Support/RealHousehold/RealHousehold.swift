package import Allocation
package import ExchangeRates
import FlexAdjustment
package import Foundation
package import HouseholdLaws
package import Models
package import Persistence
package import Planning
import Synchronization

/// A household kept by the services, which carries out the steps of a random year.
package struct RealHousehold: Sendable {
    private static let grace = Duration.seconds(20 * 86_400)
    /// What it is kept in.
    package let store = MemoryStore()
    /// When payments are made.
    package let settings: PlanningSettings
    private let prices: Prices
    /// Its sources of balances, with what follows changes in months.
    package let funding: FundingSources

    /// A household without anything in it.
    package init(_ convention: HouseholdConvention) {
        prices = Prices()
        funding = FundingSources(
            followers: [MonthStarts(grace: Self.grace)])
        switch convention {
        case .paymentDay(let day):
            settings = PlanningSettings(paymentDay: .day(day), undoGrace: Self.grace)
        case .lastDay: settings = PlanningSettings(paymentDay: .last, undoGrace: Self.grace)
        case .calendarMonths:
            settings = PlanningSettings(convention: .calendarMonths, undoGrace: Self.grace)
        }
    }

    /// The rates of its prices.
    package var rates: ExchangeRateService { ExchangeRateService(providers: [prices]) }
    private var goals: GoalService { GoalService(store: store, display: DisplayCurrency(nil), funding: funding) }
    private var assets: AssetService { AssetService(store: store, funding: funding) }
    private var allocations: AllocationService { AllocationService(store: store, funding: funding, rates: rates) }
    /// The service over it.
    package var planning: MonthlyPlanningService {
        MonthlyPlanningService(store: store, rates: rates, funding: funding, settings: settings)
    }
    /// The service over it.
    package var months: MonthService {
        MonthService(store: store, rates: rates, funding: funding, settings: settings)
    }
    /// The service over it.
    package var flex: FlexService {
        FlexService(store: store, rates: rates, funding: funding, settings: settings)
    }

    /// The call of a command at a moment.
    package func call(_ moment: HouseholdMoment) -> Call {
        Call(now: moment.now, today: moment.today, program: "test", command: "step")
    }

    /// Sets what each currency costs in USD.
    package func set(_ prices: [Currency: Ratio]) { self.prices.set(prices) }

    /// What every active goal requires.
    package func plan(_ moment: HouseholdMoment) async throws -> MonthlyPlanReport {
        try await planning.required(call(moment)).value
    }

    /// The month in progress, or over and not closed; nil when there is none.
    package func month(_ moment: HouseholdMoment) async throws -> MonthReport? {
        let all = try await store.read { try $0.all(MonthExecution.self) }
        guard let open = all.last(where: { !$0.isClosed }) else { return nil }
        return try await months.status(of: open.month, months.request(call(moment)))
    }

    /// Carries out a step.
    ///
    /// - Returns: the ids of what was added, and what flex saved.
    package func take(
        _ step: HouseholdStep, _ ids: HouseholdIDs, _ moment: HouseholdMoment
    ) async throws -> (ids: [UUID], flex: [UUID: Money]) {
        let call = call(moment)
        func goal(_ place: Int) -> String { ids.goal(place)?.uuidString ?? "" }
        func asset(_ place: Int) -> String { ids.asset(place)?.uuidString ?? "" }
        switch step {
        case .advance: break
        case .prices(let prices): set(prices)
        case .addGoal(let name, let target, let start, let deadline):
            var fields = GoalFields()
            (fields["name"], fields["target"], fields["currency"]) = (name, target.amountText, target.currency.code)
            (fields["start"], fields["deadline"]) = (start.description, deadline.description)
            return ([try await goals.add(fields, call).value.id], [:])
        case .addAsset(let name, let currency, let opening):
            var fields = AssetFields()
            (fields.name, fields.currency, fields.balance) = (name, currency.code, opening?.amountText)
            let added = try await assets.add(fields, call).value
            return ([added.asset.id] + (added.opening.map { [$0.id] } ?? []), [:])
        case .transact(let place, let amount, let day):
            let entered = try await assets.enter(
                .init(
                    asset: asset(place), amount: (amount.isNegative ? amount.negated : amount).amountText,
                    date: day.description, isWithdrawal: amount.isNegative), call)
            return ([entered.value.transaction.id], [:])
        case .spend(let place, let amount, let ended):
            let entered = try await assets.enter(
                .init(
                    asset: asset(place), amount: amount.negated.amountText, isWithdrawal: true, goal: goal(ended)), call
            )
            return ([entered.value.transaction.id], [:])
        case .saveFlex(let percent):
            var fields = FlexService.Fields()
            fields.factor = "\(percent)e-2"
            let session = try await flex.plan(fields, call).value
            try await flex.keep(session.plan, of: session, call)
            let kept = session.plan.rows.filter { $0.plan.flexState != .skipped }
            return ([UUID()], Dictionary(uniqueKeysWithValues: kept.map { ($0.plan.goal.id, $0.payment) }))
        case .resetFlex: _ = try await flex.reset(call)
        default: try await change(step, ids, call)
        }
        return ([UUID()], [:])
    }

    private func change(_ step: HouseholdStep, _ ids: HouseholdIDs, _ call: Call) async throws {
        func goal(_ place: Int) -> String { ids.goal(place)?.uuidString ?? "" }
        func asset(_ place: Int) -> String { ids.asset(place)?.uuidString ?? "" }
        switch step {
        case .deleteAsset(let place): _ = try await assets.delete(try await assets.asset(named: asset(place)), call)
        case .editTransaction(let place, let amount, let day):
            let id = ids.transaction(place)?.uuidString ?? ""
            let magnitude = amount.map { ($0.isNegative ? $0.negated : $0).amountText }
            // A correction keeps the direction, so one that turns it is left out.
            let old = try await store.read { try $0.find(Transaction.self, named: id) }
            if let amount, amount.isNegative != old.amount.isNegative { throw Skipped() }
            _ = try await assets.correct(id, .init(amount: magnitude, date: day?.description), call)
        case .deleteTransaction(let place):
            _ = try await assets.deleteTransaction(ids.transaction(place)?.uuidString ?? "", call)
        case .allocate(let place, let to, let allocation):
            let size: AllocationService.Size =
                switch allocation {
                case .share(let share): .share("\((share * Ratio(100)).decimalString(places: 4, rounding: .down))%")
                case .amount(let amount): .amount(amount.amountText)
                case .rest: .rest
                }
            _ = try await allocations.allocate(asset(place), to: goal(to), size, call)
        case .unallocate(let place, let from):
            _ = try await allocations.unallocate(asset(place), from: goal(from), call)
        case .startMonth: _ = try await months.take(.start, of: nil, months.request(call))
        case .closeMonth: _ = try await months.take(.close, of: nil, months.request(call))
        case .undoMonth: _ = try await months.take(.undo, of: nil, months.request(call))
        default: try await changeGoal(step, ids, call)
        }
    }

    private func changeGoal(_ step: HouseholdStep, _ ids: HouseholdIDs, _ call: Call) async throws {
        func name(_ place: Int) -> String { ids.goal(place)?.uuidString ?? "" }
        switch step {
        case .editGoal(let place, let newName, let target, let start, let deadline):
            var fields = GoalFields()
            (fields["name"], fields["target"], fields["currency"]) = (
                newName, target?.amountText, target?.currency.code
            )
            (fields["start"], fields["deadline"]) = (start?.description, deadline?.description)
            _ = try await goals.edit(name(place), fields, call)
        case .decide(let place, let state, let custom, let clears, let always):
            _ = try await planning.decide(
                name(place),
                .init(state ?? .flexible, custom: custom?.amountText, clearsCustom: clears, isStanding: always), call)
        case .pause(let place): _ = try await goals.move(name(place), to: .paused, call)
        case .resume(let place): _ = try await goals.move(name(place), to: .active, call)
        case .archive(let place): _ = try await goals.move(name(place), to: .archived, call)
        case .cancel(let place): _ = try await planning.end(name(place), as: .cancelled, call)
        case .finish(let place): _ = try await planning.end(name(place), as: .finished, call)
        case .deleteGoal(let place): _ = try await goals.delete(try await goals.goal(named: name(place)), call)
        default: break
        }
    }

    /// Thrown where a step cannot be typed.
    package struct Skipped: Error {}
}

extension RealHousehold {
    /// A household after a random year, and its last moment.
    package static func lived(seed: UInt64) async throws -> (household: RealHousehold, moment: HouseholdMoment) {
        let year = try HouseholdYear.random(seed: seed)
        var model = SlowHousehold(convention: year.convention)
        let household = RealHousehold(year.convention)
        household.set(year.prices)
        var ids = HouseholdIDs()
        var moment = HouseholdMoment(
            today: year.firstDay, now: year.firstDay.startInUTC, rates: HouseholdYear.rates(year.prices))
        for step in year.steps {
            moment.now += 1
            guard step.isNamed(in: ids) else {
                ids.leaveOut(step)
                continue
            }
            do {
                let (newIDs, flex) = try await household.take(step, ids, moment)
                try step.apply(to: &model, ids: &ids, newIDs: newIDs, flex: flex, at: &moment)
            } catch let problem where problem.isRefusal {
                ids.leaveOut(step)
            }
        }
        return (household, moment)
    }
}

extension Error {
    /// Whether the laws say no. A conflict in the store would be a bug of ours, since nobody else writes.
    package var isRefusal: Bool {
        if self is RealHousehold.Skipped { return true }
        guard let problem = self as? any Problem, !(self is StoreError) else { return false }
        return [.usage, .refused, .missing].contains(problem.kind)
    }
}

/// Rates that follow from prices in USD.
private final class Prices: ExchangeRateProvider {
    let name = "prices"
    private let prices = Mutex<[Currency: Ratio]>([:])

    func set(_ new: [Currency: Ratio]) { prices.withLock { $0 = new } }

    func rates(_ request: RateRequest) -> RateAnswer {
        RateAnswer(
            quotes: HouseholdYear.rates(prices.withLock { $0 }).compactMap { pair, rate in
                try? RateQuote(
                    from: pair.from, to: pair.to, rate: rate, time: request.now, source: "prices", state: .live)
            })
    }
}
