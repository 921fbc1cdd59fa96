import Livestock
import Values

/// A herd that goes through its days one by one: written from the text of the laws, slow and plain.
struct SlowHerd {
    struct Offspring {
        var born: CalendarDay
        var head: Int
        var atBirth: Fraction?
        var gain: Fraction
        var headDays = 0
        var dead = 0
    }

    struct Season {
        var joining: Joining
        var joined: Int
        var test: (expected: Int, head: Int)?
    }

    enum Refusal: Equatable {
        case head(Int, CalendarDay)
        case offspring(Int, CalendarDay)
        case noJoining(CalendarDay)
    }

    let species: Species
    let target: Fraction?
    var head = 0
    var weight: Fraction?
    var gain = Fraction(0)
    var offspring: [Offspring] = []
    var headDays = 0
    var gone = 0
    var found = 0
    var season: Season?
    var births: [(day: CalendarDay, head: Int)] = []
    var refusal: Refusal?

    init(_ species: Species, target: Fraction?) {
        self.species = species
        self.target = target
    }

    /// Goes through all days up to the last one. The first event that cannot be ends it.
    mutating func live(_ events: [BookEvent], to last: CalendarDay) {
        guard let first = events.map(\.day).min(), first <= last else { return }
        for number in first.dayNumber...last.dayNumber {
            let today = CalendarDay(dayNumber: number)
            if today > first { growOneDay() }
            for event in events where event.day == today {
                let wasThere = head > 0 || !offspring.isEmpty
                happen(event)
                if refusal != nil { return }
                if wasThere, head == 0, offspring.isEmpty {
                    // Nothing is left that could keep anything.
                    (weight, gain, season, births) = (nil, Fraction(0), nil, [])
                    (headDays, gone, found) = (0, 0, 0)
                }
            }
            if today < last {
                headDays += head
                for index in offspring.indices { offspring[index].headDays += offspring[index].head }
            }
        }
    }

    private mutating func growOneDay() {
        guard let before = weight else { return }
        if gain > Fraction(0), let target {
            if before < target { weight = min(before + gain, target) }
        } else {
            weight = before + gain
        }
        if let after = weight, after <= Fraction(0) { weight = nil }
    }

    private mutating func happen(_ event: BookEvent) {
        switch event.kind {
        case .opening, .purchase, .weanIn, .transferIn, .found:
            let arriving = event.weight.map { Fraction(Int128($0.micro), over: 1_000_000) }
            if head == 0 {
                weight = arriving
            } else if let mean = weight, let arriving {
                let sum = mean * Fraction(Int128(head)) + arriving * Fraction(Int128(event.head))
                weight = (sum / Fraction(Int128(head + event.head))).rounded(places: 6)
            }
            head += event.head
            if event.kind == .found { found += event.head }
            for group in event.offspring {
                bear(group.head, born: group.born, on: event.day, group.birthWeight, group.gain)
            }
        case .sale, .death, .ration, .transferOut, .lost:
            guard event.head <= head else { return refusal = .head(head, event.day) }
            let isMove = event.kind == .transferOut
            guard take(event.offspringHead, on: event.day, areDead: false, areMoved: isMove) else { return }
            head -= event.head
            if event.kind == .death || event.kind == .lost { gone += event.head }
        case .birth:
            bear(
                event.head, born: event.day, on: event.day, event.weight ?? season?.joining.birthWeight, event.gain)
            births.append((event.day, event.head))
        case .wean: _ = take(event.head, on: event.day, areDead: false)
        case .deathAtFoot: _ = take(event.head, on: event.day, areDead: true)
        case .weigh: weight = event.weight.map { Fraction(Int128($0.micro), over: 1_000_000) }
        case .gain: gain = Fraction(Int128(event.gain?.micro ?? 0), over: 1_000_000)
        case .muster:
            let agrees = event.head == head
            if event.isAdopted {
                // What is adopted is found head without a weight.
                if head == 0, event.head > 0 { weight = nil }
                head = event.head
            }
            if agrees || event.isAdopted { (headDays, gone, found) = (0, 0, 0) }
        case .join: season = event.joining.map { Season(joining: $0, joined: $0.joined ?? head) }
        case .pregnancyTest:
            guard let start = season?.joining.start, start <= event.day, head > 0 else {
                return refusal = .noJoining(event.day)
            }
            season?.test = (event.head, head)
        case .treatment, .cost, .note: break
        }
    }

    /// Adds offspring, which were at risk on each day since their birth.
    private mutating func bear(
        _ count: Int, born: CalendarDay, on today: CalendarDay, _ atBirth: Kilograms?, _ daily: Kilograms?
    ) {
        let part: Fraction =
            switch species {
            case .cattle: Fraction(7, over: 100)
            case .sheep, .goat: Fraction(8, over: 100)
            case .pig: Fraction(2, over: 100)
            }
        let usual: Fraction =
            switch species {
            case .cattle: Fraction(9, over: 10)
            case .sheep: Fraction(25, over: 100)
            case .goat: Fraction(15, over: 100)
            case .pig: Fraction(5, over: 10)
            }
        let given = atBirth.map { Fraction(Int128($0.micro), over: 1_000_000) }
        offspring.append(
            Offspring(
                born: born, head: count, atBirth: given ?? weight.map { ($0 * part).rounded(places: 6) },
                gain: daily.map { Fraction(Int128($0.micro), over: 1_000_000) } ?? usual,
                headDays: (born.dayNumber..<max(born.dayNumber, today.dayNumber)).reduce(0) { sum, _ in sum + count }))
    }

    /// Takes offspring one by one, each time one of those that were born first.
    private mutating func take(
        _ count: Int, on day: CalendarDay, areDead: Bool, areMoved: Bool = false
    ) -> Bool {
        let all = offspring.reduce(0) { $0 + $1.head }
        guard count <= all else {
            refusal = .offspring(all, day)
            return false
        }
        for _ in 0..<count {
            guard let first = offspring.map(\.born).min(),
                let index = offspring.firstIndex(where: { $0.born == first })
            else { return false }
            offspring[index].head -= 1
            if areDead { offspring[index].dead += 1 }
            if areMoved { offspring[index].headDays -= offspring[index].born.days(until: day) }
            if offspring[index].head == 0 { offspring.remove(at: index) }
        }
        return true
    }
}
