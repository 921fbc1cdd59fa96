public import Values

public import struct Foundation.Date
public import struct Foundation.UUID

/// Something that happened to a herd on a day. A transfer and a weaning have a second herd, which head joins (H2).
public struct HerdEvent: Sendable, Hashable {
    /// The identity.
    public let id: UUID
    /// The herd.
    public let herdID: UUID
    /// The herd that head joins by a transfer or a weaning; else nil.
    public let otherID: UUID?
    /// The day.
    public var day: CalendarDay
    /// The instant of its entry, which an edit leaves as it is: the order within a day.
    public let entered: Date
    /// The place among those entered at one instant.
    public let position: Int
    /// The kind of event; of one with two herds that of the herd which head leaves.
    public let kind: BookEvent.Kind
    /// How many: those that come, go, are born, die or were counted, or that a pregnancy test expects; 0 where none are meant.
    public var head: Int
    /// The weight: of arrivals, of the mean after a weighing, or at birth.
    public var weight: Kilograms?
    /// The daily gain that is set, or of those born.
    public var gain: Kilograms?
    /// Offspring that come with arrivals.
    public var offspring: [OffspringGroup]
    /// How many offspring go with departures.
    public var offspringHead: Int
    /// Whether the count of a muster is adopted.
    public var isAdopted: Bool
    /// The terms of a joining.
    public var joining: Joining?
    /// The payment; nil for events without one.
    public var payment: EventPayment?
    /// The cause of a death, or a note.
    public var note: String?

    /// An event.
    public init(
        id: UUID, herdID: UUID, otherID: UUID? = nil, day: CalendarDay, entered: Date, position: Int = 0,
        kind: BookEvent.Kind, head: Int = 0, weight: Kilograms? = nil, gain: Kilograms? = nil,
        offspring: [OffspringGroup] = [], offspringHead: Int = 0, isAdopted: Bool = false, joining: Joining? = nil,
        payment: EventPayment? = nil, note: String? = nil
    ) {
        self.id = id
        self.herdID = herdID
        self.otherID = otherID
        self.day = day
        self.entered = entered.wholeMilliseconds
        self.position = position
        self.kind = kind
        self.head = head
        self.weight = weight
        self.gain = gain
        self.offspring = offspring
        self.offspringHead = offspringHead
        self.isAdopted = isAdopted
        self.joining = joining
        self.payment = payment
        self.note = note
    }
}

/// The payment for a purchase, without tax.
public struct EventPayment: Sendable, Hashable {
    /// The price; nil where it is not known.
    public var price: Money?
    /// The unit that it is per.
    public var basis: PriceBasis
    /// The freight; nil for none.
    public var freight: Money?
    /// Other costs; nil for none.
    public var other: Money?

    /// A payment.
    public init(price: Money? = nil, basis: PriceBasis = .head, freight: Money? = nil, other: Money? = nil) {
        self.price = price
        self.basis = basis
        self.freight = freight
        self.other = other
    }
}

extension EventPayment: NestedValue {
    /// Its columns.
    public static let fields = Fields<EventPayment>(
        .value("price", \.price), .value("basis", \.basis), .value("freight", \.freight), .value("other", \.other)
    ) { EventPayment(price: $0, basis: $1, freight: $2, other: $3) }
}

extension HerdEvent {
    /// The event as the herd sees it that it is an event of.
    public var departure: BookEvent {
        BookEvent(
            day, kind, head: head, weight: weight, gain: gain, offspring: offspring, offspringHead: offspringHead,
            isAdopted: isAdopted, joining: joining)
    }

    /// The event as the herd sees it that head joins, given what left the other one.
    public func arrival(of departure: HerdState.Departure) -> BookEvent {
        var event = BookEvent(day, arrivalKind, head: head, weight: departure.weight)
        event.weightDay = departure.weightDay
        if kind == .transferOut { event.movedLots = departure.lots }
        return event
    }

    /// The same as far as it counts head: the days of birth of offspring play no part in that.
    var arrivalToCount: BookEvent {
        var event = BookEvent(day, arrivalKind, head: head)
        if kind == .transferOut, offspringHead > 0 {
            event.offspring = [OffspringGroup(born: day, head: offspringHead)]
        }
        return event
    }

    private var arrivalKind: BookEvent.Kind { kind == .wean ? .weanIn : .transferIn }

    /// Whether the event comes before another one in the book.
    func precedes(_ other: HerdEvent) -> Bool {
        if day != other.day { return day < other.day }
        if entered != other.entered { return entered < other.entered }
        if position != other.position { return position < other.position }
        return id.uuidString < other.id.uuidString
    }
}

extension EntityReader {
    /// The events of a herd in the order of its book, with whether head comes by them from another herd.
    ///
    /// - Throws: The store's error.
    func events(of herd: UUID) throws -> [(event: HerdEvent, isReceived: Bool)] {
        let own = try all(HerdEvent.self, where: "herdID", is: herd).map { (event: $0, isReceived: false) }
        let received = try all(HerdEvent.self, where: "otherID", is: herd).map { (event: $0, isReceived: true) }
        return (own + received).sorted { $0.event.precedes($1.event) }
    }
}
