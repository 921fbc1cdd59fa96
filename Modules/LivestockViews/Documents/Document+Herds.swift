public import Livestock
public import Presentation
public import Values

public import struct Foundation.UUID

extension HerdState {
    fileprivate static let shape = Shape<HerdState>(
        .value("head", \.head), .value("atFootHead", \.atFootHead), .value("weight", { $0.weight?.sixPlaces }),
        .value("weightDay", \.weightDay), .value("gain", \.gain.sixPlaces))
}

extension Herd {
    fileprivate static let shape = Shape<Herd>(
        .value("id", \.id), .value("name", \.name), .value("species", \.species.rawValue),
        .value("category", \.category), .value("breed", \.breed), .value("sex", \.sex?.rawValue),
        .value("paddock", \.paddock), .value("saleyard", \.saleyard),
        .value("targetWeight", { $0.targetWeight?.sixPlaces }),
        .ratio("dressingPercent", { $0.dressing?.percents }, isNullable: true),
        .ratio("mortalityPercent", { $0.mortality?.percents }, isNullable: true),
        .value("gestationDays", \.gestationDays), .value("offspringCategory", \.offspringCategory),
        .value("note", \.note))
}

extension KnownHerd {
    static let shape = Shape<KnownHerd>(
        .members(Herd.shape, \.herd), .value("holding", \.holding.name), .members(HerdState.shape, \.state))
}

extension Joining {
    fileprivate static let shape = Shape<Joining>(
        .value("type", \.type.rawValue), .value("start", \.start), .value("end", \.end),
        .ratio("ratePercent", \.rate.percents), .value("joined", \.joined),
        .value("birthWeight", { $0.birthWeight?.sixPlaces }))
}

extension OffspringGroup {
    fileprivate static let shape = Shape<OffspringGroup>(
        .value("born", \.born), .value("head", \.head), .value("birthWeight", { $0.birthWeight?.sixPlaces }),
        .value("gain", { $0.gain?.sixPlaces }))
}

/// An event with the names of its herds.
struct ListedEvent: Sendable {
    let event: HerdEvent
    let herd: String
    let other: String?

    static let shape = Shape<ListedEvent>(
        .value("id", \.event.id), .value("day", \.event.day), .value("kind", \.event.kind.rawValue),
        .value("herdId", \.event.herdID), .value("herd", \.herd), .value("toId", \.event.otherID),
        .value("to", \.other), .value("head", \.event.head), .value("weight", { $0.event.weight?.sixPlaces }),
        .value("gain", { $0.event.gain?.sixPlaces }), .value("offspringHead", \.event.offspringHead),
        .list("offspring", OffspringGroup.shape, \.event.offspring), .value("adopted", \.event.isAdopted),
        .nullable("joining", Joining.shape, \.event.joining), .value("price", \.event.payment?.price),
        .value("basis", { $0.event.payment?.price == nil ? nil : $0.event.payment?.basis.rawValue }),
        .value("freight", \.event.payment?.freight), .value("other", \.event.payment?.other),
        .value("note", \.event.note))
}

extension Document {
    private static let herdShape = DocumentShape<KnownHerd>(
        "herd", "One herd as it was changed.", main: "herd",
        Shape(.object("herd", KnownHerd.shape, { $0 }, named: "herd")))

    private static let importedShape = DocumentShape<[Herd]>(
        "herdImport", "Herds that were entered from a file.", main: "herds",
        Shape(.list("herds", Herd.shape, { $0 }, named: "importedHerd")))

    private static let eventsShape = DocumentShape<[ListedEvent]>(
        "herdEvents", "Events of herds, in the order of the book.", main: "events",
        Shape(.list("events", ListedEvent.shape, { $0 }, named: "herdEvent")))

    private static let eventShape = DocumentShape<EnteredEvent>(
        "herdEvent", "An event that was entered, changed or deleted, with its herds afterwards.", main: "event",
        Shape(
            .object("event", ListedEvent.shape, { ListedEvent($0) }, named: "herdEvent"),
            .object("herd", KnownHerd.shape, \.herd, named: "herd"),
            .nullable("to", KnownHerd.shape, \.other, named: "herd")))

    private static let holdingShape = Shape<Holding>(
        .value("id", \.id), .value("name", \.name), .value("currency", \.currency), .value("state", \.state),
        .value("saleyard", \.saleyard), .value("km", \.kilometres),
        .ratio("mortalityPercent", { $0.mortality?.percents }, isNullable: true), .value("latitude", \.latitude),
        .value("longitude", \.longitude))

    private static let holdingsShape = DocumentShape<[Holding]>(
        "holdings", "Holdings.", main: "holdings",
        Shape(.list("holdings", holdingShape, { $0 }, named: "holding")))

    private static let oneHoldingShape = DocumentShape<Holding>(
        "holding", "One holding.", main: "holding", Shape(.object("holding", holdingShape, { $0 }, named: "holding")))

    /// A herd that was changed.
    public init(herd: KnownHerd, warnings: [Warning] = [], asOf day: CalendarDay) {
        self.init(Self.herdShape, herd, asOf: day, warnings: warnings)
    }

    /// Herds that were entered from a file.
    public init(importedHerds outcome: Outcome<[Herd]>, asOf day: CalendarDay) {
        self.init(Self.importedShape, outcome.value, asOf: day, warnings: outcome.warnings)
    }

    /// Events with the herds that they belong to.
    public init(herdEvents events: [HerdEvent], herds: [UUID: Herd], asOf day: CalendarDay) {
        self.init(
            Self.eventsShape,
            events.map { event in
                ListedEvent(
                    event: event, herd: herds[event.herdID]?.name ?? "",
                    other: event.otherID.flatMap { herds[$0]?.name })
            }, asOf: day)
    }

    /// An event that was entered, changed or deleted.
    public init(herdEvent outcome: Outcome<EnteredEvent>, asOf day: CalendarDay) {
        self.init(Self.eventShape, outcome.value, asOf: day, warnings: outcome.warnings)
    }

    /// Holdings.
    public init(holdings: [Holding], asOf day: CalendarDay) {
        self.init(Self.holdingsShape, holdings, asOf: day)
    }

    /// A holding.
    public init(holding: Holding, warnings: [Warning] = [], asOf day: CalendarDay) {
        self.init(Self.oneHoldingShape, holding, asOf: day, warnings: warnings)
    }

    /// The documents about herds and their events.
    static let ofHerds = [
        herdShape.description, importedShape.description, eventsShape.description, eventShape.description,
        holdingsShape.description,
        oneHoldingShape.description,
    ]

    /// The documents about herds.
    public static let ofLivestock = ofHerdValues + ofHerds + ofReconciliations + ofPrices
}

extension ListedEvent {
    fileprivate init(_ entered: EnteredEvent) {
        self.init(event: entered.event, herd: entered.herd.herd.name, other: entered.other?.herd.name)
    }
}
