import Allocation
public import ExchangeRates
public import Foundation
public import Models
public import Persistence

/// Leads months from draft to executing to closed, and back within a time of grace.
public struct MonthService: Sendable {
    /// Carries out changes in one transaction of the caller's, with the caller's origin.
    public typealias Write = (@escaping @Sendable (any StoreWriter) throws -> Void) async throws -> Void

    /// A step in the life of a month.
    public enum Step: Sendable, Hashable {
        /// The current month begins: what every active goal asks for is frozen, with the rates.
        case start
        /// The month that is executing ends: what every goal got is kept and never changes.
        case close
        /// The latest step of the newest month is taken back: a closed one is executing again, an executing one a draft.
        case undo
    }

    private let store: any Store
    private let rates: ExchangeRateService
    private let grace: Duration
    private var planning: MonthlyPlanningService { MonthlyPlanningService(store: store, rates: rates) }

    /// A service over a store and a source of rates; a step can be taken back for as long as `grace`.
    public init(store: any Store, rates: ExchangeRateService, grace: Duration) {
        self.store = store
        self.rates = rates
        self.grace = grace
    }

    /// A month as it stands, by default the current one; a current month that was not started is a draft.
    ///
    /// - Throws: ``MonthError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func status(
        of month: CalendarMonth?, _ request: MonthlyPlanningService.Request, now: Date
    ) async throws -> MonthReport {
        let state = try await planning.state(request)
        let wanted = month ?? request.today.month
        if let execution = state.months[wanted] {
            return try await report(execution, request, state: state, now: now)
        }
        guard wanted == request.today.month else { throw MonthError.notStarted(wanted) }
        return try await draft(request, state: state, now: now)
    }

    /// All months that were started, newest first.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func history(_ request: MonthlyPlanningService.Request, now: Date) async throws -> [MonthReport] {
        let state = try await planning.state(request)
        var reports: [MonthReport] = []
        for month in state.months.months.reversed() {
            reports.append(try await report(month, request, state: state, now: now))
        }
        return reports
    }

    /// Takes a step of a month, which `write` carries out; `month` is the one that is meant, if it was named.
    ///
    /// - Throws: ``MonthError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func take(
        _ step: Step, of month: CalendarMonth?, _ request: MonthlyPlanningService.Request, now: Date, write: Write
    ) async throws -> MonthReport {
        switch step {
        case .start: try await start(month, request, now: now, write: write)
        case .close: try await close(month, request, now: now, write: write)
        case .undo: try await undo(month, request, now: now, write: write)
        }
    }

    private func start(
        _ month: CalendarMonth?, _ request: MonthlyPlanningService.Request, now: Date, write: Write
    ) async throws -> MonthReport {
        let current = request.today.month
        return try await unchanged(during: current, request) { state in
            if let month, month != current { throw MonthError.notCurrent(month, current: current) }
            if let started = state.months[current] {
                throw started.closeDay.map { MonthError.alreadyClosed(current, on: $0) }
                    ?? .alreadyStarted(current, on: started.startDay)
            }
            if let other = state.months.executing { throw MonthError.otherExecuting(other.month, wanted: current) }
            let draft = try await draft(request, state: state, now: now)
            guard !draft.rows.isEmpty else { throw MonthError.noGoals }
            let execution = draft.month
            try await write { writer in
                try writer.check(state.revision, during: current)
                try writer.apply(.insert(.month(execution)))
            }
            return try await report(execution, request, state: state, now: now)
        }
    }

    private func close(
        _ month: CalendarMonth?, _ request: MonthlyPlanningService.Request, now: Date, write: Write
    ) async throws -> MonthReport {
        try await unchanged(during: month ?? request.today.month, request) { state in
            let execution = try executing(month, in: state.months)
            let report = try await report(execution, request, state: state, now: now)
            let fundings = state.fundings().byGoal
            var closed = execution
            closed.closedAt = now
            closed.closeDay = request.today
            closed.payments = report.rows.map { row in
                var payment = row.ask.payment
                payment.result = MonthExecution.Result(
                    contributed: row.ask.contribution.amount, contributedBound: row.ask.contribution.bound,
                    funding: fundings[payment.goalID]?.parts.recorded ?? [])
                return payment
            }
            let result = closed
            try await write { writer in
                try writer.check(state.revision, during: execution.month)
                try writer.apply(.update(.month(execution), to: .month(result)))
            }
            return try await self.report(result, request, state: state, now: now)
        }
    }

    private func undo(
        _ month: CalendarMonth?, _ request: MonthlyPlanningService.Request, now: Date, write: Write
    ) async throws -> MonthReport {
        let months = try await planning.state(request).months
        guard let newest = months.months.last else { throw MonthError.nothingToUndo }
        if let month, month != newest.month {
            throw months[month] == nil ? MonthError.notStarted(month) : .notNewest(month, newest: newest.month)
        }
        guard now <= undoUntil(newest) else {
            throw MonthError.graceOver(
                newest.month, step: newest.isClosed ? "closing" : "start", until: undoUntil(newest))
        }
        try await write { writer in
            guard newest.isClosed else { return try writer.apply(.delete(.month(newest))) }
            try writer.apply(.update(.month(newest), to: .month(newest.reopened)))
        }
        guard newest.isClosed else { return try await status(of: request.today.month, request, now: now) }
        return try await report(newest.reopened, request, state: try await planning.state(request), now: now)
    }
}

// MARK: - Reports

extension MonthService {
    private func report(
        _ month: MonthExecution, _ request: MonthlyPlanningService.Request, state: PlanningState, now: Date
    ) async throws -> MonthReport {
        let (fundings, warnings) = state.fundings()
        let display = request.displayCurrency ?? month.displayCurrency
        let frozen = try await rates.rates(for: conversions(month, display: display, fundings))
        let contributions = try month.payments.map { payment in
            if let result = payment.result { return MonthContribution(result) }
            return try MonthContribution(
                to: payment, in: month, funding: fundings[payment.goalID] ?? GoalFunding(), else: frozen)
        }
        let isLatest = month.month == state.months.months.last?.month ?? month.month
        return try MonthReport(
            month, state: month.isClosed ? .closed : .executing, contributions: contributions, display: display,
            today: request.today, undoUntil: isLatest && now <= undoUntil(month) ? undoUntil(month) : nil,
            warnings: month.isClosed ? [] : warnings + newcomers(month, state.book), else: frozen)
    }

    /// What starting the current month now would freeze.
    private func draft(
        _ request: MonthlyPlanningService.Request, state: PlanningState, now: Date
    ) async throws -> MonthReport {
        var request = request
        request.lifecycles = [.active]
        let frozen = try await planning.rates(request, state: state)
        let plan = try await planning.plan(request, state: state, rates: frozen)
        let wishes = state.wishes()
        let month = MonthExecution(
            month: request.today.month, startedAt: now, startDay: request.today, convention: request.convention.name,
            displayCurrency: plan.displayCurrency,
            payments: try plan.rows.map { try MonthExecution.Payment($0.plan, wish: wishes[$0.plan.goal.id]) },
            rates: plan.rates.map(\.recorded))
        let contributions = try month.payments.map {
            try MonthContribution(to: $0, in: month, funding: GoalFunding($0.funding), else: frozen)
        }
        return try MonthReport(
            month, state: .draft, contributions: contributions, display: plan.displayCurrency, today: request.today,
            undoUntil: nil, warnings: plan.warnings, else: frozen)
    }

    /// Conversions that the month's own rates do not cover.
    private func conversions(
        _ month: MonthExecution, display: Currency, _ fundings: [UUID: GoalFunding]
    ) -> Set<ExchangeRateService.Conversion> {
        var conversions: Set<ExchangeRateService.Conversion> = []
        for payment in month.payments {
            let currency = payment.required.currency
            conversions.insert(.init(from: currency, to: display))
            guard payment.result == nil else { continue }
            for part in (fundings[payment.goalID] ?? GoalFunding()).parts {
                conversions.insert(.init(from: part.amount.currency, to: currency))
            }
        }
        return conversions.filter { $0.from != $0.to && month.rate(from: $0.from, to: $0.to) == nil }
    }

    /// Goals that became active since the month was started.
    private func newcomers(_ month: MonthExecution, _ book: AllocationBook) -> [Warning] {
        let known = Set(month.payments.map(\.goalID))
        let names = book.goals.values.filter { $0.lifecycle == .active && !known.contains($0.id) }.map(\.name).sorted()
        guard !names.isEmpty else { return [] }
        return [
            Warning(
                code: "goalsNotInMonth",
                message: "\(month.month) was started without \(names.map { "'\($0)'" }.joined(separator: ", ")).")
        ]
    }

    private func executing(_ month: CalendarMonth?, in months: MonthBook) throws(MonthError) -> MonthExecution {
        if let month {
            guard let execution = months[month] else { throw .notStarted(month) }
            if let closeDay = execution.closeDay { throw .alreadyClosed(month, on: closeDay) }
            return execution
        }
        guard let execution = months.executing else { throw .noneExecuting }
        return execution
    }

    private func undoUntil(_ month: MonthExecution) -> Date {
        (month.closedAt ?? month.startedAt).addingTimeInterval(TimeInterval(grace.components.seconds))
    }

    /// Works on a state that nobody changes until its result is written, tried again when somebody did.
    private func unchanged(
        during month: CalendarMonth, _ request: MonthlyPlanningService.Request,
        _ work: (PlanningState) async throws -> MonthReport
    ) async throws -> MonthReport {
        for _ in 0..<3 {
            do {
                return try await work(try await planning.state(request))
            } catch MonthError.changedMeanwhile {
                continue
            }
        }
        throw MonthError.changedMeanwhile(month)
    }
}

extension StoreWriter {
    /// Refuses to go on when something was written since.
    fileprivate func check(_ revision: Int, during month: CalendarMonth) throws {
        guard try self.revision() == revision else { throw MonthError.changedMeanwhile(month) }
    }
}

extension MonthExecution.Payment {
    /// What a goal is to get as its plan stands.
    fileprivate init(_ plan: GoalPlan, wish: MonthlyPlan?) throws(MoneyError) {
        self.init(
            goalID: plan.goal.id, name: plan.goal.name, emoji: plan.goal.emoji,
            date: plan.requirement.payments.first?.date ?? plan.goal.deadline, required: plan.requirement.required,
            requiredBound: plan.requiredBound, state: plan.flexState, custom: try plan.capped(plan.custom),
            adjusted: try plan.capped(wish?.adjusted), funding: plan.progress.funding.recorded)
    }
}
