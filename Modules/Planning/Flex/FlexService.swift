public import Allocation
public import ExchangeRates
public import FlexAdjustment
public import Models
public import Persistence

import struct Foundation.UUID

/// Pays more or less in a month, and saves the result.
public struct FlexService: Sendable {
    private let store: any Store
    private let planning: MonthlyPlanningService

    /// A service over a store, rates, the sources of balances, and what the settings say.
    public init(store: any Store, rates: ExchangeRateService, funding: FundingSources, settings: PlanningSettings) {
        self.store = store
        planning = MonthlyPlanningService(store: store, rates: rates, funding: funding, settings: settings)
    }

    /// How the payments are to be changed, as text.
    public struct Fields: Sendable {
        /// A factor for all flexible payments together.
        public var factor: String?
        /// A sum for all payments, in the currency for totals.
        public var budget: String?
        /// Whom the next minor unit goes to.
        public var strategy = FlexStrategy.balanced
        /// The least part of what is required.
        public var lower = "0.5"
        /// The largest part of what is required.
        public var upper = "1.5"
        /// Goals to pay in full, by name or id.
        public var protected: [String] = []
        /// Goals to leave out, by name or id.
        public var skipped: [String] = []
        /// Whether what skipped goals would have asked for goes to the others.
        public var redistributesSkipped = false

        /// Everything as it is.
        public init() {}
    }

    /// A month's payments that can be changed, any number of times, before something is saved.
    public struct Session: Sendable {
        /// The plans of the goals.
        public let report: MonthlyPlanReport
        /// Works out a request.
        public let adjustment: FlexPlanner
        /// What was asked for.
        public let request: FlexRequest
        /// The result.
        public let plan: FlexPlan
        fileprivate let guardian: RevisionGuard
    }

    /// The result of a request. Nothing is written.
    ///
    /// - Throws: ``NumberError``, ``LookupError``, ``FlexError``, ``StoreError``,
    ///   ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func plan(_ fields: Fields, _ call: Call) async throws -> Outcome<Session> {
        // What is wrong with the fields alone is reported before anybody is asked.
        let terms = try Terms(fields)
        let guardian = try await store.read { reader in
            try RevisionGuard(reader)
        }
        let report = try await planning.plan(planning.request(call))
        let session = try await session(fields, terms, FlexPlanner(report), report, guardian)
        return Outcome(session, warnings: report.warnings, isComplete: report.isComplete)
    }

    /// The result of another request on the figures of a session: the same balances and rates. Nothing is written.
    ///
    /// - Throws: ``NumberError``, ``LookupError``, ``FlexError``, ``StoreError``, ``MoneyError/tooLarge(_:)``.
    public func plan(_ fields: Fields, of session: Session) async throws -> Session {
        try await self.session(fields, Terms(fields), session.adjustment, session.report, session.guardian)
    }

    /// Numbers of a request.
    private struct Terms {
        let bounds: FlexBounds
        let factor: Ratio

        init(_ fields: Fields) throws {
            bounds = try FlexBounds(lower: Ratio(decimal: fields.lower), upper: Ratio(decimal: fields.upper))
            factor = try fields.factor.map { try Ratio(decimal: $0) } ?? .one
        }
    }

    private func session(
        _ fields: Fields, _ terms: Terms, _ adjustment: FlexPlanner, _ report: MonthlyPlanReport,
        _ guardian: RevisionGuard
    ) async throws -> Session {
        let target: FlexRequest.Target =
            try fields.budget.map { .budget(try Money(entered: $0, report.displayCurrency)) }
            ?? .factor(terms.factor, redistributingSkipped: fields.redistributesSkipped)
        let request = FlexRequest(
            target: target, strategy: fields.strategy, bounds: terms.bounds, states: try await states(fields))
        return Session(
            report: report, adjustment: adjustment, request: request, plan: try adjustment.plan(request),
            guardian: guardian)
    }

    /// Saves the plan of a session, unless something changed since the session was shown. Nothing is kept from
    /// substitute rates.
    ///
    /// - Throws: ``FlexError/substitutes``, ``StoreError``.
    public func keep(_ plan: FlexPlan, of session: Session, _ call: Call) async throws {
        guard !session.report.rates.contains(where: { $0.state == .fallback }) else { throw FlexError.substitutes }
        let guardian = session.guardian
        try await store.write(call) { writer in
            // On a screen much time may have passed since the goals were read.
            try guardian.checkNothingChanged(in: writer)
            var decisions = try PaymentDecisions(writer, call)
            try decisions.keep(plan.rows.map { ($0.plan, $0.payment) })
            try decisions.finish()
        }
    }

    /// Forgets what was kept, and says for how many goals there was something.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func reset(_ call: Call) async throws -> Outcome<Int> {
        let guardian = try await store.read { try RevisionGuard($0) }
        let plans = try await planning.plan(planning.request(call)).rows.map(\.plan)
        return Outcome(
            try await store.write(call) { writer in
                try guardian.checkNothingChanged(in: writer)
                var decisions = try PaymentDecisions(writer, call)
                let count = try decisions.reset(plans)
                try decisions.finish()
                return count
            })
    }

    /// The states to try out, by goal.
    private func states(_ fields: Fields) async throws -> [UUID: FlexState] {
        try await store.read { reader in
            let goals = try reader.all(Goal.self)
            let active = goals.filter { $0.lifecycle == .active }
            var states: [UUID: FlexState] = [:]
            for (names, state) in [(fields.protected, FlexState.protected), (fields.skipped, .skipped)] {
                for name in names {
                    let goal = try Self.goal(name, among: active, of: goals)
                    if let other = states.updateValue(state, forKey: goal.id), other != state {
                        throw FlexError.twoStates(goal: goal.name)
                    }
                }
            }
            return states
        }
    }

    /// The active goal that a name means. One that is not paid has a better reason than that there is none.
    private static func goal(_ name: String, among active: [Goal], of goals: [Goal]) throws -> Goal {
        do throws(LookupError) {
            return try active.find(named: name)
        } catch {
            guard case .unknown = error, let other = try? goals.find(named: name) else { throw error }
            throw PaymentDecisionError.notActive(goal: other.name, other.lifecycle)
        }
    }
}
