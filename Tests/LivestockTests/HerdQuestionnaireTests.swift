import Livestock
import LivestockViews
import Persistence
import TestSupport
import Testing
import Values

@Suite("Questions for a first herd") struct HerdQuestionnaireTests {
    @Test func `answers make a holding, a herd and a price`() async throws {
        var questions = HerdQuestionnaire(holding: nil)
        for text in [
            "", "aud", "Roma", "Steers", "horse", "cattle", "steer", "0", "100", "380lb", "<", "120", "300", "c",
            "4.00/kg",
        ] {
            _ = questions.answer(text)
        }
        #expect(questions.question == nil)
        let store = MemoryStore()
        let day = try CalendarDay("2026-04-11")
        let now = call(day, at: day.dayNumber * 86_400)
        let known = try await LivestockService(store: store).begin(questions.holding, questions.herd, now).value
        #expect((known.state.head, known.holding.name) == (120, "Home"))
        #expect(try await store.read { try $0.all(LivestockPrice.self).map(\.level) } == [.own])
        // A second herd is asked without a holding.
        var more = HerdQuestionnaire(holding: known.holding)
        #expect(more.question == .name)
        _ = more.answer("<")
        #expect(more.question == .name)
    }
}
