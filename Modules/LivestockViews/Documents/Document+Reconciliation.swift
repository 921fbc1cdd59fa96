public import Livestock
public import Presentation
public import Values

extension Reconciliation {
    fileprivate static let shape: [Field<Reconciliation>] = [
        .value("opening", \.opening), .value("closing", \.closing), .object("in", arrivalShape, { $0 }),
        .object("out", departureShape, { $0 }),
        .object(
            "atFoot",
            Shape<AtFoot>(
                .value("opening", \.opening), .value("closing", \.closing), .value("births", \.births),
                .value("arrived", \.arrived), .value("weaned", \.weaned), .value("died", \.died),
                .value("left", \.left)), \.atFoot),
    ]
    private static let arrivalShape = Shape<Reconciliation>(
        BookEvent.Kind.arrivals.map { kind in .value(kind.rawValue, { $0.arrivals[kind] ?? 0 }) })
    private static let departureShape = Shape<Reconciliation>(
        BookEvent.Kind.departures.map { kind in .value(kind.rawValue, { $0.departures[kind] ?? 0 }) })
}

extension HerdState.Muster {
    fileprivate static let shape = Shape<HerdState.Muster>(
        .value("day", \.day), .value("counted", \.counted), .value("book", \.book),
        .value("difference", \.difference), .value("adopted", \.isAdopted))
}

extension Document {
    private struct ReconciledHerd: Sendable {
        let herd: Herd
        let heads: Reconciliation
    }

    private static let reconcileShape = DocumentShape<LivestockService.Reconciled>(
        "herdReconcile", "The head of herds in a period: opening, what came and went, and closing.", main: "herds",
        Shape(
            .value("from", \.from), .value("to", \.to),
            .list(
                "herds",
                Shape<ReconciledHerd>(
                    [.value("id", \.herd.id), .value("name", \.herd.name)]
                        + [.members(Shape(Reconciliation.shape), \.heads)]
                        + [.list("musters", HerdState.Muster.shape, \.heads.musters)]),
                { $0.herds.map { ReconciledHerd(herd: $0.herd, heads: $0.reconciliation) } }),
            .object("total", Shape(Reconciliation.shape), \.total)))

    /// The head of herds in a period.
    public init(reconciled: LivestockService.Reconciled, asOf day: CalendarDay) {
        self.init(Self.reconcileShape, reconciled, asOf: day)
    }

    static let ofReconciliations = [reconcileShape.description]
}
