public import ExchangeRates
public import Models
public import Persistence

import struct Foundation.UUID

/// Goals from their beginning to their end.
public struct GoalService: Sendable {
    private let store: any Store
    private let display: DisplayCurrency
    private let funding: FundingSources

    /// A service over a store and the sources of balances. New goals are in the currency for totals unless they say
    /// another.
    public init(store: any Store, display: DisplayCurrency, funding: FundingSources = FundingSources()) {
        self.store = store
        self.display = display
        self.funding = funding
    }

    /// The currency of a goal that says none.
    ///
    /// - Throws: ``StoreError``.
    public func usualCurrency() async throws -> Currency { try await store.displayCurrency(display.currency) }

    /// Writes what changes goals.
    package func write<Result: Sendable>(
        _ call: Call, _ body: @Sendable (FundingWriter) throws -> Result
    ) async throws -> Result {
        try await funding.write(call, in: store) { writer in
            try writer.store.keepDisplayCurrency()
            return try body(writer)
        }
    }

    /// The goal that `name` means.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func goal(named name: String) async throws -> Goal {
        try await store.read { try $0.find(Goal.self, named: name) }
    }

    /// What could fund a goal.
    ///
    /// - Throws: ``StoreError``.
    public func assets() async throws -> [Asset] { try await store.read { try $0.all(Asset.self) } }

    /// Adds a goal.
    ///
    /// - Throws: ``RequestError`` with everything that is wrong with it, ``StoreError``.
    public func add(_ fields: GoalFields, _ call: Call) async throws -> Outcome<Goal> {
        try await add(draft(fields, call), call)
    }

    /// A goal as it would be added. Nothing is written.
    ///
    /// - Throws: ``RequestError`` with everything that is wrong with it, ``StoreError``.
    public func draft(_ fields: GoalFields, _ call: Call) async throws -> Goal {
        try await fields.newGoal(id: UUID(), today: call.today, display: usualCurrency())
    }

    /// Adds a goal that was put together otherwise.
    ///
    /// - Throws: ``ValidationError``, ``StoreError``.
    public func add(_ goal: Goal, _ call: Call) async throws -> Outcome<Goal> {
        let others = try await store.write(call) { writer in
            let others = try writer.all(Goal.self)
            try writer.keepDisplayCurrency(adding: goal.currency)
            try writer.insert(goal)
            return others.map(\.name)
        }
        var warnings = [Warning.sharedName(goal.name, kind: "goal", others: others)].compactMap(\.self)
        if goal.deadline < call.today {
            warnings.append(
                Warning(code: "deadlinePassed", message: "The deadline \(goal.deadline) has passed already."))
        }
        warnings += [goal.farDeadlineWarning(on: call.today)].compactMap(\.self)
        return Outcome(goal, warnings: warnings)
    }

    /// A goal before and after a change.
    public struct Edit: Sendable {
        /// The goal as it was.
        public let before: Goal
        /// The goal as it is.
        public let after: Goal
    }

    /// Changes what is said of a goal; nothing is written when that is nothing.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``StoreError``.
    public func edit(_ name: String, _ fields: GoalFields, _ call: Call) async throws -> Outcome<Edit> {
        let original = try await goal(named: name)
        let edited = try fields.edited(original)
        guard edited != original else { return Outcome(Edit(before: original, after: edited)) }
        let others = try await write(call) { writer in
            try GoalChanges(writer).edit(original, to: edited)
            return try writer.store.all(Goal.self).filter { $0.id != edited.id }.map(\.name)
        }
        let warning = edited.name == original.name ? nil : Warning.sharedName(edited.name, kind: "goal", others: others)
        let far = edited.deadline == original.deadline ? nil : edited.farDeadlineWarning(on: call.today)
        return Outcome(Edit(before: original, after: edited), warnings: [warning, far].compactMap(\.self))
    }

    /// Pauses, resumes, archives or cancels a goal. Cancelling releases what funded it.
    ///
    /// - Throws: ``LookupError``, ``LifecycleError``, ``StoreError``.
    public func move(_ name: String, to lifecycle: Goal.Lifecycle, _ call: Call) async throws -> Outcome<Goal> {
        Outcome(
            try await write(call) { writer in
                try GoalChanges(writer).move(try writer.store.find(Goal.self, named: name), to: lifecycle)
            })
    }
}
