public import Allocation
public import ExchangeRates
import Foundation
public import Models
public import Persistence

/// Leads months from draft to in progress to closed, and back within a time of grace.
public struct MonthService: Sendable {
    /// A step in the life of a month.
    public enum Step: Sendable, Hashable {
        /// The next month begins: what every active goal requires is frozen, with the rates.
        case start
        /// The month that is open ends: what every goal got is kept and never changes.
        case close
        /// The latest step of the newest month is undone: a closed one is in progress again, one in progress a draft.
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

    /// A month as it stands, by default the one in progress, else the next one; a month that was not started is a draft.
    ///
    /// - Throws: ``MonthError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func status(
        of month: CalendarMonth?, _ request: MonthlyPlanningService.Request
    ) async throws -> MonthReport {
        try await status(of: month, request, state: try await planning.state(request))
    }

    func status(
        of month: CalendarMonth?, _ request: MonthlyPlanningService.Request, state: PlanningState
    ) async throws -> MonthReport {
        let wanted = month ?? state.months.current?.month ?? state.months.next
        if let execution = state.months[wanted] {
            return try await report(execution, request, state: state)
        }
        guard wanted == state.months.next else { throw MonthError.notStarted(wanted) }
        return try await draft(request, state: state).report
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
        var request = request
        request.call = try await store.stamped(request.call)
        return switch step {
        case .start: try await start(month, request, onlyComplete: onlyComplete)
        case .close: try await close(month, request)
        case .undo: try await undo(month, request)
        }
    }

    private func start(
        _ month: CalendarMonth?, _ request: MonthlyPlanningService.Request, onlyComplete: Bool
    ) async throws -> MonthReport {
        let day = request.call.day
        guard request.today >= day else { throw MonthError.startInThePast(request.today, today: day) }
        return try await unchanged(request) { state in
            let next = state.months.next
            try state.months.checkStart(of: month ?? next)
            if let month, month != next { throw MonthError.notCurrent(month, current: next) }
            let (draft, leftOut) = try await draft(request, state: state)
            if onlyComplete, !draft.isComplete { return draft }
            guard !draft.month.rates.contains(where: { $0.state == RateState.fallback.rawValue }) else {
                throw MonthError.substitutes(next)
            }
            guard !draft.rows.isEmpty else {
                throw leftOut.isEmpty ? MonthError.noGoals : .nothingKnown(next, goals: leftOut)
            }
            // A month that is over and was not closed is closed by the start of the next one.
            let over = state.months.open
            let closed = try await over.asyncMap { try await self.closed($0, request, state: state) }
            let execution = draft.month
            try await store.write(request.call) { writer in
                try writer.check(state.revision, during: next)
                if let over, let closed { try writer.update(over, to: closed) }
                try writer.insert(execution)
            }
            // The month's own payments have another way than before it was started, so that they are read anew.
            let after = (closed.map(state.after) ?? state).after(execution)
            return try await report(
                execution, request, state: planning.state(request, months: after.months.all))
        }
    }

    private func close(
        _ month: CalendarMonth?, _ request: MonthlyPlanningService.Request
    ) async throws -> MonthReport {
        try await unchanged(request) { state in
            let execution = try state.months.closable(month)
            let result = try await closed(execution, request, state: state)
            try await store.write(request.call) { writer in
                try writer.check(state.revision, during: execution.month)
                try writer.update(execution, to: result)
            }
            return try await self.report(result, request, state: state.after(result))
        }
    }

    /// A month with what every goal got until its end, or until now.
    private func closed(
        _ execution: MonthExecution, _ request: MonthlyPlanningService.Request, state: PlanningState
    ) async throws -> MonthExecution {
        let report = try await report(execution, request, state: state)
        guard !report.rates.contains(where: { $0.state == .fallback }) else {
            throw MonthError.substitutes(execution.month)
        }
        let fundings = state.fundings(for: execution)
        var closed = execution
        closed.closedAt = request.call.now.wholeMilliseconds
        closed.closeDay = request.today
        closed.rates += report.rates.filter { $0.month == nil }.map(\.recorded)
        closed.payments = report.rows.map { row in
            var payment = row.payment
            guard payment.result == nil else { return payment }
            payment.result = MonthExecution.Result(
                contributed: row.contribution.amount, contributedBound: row.contribution.bound,
                released: row.contribution.released.isZero ? nil : row.contribution.released,
                funding: fundings[payment.goalID]?.parts.recorded ?? [])
            return payment
        }
        return closed
    }

    private func undo(
        _ month: CalendarMonth?, _ request: MonthlyPlanningService.Request
    ) async throws -> MonthReport {
        let state = try await planning.state(request)
        let newest = try state.months.undoable(month)
        let until = undoUntil(newest, call: request.call)
        guard request.call.now <= until else { throw MonthError.graceOver(newest, until: until) }
        guard newest.isClosed else {
            // A start that closed the month before undoes that too.
            let before = state.months.all.last { $0.closedAt == newest.startedAt }
            try await store.write(request.call) { writer in
                try writer.delete(newest)
                if let before { try writer.update(before, to: before.reopened) }
            }
            let left = state.months.all.filter { $0 != newest }.map { $0 == before ? $0.reopened : $0 }
            return try await status(of: nil, request, state: planning.state(request, months: left))
        }
        try await store.write(request.call) { try $0.update(newest, to: newest.reopened) }
        // Other transactions are the month's own again, so that they are read anew; nothing is written when it is tried out.
        let left = state.months.all.map { $0 == newest ? $0.reopened : $0 }
        return try await report(newest.reopened, request, state: planning.state(request, months: left))
    }

    /// Refuses to undo a step of a month whose time of grace is over: a closed month never changes. What else a month keeps
    /// moves with other changes and is undone with them.
    ///
    /// Its check throws ``MonthError/graceOver(_:step:until:)``.
    public static func undoGuard(grace: Duration) -> UndoGuard {
        UndoGuard(MonthExecution.self) { before, after, _, now in
            guard let after else { return }
            // Closing again what was closed, as taking a "month undo" back does, changes no closed month.
            if let before, before.isClosed || !after.isClosed { return }
            let today = CalendarDay(utc: now, secondsFromUTC: 0)
            let until = after.undoUntil(grace, today: today, secondsFromUTC: 0)
            guard now <= until else { throw MonthError.graceOver(after, until: until) }
        }
    }
}

extension MonthError {
    fileprivate static func graceOver(_ month: MonthExecution, until: Date) -> MonthError {
        .graceOver(month.month, step: month.isClosed ? "closing" : "start", until: until)
    }
}

extension Optional {
    fileprivate func asyncMap<Result>(_ body: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let self else { return nil }
        return try await body(self)
    }
}

extension MonthService {
    /// Works on a state that nobody changes until its result is written, tried again when somebody did.
    private func unchanged(
        _ request: MonthlyPlanningService.Request, _ work: (PlanningState) async throws -> MonthReport
    ) async throws -> MonthReport {
        for _ in 0..<3 {
            do {
                return try await work(try await planning.state(request))
            } catch MonthError.changedMeanwhile {
                continue
            }
        }
        throw MonthError.changedMeanwhile(try await planning.state(request).months.next)
    }
}

extension StoreWriter {
    /// Refuses to go on when something was written since.
    fileprivate func check(_ revision: Int, during month: CalendarMonth) throws {
        guard try self.revision() == revision else { throw MonthError.changedMeanwhile(month) }
    }
}
