public import Values

extension HerdState {
    /// The head that left a herd, with weight and offspring, for the receiving herd.
    public struct Departure: Sendable, Hashable {
        /// The mean weight of what left; nil where it is not known.
        public var weight: Kilograms?
        /// The day on which that weight was entered.
        public var weightDay: CalendarDay?
        /// The offspring that left.
        public var lots: [Lot] = []
    }

    /// Enters an event, after moving on to its day.
    ///
    /// - Returns: what left the herd.
    /// - Throws: ``LivestockError`` where the herd does not allow it.
    @discardableResult
    public mutating func apply(_ event: BookEvent) throws(LivestockError) -> Departure {
        advance(to: event.day)
        switch event.kind {
        case .opening, .purchase, .weanIn, .transferIn, .found:
            arrive(event)
        case .sale, .death, .ration, .transferOut, .lost:
            return try depart(event)
        case .birth:
            guard !isMale else { throw .notFemale(herd: name) }
            let group = OffspringGroup(
                born: event.day, head: event.head,
                birthWeight: event.weight ?? season?.joining.birthWeight, gain: event.gain)
            add(lot(of: group))
            births.append(Births(day: event.day, head: event.head))
        case .wean:
            return try wean(event)
        case .deathAtFoot:
            try die(event)
        case .weigh:
            weight = event.weight
            weightDay = event.weight == nil ? nil : event.day
            noteBase()
        case .gain:
            gain = event.gain ?? gain
            noteBase()
        case .muster:
            enterMuster(event)
        case .join:
            guard !isMale else { throw .notFemale(herd: name) }
            season = event.joining.map { BreedingSeason(joining: $0, joined: $0.joined ?? head, head: head) }
        case .pregnancyTest:
            guard let started = season?.joining.start, started <= event.day, head > 0 else {
                throw .noJoining(herd: name, event.day)
            }
            season?.tested = event.head
            season?.headAtTest = head
            season?.leastHead = head
        case .treatment, .cost, .note:
            break
        }
        return Departure()
    }

    private mutating func arrive(_ event: BookEvent) {
        if head == 0 {
            weight = event.weight
            weightDay = event.weight == nil ? nil : event.weightDay ?? event.day
        } else if let mean = weight, let arriving = event.weight {
            let total = Int128(head) * Int128(mean.micro) + Int128(event.head) * Int128(arriving.micro)
            weight = Kilograms(micro: Int(total.dividedHalfEven(by: Int128(head + event.head))))
            weightDay = min(weightDay ?? event.day, event.weightDay ?? event.day)
        }
        noteBase()
        head += event.head
        if event.kind == .found { losses.found += event.head }
        for group in event.offspring { add(lot(of: group)) }
        for lot in event.movedLots { add(lot) }
    }

    private mutating func depart(_ event: BookEvent) throws(LivestockError) -> Departure {
        guard event.head <= head else { throw .tooFewHead(herd: name, head: head, event.day) }
        var departure = Departure(weight: weight, weightDay: weightDay)
        departure.lots = try takeOffspring(
            event.offspringHead, on: event.day, isMoved: event.kind == .transferOut)
        head -= event.head
        noteLeastHead()
        if event.kind == .death || event.kind == .lost { losses.gone += event.head }
        startAfreshIfEmpty()
        return departure
    }

    private mutating func noteLeastHead() {
        if let least = season?.leastHead, head < least { season?.leastHead = head }
    }

    private mutating func wean(_ event: BookEvent) throws(LivestockError) -> Departure {
        var departure = Departure(weight: event.weight, weightDay: event.weight == nil ? nil : event.day)
        let weaned = try takeOffspring(event.head, on: event.day)
        if event.weight == nil {
            let weights = weaned.map { lot in
                lot.weight(on: event.day, species).map { Int128($0.micro) * Int128(lot.head) }
            }
            if !weights.isEmpty, weights.allSatisfy({ $0 != nil }) {
                let total = weights.reduce(Int128(0)) { $0 + ($1 ?? 0) }
                departure.weight = Kilograms(micro: Int(total.dividedHalfEven(by: Int128(event.head))))
                departure.weightDay = weaned.first?.born
            }
        }
        startAfreshIfEmpty()
        return departure
    }

    private mutating func die(_ event: BookEvent) throws(LivestockError) {
        _ = try takeOffspring(event.head, on: event.day, areDead: true)
        startAfreshIfEmpty()
    }

    private mutating func enterMuster(_ event: BookEvent) {
        let count = Muster(day: event.day, counted: event.head, book: head, isAdopted: event.isAdopted)
        muster = count
        let wasEmpty = isEmpty
        if event.isAdopted {
            // Nothing is known of the weight of head that was found where there was none.
            if head == 0 { (weight, weightDay) = (nil, nil) }
            head = event.head
            noteLeastHead()
        }
        if event.isAdopted || count.difference == 0 { losses = RecordedLosses() }
        if !wasEmpty { startAfreshIfEmpty() }
    }

    /// Takes the earliest born of the offspring. Those that move take their days since birth with them.
    private mutating func takeOffspring(
        _ count: Int, on day: CalendarDay, areDead: Bool = false, isMoved: Bool = false
    ) throws(LivestockError) -> [Lot] {
        guard count > 0 else { return [] }
        guard count <= atFootHead else { throw .tooFewAtFoot(herd: name, head: atFootHead, day) }
        var (left, taken) = (count, [Lot]())
        while left > 0, var lot = lots.first {
            let part = min(left, lot.head)
            left -= part
            var some = Lot(born: lot.born, head: part, birthWeight: lot.birthWeight, gain: lot.gain)
            some.headDays = part == lot.head ? lot.headDays : min(lot.headDays, part * lot.age(on: day))
            if part == lot.head { some.deaths = lot.deaths }
            taken.append(some)
            lot.head -= part
            if areDead { lot.deaths += part }
            if isMoved { lot.headDays -= some.headDays }
            if lot.head == 0 { lots.removeFirst() } else { lots[0] = lot }
        }
        return taken
    }

    /// The lot of offspring, which weigh at birth what was given, else a part of the dams' mean.
    private func lot(of group: OffspringGroup) -> Lot {
        let birthWeight = group.birthWeight ?? weight.map { $0.part(species.birthWeightPart) }
        var lot = Lot(
            born: group.born, head: group.head, birthWeight: birthWeight, gain: group.gain ?? species.gainAtFoot)
        // Losses are those since birth, wherever the offspring were.
        if let day { lot.headDays = group.head * lot.age(on: day) }
        return lot
    }

    private mutating func add(_ lot: Lot) {
        let index = lots.firstIndex { $0.born > lot.born } ?? lots.endIndex
        lots.insert(lot, at: index)
    }

    /// A herd that was left without head and offspring starts afresh.
    private mutating func startAfreshIfEmpty() {
        guard isEmpty else { return }
        weight = nil
        weightDay = nil
        gain = Kilograms(micro: 0)
        season = nil
        births = []
        losses = RecordedLosses()
    }
}

extension Kilograms {
    /// A part of the weight, half-even to 6 decimals.
    func part(_ part: Percentage) -> Kilograms {
        let product = Int128(micro) * Int128(part.micro)
        return Kilograms(micro: Int(product.dividedHalfEven(by: Int128(Percentage.hundred.micro))))
    }
}
