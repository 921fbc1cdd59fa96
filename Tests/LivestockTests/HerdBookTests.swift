import Livestock
import TestSupport
import Testing
import Values

@Suite("H2: the book") struct HerdBookTests {
    private func state(_ events: [BookEvent], on date: String? = nil) throws -> HerdState {
        var state = HerdState(.cattle, name: "Mob")
        for event in events { try state.apply(event) }
        if let date { state.advance(to: try day(date)) }
        return state
    }

    @Test func `a departure of more than there is names the day and the head`() throws {
        let events = [
            BookEvent(try day("2026-01-01"), .opening, head: 100), BookEvent(try day("2026-02-01"), .sale, head: 50),
            BookEvent(try day("2026-03-01"), .sale, head: 60),
        ]
        #expect(throws: LivestockError.tooFewHead(herd: "Mob", head: 50, try day("2026-03-01"))) {
            try state(events)
        }
        #expect(
            LivestockError.tooFewHead(herd: "Mob", head: 50, try day("2026-03-01")).description.contains(
                "only 50 head on 2026-03-01"))
        #expect(throws: LivestockError.tooFewAtFoot(herd: "Mob", head: 0, try day("2026-03-01"))) {
            try state([events[0], BookEvent(try day("2026-03-01"), .wean, head: 1)])
        }
    }

    @Test func `offspring go earliest born first`() throws {
        let state = try state([
            BookEvent(try day("2026-01-01"), .opening, head: 100, weight: try kg("500")),
            BookEvent(try day("2026-02-01"), .birth, head: 10), BookEvent(try day("2026-03-01"), .birth, head: 10),
            BookEvent(try day("2026-04-01"), .wean, head: 8), BookEvent(try day("2026-04-02"), .deathAtFoot, head: 3),
        ])
        #expect(state.lots.map(\.born) == [try day("2026-03-01")])
        #expect(state.lots.map(\.head) == [9])
        #expect(state.lots.map(\.deaths) == [1])
        #expect(state.lots.first?.birthWeight == (try kg("35")))
    }

    @Test func `a herd that was sold out and is filled again keeps nothing`() throws {
        let joining = Joining(.ai, start: try day("2026-01-02"), rate: try percent("80"))
        let state = try state(
            [
                BookEvent(try day("2026-01-01"), .opening, head: 100, weight: try kg("300")),
                BookEvent(try day("2026-01-01"), .gain, gain: try kg("0.8")),
                BookEvent(try day("2026-01-02"), .join, joining: joining),
                BookEvent(try day("2026-02-01"), .death, head: 2), BookEvent(try day("2026-02-02"), .sale, head: 98),
                BookEvent(try day("2026-03-01"), .purchase, head: 10),
            ], on: "2026-03-11")
        #expect(state.head == 10)
        #expect(state.weight == nil)
        #expect(state.gain == (try kg("0")))
        #expect(state.season == nil)
        #expect(state.losses.headDays == 100)
        #expect(state.losses.recorded == 0)
    }

    @Test func `a muster changes nothing unless it is adopted`() throws {
        let opening = BookEvent(try day("2026-01-01"), .opening, head: 100)
        let counted = BookEvent(try day("2026-02-01"), .muster, head: 97)
        var adopted = counted
        adopted.isAdopted = true
        let left = try state([opening, counted], on: "2026-02-11")
        #expect((left.head, left.losses.headDays) == (100, 4100))
        #expect(left.muster?.difference == -3)
        let taken = try state([opening, adopted], on: "2026-02-11")
        #expect((taken.head, taken.losses.headDays) == (97, 970))
        #expect(taken.losses.recorded == 0)
    }

    @Test func `head that an adopted muster finds where there was none has no weight`() throws {
        var counted = BookEvent(try day("2026-03-01"), .muster, head: 3)
        counted.isAdopted = true
        let state = try state([
            BookEvent(try day("2026-01-01"), .opening, head: 10, weight: try kg("500")),
            BookEvent(try day("2026-01-01"), .birth, head: 5), BookEvent(try day("2026-02-01"), .sale, head: 10),
            counted,
        ])
        #expect(state.head == 3)
        #expect(state.weight == nil)
    }

    @Test func `losses of offspring count from their birth`() throws {
        let group = OffspringGroup(born: try day("2026-01-01"), head: 10)
        let state = try state(
            [BookEvent(try day("2026-01-31"), .purchase, head: 10, offspring: [group])], on: "2026-02-10")
        #expect(state.lots.first?.headDays == 400)
        #expect(state.losses.headDays == 100)
    }

    @Test func `males have neither joinings nor births, and a test needs a joining`() throws {
        var steers = HerdState(.cattle, name: "Steers", isMale: true)
        try steers.apply(BookEvent(day("2026-01-01"), .opening, head: 10))
        #expect(throws: LivestockError.notFemale(herd: "Steers")) {
            try steers.apply(BookEvent(day("2026-01-02"), .birth, head: 1))
        }
        #expect(throws: LivestockError.noJoining(herd: "Mob", try day("2026-01-02"))) {
            try state([
                BookEvent(try day("2026-01-01"), .opening, head: 10),
                BookEvent(try day("2026-01-02"), .pregnancyTest, head: 5),
            ])
        }
    }
}

@Suite("H3: weight") struct WeightTests {
    @Test func `each day adds the newest gain`() throws {
        var example = try ExampleE()
        #expect(try example.state().weight == (try kg("380")))
        example.events.append(BookEvent(try day("2026-02-20"), .gain, gain: try kg("0.3")))
        #expect(try example.state().weight == (try kg("355")))
    }

    @Test func `a positive gain stops at the target, and a heavier herd keeps its weight`() throws {
        var example = try ExampleE()
        example.herd.targetWeight = try kg("350")
        #expect(try example.state().weight == (try kg("350")))
        example.herd.targetWeight = try kg("250")
        #expect(try example.state().weight == (try kg("300")))
    }

    @Test func `arrivals are averaged in by head`() throws {
        var example = try ExampleE()
        example.events.append(BookEvent(try day("2026-03-12"), .purchase, head: 50, weight: try kg("260")))
        #expect(try example.state().weight == (try kg("348")))
        example.events[2] = BookEvent(try day("2026-03-12"), .purchase, head: 50)
        #expect(try example.state().weight == (try kg("380")))
    }

    @Test func `a herd that falls to 0 has no weight until it is weighed`() throws {
        var example = try ExampleE()
        example.events.append(BookEvent(try day("2026-01-02"), .gain, gain: try kg("-5")))
        #expect(try example.state().weight == nil)
        example.events.append(BookEvent(try day("2026-04-10"), .weigh, weight: try kg("200")))
        #expect(try example.state().weight == (try kg("195")))
    }

    @Test func `numbers that no animal has are refused`() throws {
        for text in ["0", "-5", "5000", "2000.001"] {
            #expect(throws: LivestockError.weightOutOfRange(text)) { try Kilograms(weight: text) }
        }
        for text in ["380lb", "NaN", "", "1e3", ".5", "5.", "0x10", "1,5"] {
            #expect(throws: LivestockError.notAWeight(text)) { try Kilograms(weight: text) }
        }
        #expect(throws: LivestockError.gainOutOfRange("50")) { try Kilograms(gain: "50") }
        #expect(throws: LivestockError.tooPrecise("1.2345")) { try Kilograms(weight: "1.2345") }
        #expect(try Kilograms(weight: "380.5kg").micro == 380_500_000)
        #expect(try Kilograms(gain: "-0.25").description == "-0.25")
        for text in ["c", "4.00", "4/lb", "-1/kg", "0/kg", "/kg", "NaN/kg"] {
            #expect(throws: (any Error).self) { try EnteredPrice(text, currency("AUD")) }
        }
        #expect(try EnteredPrice("720c/kg", currency("AUD")).description == "7.20/kg")
        #expect(try EnteredPrice("7.20/kg-cwt", currency("AUD")).basis == .carcase)
    }
}
