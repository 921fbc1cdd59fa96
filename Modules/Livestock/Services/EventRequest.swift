import Values

/// An event as a person enters it, as text; nil where nothing is said.
public struct EventRequest: Sendable {
    /// The herd, by name or id.
    public var herd: String
    /// The kind of event.
    public var kind: BookEvent.Kind
    /// How many.
    public var head: String?
    /// The weight.
    public var weight: String?
    /// The daily gain.
    public var gain: String?
    /// The price.
    public var price: String?
    /// The freight of a purchase.
    public var freight: String?
    /// Other costs of a purchase.
    public var other: String?
    /// The herd that head joins, by name or id.
    public var to: String?
    /// Offspring that come or go along.
    public var offspring: String?
    /// The day on which those that come were born.
    public var born: String?
    /// Whether the count of a muster is adopted.
    public var isAdopted = false
    /// How males were joined.
    public var type: String?
    /// The first day of a joining.
    public var start: String?
    /// The last day of a joining.
    public var end: String?
    /// Offspring per 100 joined.
    public var rate: String?
    /// The weight at birth.
    public var birthWeight: String?
    /// The day; the call's if nil, for a joining its start.
    public var date: String?
    /// A cause or note; an empty text takes it away.
    public var note: String?

    /// An event of a herd.
    public init(_ herd: String, _ kind: BookEvent.Kind, head: String? = nil) {
        self.herd = herd
        self.kind = kind
        self.head = head
    }

    /// Enters what is said into an event.
    func enter(
        into event: inout HerdEvent, of herd: Herd, _ currency: Currency, _ reader: inout RequestReader
    ) throws {
        reader.add(issues(of: event.kind))
        let least = event.kind.needsHead ? 1 : 0
        let countField = event.kind == .pregnancyTest ? "expected" : "head"
        if event.kind != .join {
            event.head = try reader.head(countField, head, least: least) ?? event.head
        }
        event.weight = try reader.read("weight", weight) { try Kilograms(weight: $0) } ?? event.weight
        event.gain = try reader.read("gain", gain) { try Kilograms(gain: $0) } ?? event.gain
        if event.kind.isArrival {
            event.offspring = try reader.offspring(offspring, born: born, instead: event.offspring)
        } else {
            event.offspringHead = try reader.head("offspring", offspring, least: 0) ?? event.offspringHead
        }
        if isAdopted { event.isAdopted = true }
        if let note { event.note = note.orNothing }
        if price != nil || freight != nil || other != nil {
            var payment = event.payment ?? EventPayment()
            if let entered = try reader.read("price", price, { try EnteredPrice($0, currency) }) {
                (payment.price, payment.basis) = (entered.price, entered.basis)
            }
            payment.freight =
                try reader.read("freight", freight) { try Money(entered: $0, currency) } ?? payment.freight
            payment.other = try reader.read("other", other) { try Money(entered: $0, currency) } ?? payment.other
            event.payment = payment
        }
        if event.kind == .join { event.joining = try joining(event.joining, herd, &reader) }
    }

    /// Fields that an event of a kind does not have.
    private func issues(of kind: BookEvent.Kind) -> [ValidationIssue] {
        let weighed: Set<BookEvent.Kind> = [.weigh, .birth, .wean]
        let isMove = kind.isArrival || kind.isDeparture
        let fields: [(field: String, isGiven: Bool, belongs: Bool)] = [
            ("weight", weight != nil, kind.isArrival || weighed.contains(kind)),
            ("gain", gain != nil, kind == .gain || kind == .birth), ("price", price != nil, kind == .purchase),
            ("freight", freight != nil, kind == .purchase), ("other", other != nil, kind == .purchase),
            ("offspring", offspring != nil, isMove), ("born", born != nil, kind.isArrival),
            ("type", type != nil, kind == .join), ("start", start != nil, kind == .join),
            ("end", end != nil, kind == .join), ("rate", rate != nil, kind == .join),
            ("birthWeight", birthWeight != nil, kind == .join), ("adopt", isAdopted, kind == .muster),
        ]
        return fields.filter { $0.isGiven && !$0.belongs }.map {
            ValidationIssue(
                code: "notAllowed", field: $0.field, message: "The \($0.field) does not belong to a \(kind.title).")
        }
    }

    private func joining(
        _ old: Joining?, _ herd: Herd, _ reader: inout RequestReader
    ) throws -> Joining? {
        let bounds = Percentage.zero...herd.species.mostOffspring
        let method = try reader.choice("type", type ?? (old == nil ? "" : nil), Joining.Method.self) ?? old?.type
        let first = try reader.read("start", start ?? (old == nil ? "" : nil)) { try CalendarDay($0) } ?? old?.start
        let last = try reader.read("end", end) { try CalendarDay($0) } ?? old?.end
        let percent =
            try reader.read("rate", rate ?? (old == nil ? "" : nil)) { try Percentage($0, within: bounds) } ?? old?.rate
        let count = try reader.head("head", head) ?? old?.joined
        let atBirth = try reader.read("birthWeight", birthWeight) { try Kilograms(weight: $0) } ?? old?.birthWeight
        guard let method, let first, let percent else { return nil }
        let joining = Joining(
            method, start: first, end: last, rate: percent, joined: count, birthWeight: atBirth)
        reader.add(joining.issues(herd.species))
        return joining
    }
}
