import Foundation
import Livestock
import TestSupport
import Testing
import Values

/// The book and the values of random herds beside a model that goes through every day.
@Suite("H1 to H9, H19: random herds") struct HerdLawTests {
    /// How many herds each seed takes; `Tools/test --long` sets more.
    static let count = ProcessInfo.processInfo.environment["CST_HERDS"].flatMap(Int.init) ?? 300

    private func hundredths(_ value: Fraction) -> Int128 { (value.rounded(places: 2) * Fraction(100)).top }

    private func cents(_ amount: Money?) throws -> Int128? { try amount?.minorUnits(.halfEven) }

    @Test(arguments: SeededGenerator.seeds) func `an implementation that goes day by day agrees to the cent`(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var valued = 0
        for number in 0..<Self.count {
            var herd = try RandomHerd(&random)
            herd.keepPossible()
            let target = herd.profile.targetWeight.map { Fraction(Int128($0.micro), over: 1_000_000) }
            var slow = SlowHerd(herd.profile.species, target: target)
            slow.live(herd.events.filter { $0.day <= herd.day }, to: herd.day)
            let wanted = SlowValuation(slow, herd.profile, herd.market, on: herd.day)
            let found = try herd.engine.value(herd.profile, herd.events, on: herd.day)
            let place: Comment = "seed \(seed), herd \(number)"
            #expect(found.state.head == slow.head, place)
            #expect(found.state.atFootHead == slow.offspring.reduce(0) { $0 + $1.head }, place)
            #expect(found.state.weight.map { Fraction(Int128($0.micro), over: 1_000_000) } == slow.weight, place)
            #expect(try cents(found.physical?.amount) == wanted.physical.map(hundredths), place)
            #expect(try cents(found.preBirth.amount) == hundredths(wanted.preBirth), place)
            #expect(try cents(found.atFoot.amount) == hundredths(wanted.atFoot), place)
            #expect(try cents(found.mortality.amount) == hundredths(wanted.mortality), place)
            #expect((found.marketBound == .atLeast) == wanted.isPartial, place)
            if let physical = wanted.physical {
                let sum =
                    hundredths(physical) + hundredths(wanted.preBirth) + hundredths(wanted.atFoot)
                    - hundredths(wanted.mortality)
                #expect(try cents(found.market) == sum, place)
                if physical > Fraction(0) { valued += 1 }
            }
        }
        #expect(valued > Self.count / 10)
    }

    @Test(arguments: SeededGenerator.seeds) func `what cannot be is refused with the day and the head`(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<Self.count {
            let herd = try RandomHerd(&random)
            var slow = SlowHerd(herd.profile.species, target: nil)
            slow.live(herd.events, to: herd.day.adding(days: 600))
            var refusal: SlowHerd.Refusal?
            do {
                _ = try herd.engine.value(herd.profile, herd.events, on: herd.day.adding(days: 600))
            } catch LivestockError.tooFewHead(_, let head, let day) {
                refusal = .head(head, day)
            } catch LivestockError.tooFewAtFoot(_, let head, let day) {
                refusal = .offspring(head, day)
            } catch LivestockError.noJoining(_, let day) {
                refusal = .noJoining(day)
            }
            #expect(refusal == slow.refusal, "seed \(seed), herd \(number)")
        }
    }

    @Test(arguments: SeededGenerator.seeds) func `values are sane`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<Self.count {
            var herd = try RandomHerd(&random)
            herd.keepPossible()
            let place: Comment = "seed \(seed), herd \(number)"
            let value = try herd.engine.value(herd.profile, herd.events, on: herd.day)
            guard let physical = value.physical else { continue }
            #expect(!value.mortality.exact.isNegative, place)
            #expect(value.mortality.exact <= physical.exact + value.atFoot.exact, place)

            // Later events and prices change nothing.
            var later = herd
            later.events.append(
                BookEvent(herd.day.adding(days: 1), .opening, head: 10, weight: Kilograms(micro: 1_000_000)))
            later.prices += herd.prices.map { $0.dearer(by: 3, on: herd.day.adding(days: 1)) }
            let same = try later.engine.value(later.profile, later.events, on: herd.day)
            #expect(same.market == value.market, place)

            // A dearer price lowers neither.
            var dearer = herd
            if !dearer.prices.isEmpty {
                let index = random.int(0...dearer.prices.count - 1)
                dearer.prices[index] = dearer.prices[index].dearer(by: random.int(1...300))
                let more = try dearer.engine.value(dearer.profile, dearer.events, on: herd.day)
                #expect((more.physical?.exact ?? .zero) >= physical.exact, place)
                #expect(more.exactMarket >= value.exactMarket, place)
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds) func `two halves of a mob have the value of the whole`(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<Self.count {
            let herd = try RandomHerd(&random)
            let half = random.int(1...100)
            let weight = Kilograms(micro: random.int(100...600) * 1_000_000)
            let first = herd.day.adding(days: -random.int(0...400))
            func value(_ head: Int) throws -> HerdValuation {
                let opening = BookEvent(first, .opening, head: head, weight: weight)
                return try herd.engine.value(herd.profile, [opening], on: herd.day)
            }
            let (part, whole) = (try value(half), try value(2 * half))
            guard let twice = try cents(part.market).map({ 2 * $0 }), let all = try cents(whole.market) else {
                continue
            }
            #expect(abs(twice - all) <= 4, "seed \(seed), herd \(number)")
        }
    }
}

extension LivestockPrice {
    fileprivate func dearer(by cents: Int, on day: CalendarDay? = nil) -> LivestockPrice {
        let raised = (try? price.adding(Money(minorUnits: Int128(cents), price.currency))) ?? price
        return LivestockPrice(
            level: level, place: place, species: species, category: category, breed: breed, sex: sex, from: from,
            to: to, basis: basis, price: raised, day: day ?? self.day)
    }
}

extension HerdValuation {
    fileprivate var exactMarket: Ratio {
        (physical?.exact ?? .zero) + preBirth.exact + atFoot.exact - mortality.exact
    }
}
