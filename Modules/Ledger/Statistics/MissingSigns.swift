import Values

/// The signs of flows that could not be converted, by the figures that they are missing in (G13).
struct MissingSigns {
    private struct Place: Hashable {
        let kind: Category.Kind
        let path: [String]
    }
    private struct Part: Hashable {
        let kind: Category.Kind
        /// Nil for all months.
        let month: CalendarMonth?
    }

    private var rows: [Place: Set<Bool>] = [:]
    private var totals: [Part: Set<Bool>] = [:]

    /// Takes in a flow that could not be converted.
    mutating func note(_ flow: Flow, by grouping: FlowReport.Grouping) {
        let isNegative = flow.amount.isNegative
        for month in [nil, flow.day.month] {
            totals[Part(kind: flow.kind, month: month), default: []].insert(isNegative)
        }
        let path = grouping.path(of: flow)
        // Flows without a name are a row of their own, and no part of the others.
        for depth in path.isEmpty ? 0...0 : 1...path.count {
            rows[Place(kind: flow.kind, path: Array(path.prefix(depth))), default: []].insert(isNegative)
        }
    }

    /// The bound of a total, of a month or of all.
    func bound(of kind: Category.Kind, in month: CalendarMonth?) -> Bound? {
        .ofMissing(negative: effect(totals[Part(kind: kind, month: month)] ?? [], kind))
    }

    /// The bound of income without expense.
    func netBound(in month: CalendarMonth?) -> Bound? {
        .ofMissing(
            negative: [Category.Kind.income, .expense].reduce(into: []) { signs, kind in
                signs.formUnion(totals[Part(kind: kind, month: month)] ?? [])
            })
    }

    /// The bound of a row.
    func bound(of kind: Category.Kind, at path: [String]) -> Bound? {
        .ofMissing(negative: effect(rows[Place(kind: kind, path: path)] ?? [], kind))
    }

    /// The signs as they work on a figure: what is spent counts without its minus.
    private func effect(_ signs: Set<Bool>, _ kind: Category.Kind) -> Set<Bool> {
        kind == .expense ? Set(signs.map { !$0 }) : signs
    }
}

extension FlowReport.Grouping {
    /// The names of the row that a flow belongs to, from the top; empty for none.
    func path(of flow: Flow) -> [String] {
        switch self {
        case .category: flow.path
        case .payee: flow.payee.map { [$0] } ?? []
        case .account: flow.account.map { [$0] } ?? []
        case .month: [flow.day.month.description]
        case .day: [flow.day.description]
        }
    }
}
