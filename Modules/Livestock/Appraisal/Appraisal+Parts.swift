package import Values

extension LivestockPrice {
    /// A row of a file or of a program's answer.
    ///
    /// - Throws: ``AppraisalError``.
    package init(_ json: LosslessJSON, _ place: String, _ usual: Currency, _ position: Int) throws(AppraisalError) {
        let members = try AppraisalMembers(
            json, place,
            keys: [
                "source", "level", "place", "species", "category", "breed", "sex", "from", "to", "basis", "price",
                "currency", "day",
            ])
        let currency = try members.read("currency") { try Currency(code: $0) } ?? usual
        guard let level = try members.choice("level", PriceLevel.self) else {
            throw .missing(place: place, key: "level")
        }
        guard let species = try members.choice("species", Species.self) else {
            throw .missing(place: place, key: "species")
        }
        guard let basis = try members.choice("basis", PriceBasis.self) else {
            throw .missing(place: place, key: "basis")
        }
        self.init(
            level: level, place: try members.text("place"), species: species,
            category: AnimalCategory.usualName(try members.need("category") { $0 }, species),
            breed: try members.text("breed"),
            sex: try members.choice("sex", AnimalSex.self),
            from: try members.read("from") { try Kilograms(weight: $0) },
            to: try members.read("to") { try Kilograms(weight: $0) }, basis: basis,
            price: try members.need("price") { try Money($0, currency) },
            day: try members.need("day") { try CalendarDay($0) }, source: try members.text("source") ?? "file",
            position: position)
        if level == .own { throw .invalid(place: members.path("level"), "A herd's own price stands with the herd.") }
        if let issue = issues.first { throw .invalid(place: members.path(issue.field), issue.message) }
    }
}

extension HerdProfile {
    static let keys: Set<String> = [
        "name", "species", "category", "breed", "sex", "saleyard", "state", "targetWeight", "dressingPercent",
        "mortalityPercent", "gestationDays", "offspringCategory", "priceIncludes", "price", "events",
    ]

    /// A herd of a file.
    init(_ members: AppraisalMembers, _ currency: Currency, _ day: CalendarDay) throws(AppraisalError) {
        let place = members.place
        guard let species = try members.choice("species", Species.self) else {
            throw .missing(place: place, key: "species")
        }
        self.init(
            try members.need("name") { $0 }, species: species,
            category: AnimalCategory.usualName(try members.need("category") { $0 }, species), currency: currency,
            breed: try members.text("breed"), sex: try members.choice("sex", AnimalSex.self),
            saleyard: try members.text("saleyard"), state: try members.text("state"))
        targetWeight = try members.read("targetWeight") { try Kilograms(weight: $0) }
        dressing = try members.percent("dressingPercent", within: Percentage(micro: 1)...(.hundred))
        mortality = try members.percent("mortalityPercent")
        offspringCategory = try members.text("offspringCategory").map { AnimalCategory.usualName($0, species) }
        if let days = try members.count("gestationDays", least: 1) {
            guard days <= 365 else {
                throw .invalid(
                    place: members.path("gestationDays"), "A gestation has to be 1 to 365 days, not \(days).")
            }
            gestationDays = days
        }
        if members["priceIncludes"] != nil {
            var includes: Set<PriceIncludes> = []
            for element in try members.list("priceIncludes") {
                guard let name = element.string, let part = PriceIncludes(rawValue: name) else {
                    throw .invalid(
                        place: members.path("priceIncludes"), "preBirth or atFoot is expected, not \(element.shown).")
                }
                includes.insert(part)
            }
            priceIncludes = includes
        }
        if let own = members["price"] {
            let price = try AppraisalMembers(own, members.path("price"), keys: ["price", "basis", "day"])
            guard let basis = try price.choice("basis", PriceBasis.self) else {
                throw .missing(place: price.place, key: "basis")
            }
            let amount = try price.need("price") { try Money($0, currency) }
            guard amount.isPositive else { throw .invalid(place: price.path("price"), "A price has to be above 0.") }
            ownPrices = [
                LivestockPrice(
                    level: .own, species: species, category: category, basis: basis, price: amount,
                    day: try price.need("day") { try CalendarDay($0) }, source: "file")
            ]
        }
    }
}

extension BookEvent {
    private static let keys: Set<String> = [
        "day", "kind", "head", "weight", "gain", "offspring", "offspringHead", "adopt", "type", "start", "end",
        "ratePercent", "birthWeight", "expected", "name", "amount", "per", "every", "product", "whp", "esi",
    ]

    /// An event of a file.
    init(_ json: LosslessJSON, _ place: String, _ species: Species) throws(AppraisalError) {
        let members = try AppraisalMembers(json, place, keys: Self.keys)
        let day = try members.need("day") { try CalendarDay($0) }
        guard let kind = try members.choice("kind", Kind.self) else { throw .missing(place: place, key: "kind") }
        self.init(day, kind)
        if kind == .join {
            let joining = try Joining(members)
            if let issue = joining.issues(species).first {
                throw .invalid(place: members.path(issue.field == "rate" ? "ratePercent" : issue.field), issue.message)
            }
            self.joining = joining
        } else if kind == .pregnancyTest {
            guard let expected = try members.count("expected") else { throw .missing(place: place, key: "expected") }
            head = expected
        } else {
            let count = try members.count("head", least: kind.needsHead ? 1 : 0)
            if count == nil, kind.needsHead || kind == .muster { throw .missing(place: place, key: "head") }
            head = count ?? 0
        }
        weight = try members.read("weight") { try Kilograms(weight: $0) }
        gain = try members.read("gain") { try Kilograms(gain: $0) }
        if kind == .weigh, weight == nil { throw .missing(place: place, key: "weight") }
        if kind == .gain, gain == nil { throw .missing(place: place, key: "gain") }
        // The weight at birth of a birth may have either name.
        if kind == .birth, weight == nil { weight = try members.read("birthWeight") { try Kilograms(weight: $0) } }
        isAdopted = try members.flag("adopt")
        offspringHead = try members.count("offspringHead") ?? 0
        try Self.check(members, kind)
        for (index, group) in try members.list("offspring").enumerated() {
            let group = try AppraisalMembers(
                group, "\(place).offspring[\(index)]", keys: ["born", "head", "birthWeight", "gain"])
            let born = try group.need("born") { try CalendarDay($0) }
            guard born <= day else {
                throw .invalid(place: group.path("born"), "Offspring that arrive on \(day) cannot be born later.")
            }
            guard let count = try group.count("head", least: 1) else { throw .missing(place: group.place, key: "head") }
            offspring.append(
                OffspringGroup(
                    born: born, head: count,
                    birthWeight: try group.read("birthWeight") { try Kilograms(weight: $0) },
                    gain: try group.read("gain") { try Kilograms(gain: $0) }))
        }
    }
}

extension BookEvent {
    /// Refuses members that are wrong whatever the kind, and offspring that would be left out.
    private static func check(_ members: AppraisalMembers, _ kind: Kind) throws(AppraisalError) {
        _ = try members.percent("ratePercent", within: .zero...Percentage(micro: 2_000_000_000))
        for key in ["start", "end"] { _ = try members.read(key) { try CalendarDay($0) } }
        for key in ["whp", "esi", "expected"] { _ = try members.count(key) }
        _ = try members.read("amount") { try Ratio(decimal: $0) }
        _ = try members.choice("type", Joining.Method.self)
        if members["offspring"] != nil, !kind.isArrival {
            throw .invalid(
                place: members.path("offspring"),
                "Only head that comes brings offspring; those that go along are offspringHead.")
        }
        if members["offspringHead"] != nil, !kind.isDeparture {
            throw .invalid(
                place: members.path("offspringHead"),
                "Only head that goes takes offspring; those that come are offspring.")
        }
    }
}

extension Joining {
    /// A joining of a file.
    fileprivate init(_ members: AppraisalMembers) throws(AppraisalError) {
        guard let type = try members.choice("type", Method.self) else {
            throw .missing(place: members.place, key: "type")
        }
        self.init(
            type, start: try members.need("start") { try CalendarDay($0) },
            end: try members.read("end") { try CalendarDay($0) },
            rate: try members.need("ratePercent") { try Percentage($0) },
            joined: try members.count("head", least: 1),
            birthWeight: try members.read("birthWeight") { try Kilograms(weight: $0) })
    }
}
