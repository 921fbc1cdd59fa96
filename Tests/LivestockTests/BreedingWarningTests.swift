import Livestock
import Persistence
import TestSupport
import Testing
import Values

/// What is said where a book of joinings leaves offspring out, or counts some too many (H7).
@Suite("H7: what is said of joinings") struct BreedingWarningTests {
    private let store = MemoryStore()
    private let service: LivestockService
    private let call: Call

    init() async throws {
        service = LivestockService(store: store)
        let today = try day("2026-11-26")
        call = TestSupport.call(today, at: today.dayNumber * 86_400)
        var holding = HoldingFields()
        (holding.name, holding.currency) = ("Home", "AUD")
        _ = try await service.addHolding(holding, call)
        try await add("A", head: "100")
        try await add("B", head: nil)
    }

    private func add(_ name: String, head: String?) async throws {
        var fields = HerdFields()
        (fields.name, fields.species, fields.category, fields.date) = (name, "cattle", "cow", "2026-01-01")
        (fields.head, fields.weight) = (head, head.map { _ in "500" })
        _ = try await service.addHerd(fields, call)
    }

    private func join(_ start: String, end: String? = nil, head: String? = nil) async throws -> [Warning] {
        var request = EventRequest("A", .join, head: head)
        (request.type, request.start, request.end) = (end == nil ? "ai" : "controlled", start, end)
        request.rate = "90%"
        return try await service.enter(request, call).warnings
    }

    private func move(_ head: String) async throws -> [Warning] {
        var request = EventRequest("A", .transferOut, head: head)
        request.to = "B"
        return try await service.enter(request, call).warnings
    }

    private func value(_ events: [BookEvent], on date: String) throws -> HerdValuation {
        var cows = try JoinedCows()
        cows.events = events
        return try cows.value(on: date)
    }

    private func inseminated(_ date: String) throws -> [BookEvent] {
        [
            BookEvent(try day("2026-01-01"), .opening, head: 100, weight: try kg("500")),
            BookEvent(
                try day(date), .join, joining: Joining(.ai, start: try day(date), rate: try percent("90%"))),
        ]
    }

    @Test func `a transfer says that the joining stays, and how it is entered at the other herd`() async throws {
        #expect(try await move("5").isEmpty)
        #expect(try await join("2026-08-01").isEmpty)
        let warning = try #require(try await move("60").first)
        #expect(warning.code == "joiningStays")
        #expect(
            warning.message
                == "The joining of 'A' does not go along to 'B': of it 85.5 offspring were expected, and 31.5 are now.")
        #expect(warning.remedy?.action == "livestock.joinMoved")
        #expect(
            warning.remedy?.arguments == [
                "name": "B", "type": "ai", "start": "2026-08-01", "rate": "90%", "head": "60",
            ])
    }

    @Test func `head that arrives in the place of joined head is named`() throws {
        var events = try inseminated("2026-08-01")
        events += [
            BookEvent(try day("2026-09-01"), .transferOut, head: 60),
            BookEvent(try day("2026-09-02"), .purchase, head: 50),
        ]
        let value = try value(events, on: "2026-11-01")
        #expect(value.breeding?.expectation.expected == Ratio(81))
        let warning = try #require(value.warnings.first { $0.code == "arrivalsCountAsJoined" })
        #expect(
            warning.message
                == "Of the head of 'Cows', 50 arrived after the joining of 2026-08-01 and count as joined.")
        // What a test found counts from then on.
        let tested = try self.value(
            events + [BookEvent(try day("2026-09-03"), .pregnancyTest, head: 36)], on: "2026-11-01")
        #expect(tested.breeding?.expectation.expected == Ratio(36))
        #expect(!tested.warnings.map(\.code).contains("arrivalsCountAsJoined"))
    }

    @Test func `arrivals beside all that were joined count for nothing, and nothing is said`() throws {
        let events =
            try inseminated("2026-08-01") + [
                BookEvent(try day("2026-09-02"), .purchase, head: 50)
            ]
        #expect(try !value(events, on: "2026-11-01").warnings.map(\.code).contains("arrivalsCountAsJoined"))
    }

    @Test func `births that fall short of what was expected are named after the last day`() throws {
        let events = try inseminated("2026-02-01") + [BookEvent(try day("2026-11-10"), .birth, head: 40)]
        let before = try value(events, on: "2026-11-11")
        #expect(before.breeding?.expectation.left == Ratio(50))
        #expect(!before.warnings.map(\.code).contains("fewerBirths"))
        let after = try value(events, on: "2026-11-13")
        #expect(after.breeding?.expectation.left == .zero)
        #expect(after.breeding?.expectation.missing == Ratio(50))
        let warning = try #require(after.warnings.first { $0.code == "fewerBirths" })
        #expect(
            warning.message
                == "Of the 90 offspring of 'Cows' that were expected until 2026-11-11, 40 births were recorded: "
                + "no more are expected.")
        let nearlyAll = try value(
            events + [BookEvent(try day("2026-11-11"), .birth, head: 50)], on: "2026-11-13")
        #expect(!nearlyAll.warnings.map(\.code).contains("fewerBirths"))
    }
}
