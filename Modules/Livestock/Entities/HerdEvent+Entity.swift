public import Values

extension HerdEvent: Entity {
    /// How it is kept: a part of both of its herds.
    public static let declaration = Declaration<HerdEvent>(
        "herdEvent", table: "herdEvents", since: "0.4.0", order: ["day", "entered", "position", "id"],
        indexes: [.index("herdID", "day"), .index("otherID", "day"), .index("day")],
        fields: Fields(
            .key("id", \.id), .value("herdID", \.herdID, partOf: "herd"), .value("otherID", \.otherID, partOf: "herd"),
            .value("day", \.day), .value("entered", \.entered), .value("position", \.position),
            .value("kind", \.kind), .value("head", \.head), .value("weight", \.weight), .value("gain", \.gain),
            .value("offspring", \.offspring), .value("offspringHead", \.offspringHead),
            .value("adopted", \.isAdopted), .value("joining", \.joining), .value("payment", \.payment),
            .value("note", \.note)
        ) {
            HerdEvent(
                id: $0, herdID: $1, otherID: $2, day: $3, entered: $4, position: $5, kind: $6, head: $7, weight: $8,
                gain: $9, offspring: $10, offspringHead: $11, isAdopted: $12, joining: $13, payment: $14, note: $15)
        })

    /// "purchase of 40 on 2026-03-01".
    public var summary: String {
        let count = head > 0 ? " of \(head)" : ""
        let kilograms = weight.map { " at \($0) kg" } ?? ""
        let rate = joining.map { " at \($0.rate)" } ?? ""
        return "\(kind.title)\(count)\(kilograms)\(rate) on \(day)\(isAdopted ? ", adopted" : "")"
    }

    /// Everything that is wrong with it.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        var issues = issuesOfNumbers
        guard let herd = try reader.find(Herd.self, herdID) else { return issues }
        if let joining { issues += joining.issues(herd.species) }
        if kind == .transferOut || kind == .wean {
            if let otherID, let other = try reader.find(Herd.self, otherID) {
                if other.id == herd.id, kind == .transferOut { issues.add(.sameHerd(herd.name)) }
                if other.species != herd.species {
                    issues.add(.speciesDiffers(herd: herd.name, other: other.name))
                }
            } else if otherID == nil {
                issues.append(
                    ValidationIssue(code: "required", field: "to", message: "Say which herd the head joins."))
            }
        } else if otherID != nil {
            issues.append(
                ValidationIssue(
                    code: "notAllowed", field: "to", message: "Only a transfer and a weaning have a second herd."))
        }
        return issues
    }

    /// The most head that one event may have.
    static let mostHead = 10_000_000

    private var issuesOfNumbers: [ValidationIssue] {
        var issues: [ValidationIssue] = []
        let least = kind.needsHead ? 1 : 0
        if !(least...Self.mostHead).contains(head) {
            let message = "\(head) head is not possible: it has to be \(least) to \(Self.mostHead)."
            issues.append(ValidationIssue(code: "outOfRange", field: "head", message: message))
        }
        if let error = weight?.weightError { issues.add(error, "weight") }
        if let error = gain?.gainError { issues.add(error, "gain") }
        if kind == .weigh, weight == nil { issues.require("weight") }
        if kind == .gain, gain == nil { issues.require("gain") }
        if kind == .join, joining == nil { issues.require("rate") }
        if !(0...Self.mostHead).contains(offspringHead) {
            let message = "\(offspringHead) offspring is not possible: it has to be 0 to \(Self.mostHead)."
            issues.append(ValidationIssue(code: "outOfRange", field: "offspring", message: message))
        }
        for group in offspring {
            if !(1...Self.mostHead).contains(group.head) {
                let message = "\(group.head) offspring is not possible: it has to be 1 to \(Self.mostHead)."
                issues.append(ValidationIssue(code: "outOfRange", field: "offspring", message: message))
            }
            if group.born > day {
                let message = "Offspring that arrive on \(day) cannot be born on \(group.born)."
                issues.append(ValidationIssue(code: "bornLater", field: "born", message: message))
            }
            if let error = group.birthWeight?.weightError { issues.add(error, "weight") }
            if let error = group.gain?.gainError { issues.add(error, "gain") }
        }
        for (field, amount) in [
            ("price", payment?.price), ("freight", payment?.freight), ("other", payment?.other),
        ] {
            guard let amount else { continue }
            if amount.isNegative || field == "price" && amount.isZero {
                let message = "The \(field) \(amount) is not possible."
                issues.append(ValidationIssue(code: "notPositive", field: field, message: message))
            }
            issues += ValidationIssue.issues(ofSize: amount, field: field)
        }
        if let note { issues += ValidationIssue.lineIssues(note, field: "note") }
        return issues
    }
}

extension BookEvent.Kind {
    /// Whether an event of the kind is about at least one animal.
    public var needsHead: Bool {
        switch self {
        case .weigh, .gain, .muster, .join, .treatment, .cost, .note, .pregnancyTest: false
        default: true
        }
    }

    /// The kind in words.
    public var title: String {
        switch self {
        case .opening: "opening head"
        case .purchase: "purchase"
        case .weanIn, .wean: "weaning"
        case .transferIn, .transferOut: "transfer"
        case .found: "found head"
        case .sale: "sale"
        case .death: "death"
        case .ration: "ration"
        case .lost: "lost head"
        case .birth: "birth"
        case .deathAtFoot: "death at foot"
        case .weigh: "weighing"
        case .gain: "gain"
        case .muster: "muster"
        case .join: "joining"
        case .pregnancyTest: "pregnancy test"
        case .treatment: "treatment"
        case .cost: "cost"
        case .note: "note"
        }
    }
}

extension [ValidationIssue] {
    /// Adds a refusal at its field.
    fileprivate mutating func add(_ error: LivestockError, _ field: String? = nil) {
        append(ValidationIssue(code: error.code, field: field ?? error.field ?? "herd", message: error.description))
    }

    fileprivate mutating func require(_ field: String) {
        append(ValidationIssue(code: "required", field: field, message: "Give the \(field)."))
    }
}
