public import Allocation
public import ExchangeRates
import Foundation
public import Models
public import Persistence

/// Leads months from draft to executing to closed, and back within a time of grace.
public struct MonthService: Sendable {
    /// A step in the life of a month.
    public enum Step: Sendable, Hashable {
        /// The current month begins: what every active goal asks for is frozen, with the rates.
        case start
        /// The month that is executing ends: what every goal got is kept and never changes.
        case close
        /// The latest step of the newest month is taken back: a closed one is executing again, an executing one a draft.
        case undo
    }

    let planning: MonthlyPlanningService
    private var store: any Store { planning.store }
    var rates: ExchangeRateService { planning.rates }
    var grace: Duration { planning.settings.undoGrace }

    /// A service over a store, rates, the sources of balances, and what the settings say.
    public init(
        store: any Store, rates: ExchangeRateService, funding: FundingSources = FundingSources(),
        settings: PlanningSettings = PlanningSettings()
    ) {
        planning = MonthlyPlanningService(store: store, rates: rates, funding: funding, settings: settings)
    }

    /// What a month is asked for, as the settings say it.
    public func request(_ call: Call) -> MonthlyPlanningService.Request { planning.request(call) }

    /// A month as it stands, by default the one that is executing and not over, else the current one; a current month that was
    /// not started is a draft.
    ///
    /// - Throws: ``MonthError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func status(
        of month: CalendarMonth?, _ request: MonthlyPlanningService.Request
    ) async throws -> MonthReport {
        let state = try await planning.state(request)
        let wanted = month ?? state.months.current?.month ?? request.today.month
        if let execution = state.months[wanted] {
            return try await report(execution, request, state: state)
        }
        guard wanted == request.today.month else { throw MonthError.notStarted(wanted) }
        return try await draft(request, state: state)
    }

    /// All months that were started, newest first.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func history(_ request: MonthlyPlanningService.Request) async throws -> [MonthReport] {
        let state = try await planning.state(request)
        var reports: [MonthReport] = []
        for month in state.months.months.reversed() {
            reports.append(try await report(month, request, state: state))
        }
        return reports
    }

    /// Takes a step of a month in one transaction. A start that is to be complete freezes nothing while something is not
    /// known: then it answers with the draft.
    ///
    /// - Parameters:
    ///   - month: the one that is meant, if it was named.
    ///   - onlyComplete: whether a start has to know everything.
    /// - Throws: ``MonthError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func take(
        _ step: Step, of month: CalendarMonth?, _ request: MonthlyPlanningService.Request, onlyComplete: Bool = false
    ) async throws -> MonthReport {
        switch step {
        case .start: try await start(month, request, onlyComplete: onlyComplete)
        case .close: try await close(month, request)
        case .undo: try await undo(month, request)
        }
    }

    private func start(
        _ month: CalendarMonth?, _ request: MonthlyPlanningService.Request, onlyComplete: Bool
    ) async throws -> MonthReport {
        let current = request.today.month
        return try await unchanged(during: current, request) { state in
            if let month, month != current { throw MonthError.notCurrent(month, current: current) }
            try state.months.checkStart(of: current)
            let draft = try await draft(request, state: state)
            guard !draft.rows.isEmpty else { throw MonthError.noGoals }
            if onlyComplete, !draft.isComplete { return draft }
            guard !draft.month.rates.contains(where: { $0.state == RateState.fallback.rawValue }) else {
                throw MonthError.substitutes(current)
            }
            let execution = draft.month
            try await store.write(request.call) { writer in
                try writer.check(state.revision, during: current)
                try writer.insert(execution)
            }
            return try await report(execution, request, state: state)
        }
    }

    private func close(
        _ month: CalendarMonth?, _ request: MonthlyPlanningService.Request
    ) async throws -> MonthReport {
        try await unchanged(during: month ?? request.today.month, request) { state in
            let execution = try state.months.closable(month)
            let report = try await report(execution, request, state: state)
            guard !report.rates.contains(where: { $0.state == .fallback }) else {
                throw MonthError.substitutes(execution.month)
            }
            let fundings = state.fundings(for: execution)
            var closed = execution
            closed.closedAt = request.call.now.wholeMilliseconds
            closed.closeDay = min(request.today, execution.end)
            closed.rates += report.rates.filter { $0.month == nil }.map(\.recorded)
            closed.payments = report.rows.map { row in
                var payment = row.ask.payment
                payment.result = MonthExecution.Result(
                    contributed: row.ask.contribution.amount, contributedBound: row.ask.contribution.bound,
                    funding: fundings[payment.goalID]?.parts.recorded ?? [])
                return payment
            }
            let result = closed
            try await store.write(request.call) { writer in
                try writer.check(state.revision, during: execution.month)
                try writer.update(execution, to: result)
            }
            return try await self.report(result, request, state: state)
        }
    }

    private func undo(
        _ month: CalendarMonth?, _ request: MonthlyPlanningService.Request
    ) async throws -> MonthReport {
        let newest = try await planning.state(request).months.undoable(month)
        try MonthService.checkGrace(newest, grace: grace, now: request.call.now)
        try await store.write(request.call) { writer in
            guard newest.isClosed else { return try writer.delete(newest) }
            try writer.update(newest, to: newest.reopened)
        }
        guard newest.isClosed else { return try await status(of: request.today.month, request) }
        return try await report(newest.reopened, request, state: try await planning.state(request))
    }

    /// Refuses to undo a step of a month whose time of grace is over: a closed month never changes.
    ///
    /// Its check throws ``MonthError/graceOver(_:step:until:)``.
    public static func undoGuard(grace: Duration) -> UndoGuard {
        UndoGuard(MonthExecution.self) { before, after, _, now in
            guard let after else { return }
            // Closing again what was closed, as taking a "month undo" back does, changes no closed month.
            if let before, before.isClosed || !after.isClosed { return }
            try checkGrace(after, grace: grace, now: now)
        }
    }

    private static func checkGrace(_ month: MonthExecution, grace: Duration, now: Date) throws(MonthError) {
        let until = month.undoUntil(grace)
        guard now <= until else {
            throw .graceOver(month.month, step: month.isClosed ? "closing" : "start", until: until)
        }
    }
}

extension MonthService {
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
