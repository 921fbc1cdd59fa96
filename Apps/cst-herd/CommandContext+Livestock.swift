import ArgumentParser
import CommandSupport
import ExchangeRates
import Livestock
import LivestockViews
import Persistence
import Presentation
import Values

extension CommandContext {
    /// Holdings, herds, events and prices: needs no rates.
    func livestock() async throws -> LivestockService {
        try await make(LivestockService.init, .store, .livestockSettings)
    }

    /// The values of herds.
    func values() async throws -> HerdValuationService {
        try await make(HerdValuationService.init, .store, .rates, .display, .livestockSettings)
    }

    /// Enters an event and answers with it and its herds.
    func enter(_ request: EventRequest) async throws -> Answer {
        let outcome = try await livestock().enter(request, call)
        let entered = outcome.value
        return answer(outcome, "\(verb("Entered", "enter")) \(entered.event.summary).")
    }

    /// The answer about an event with a first line.
    func answer(_ outcome: Outcome<EnteredEvent>, _ line: String) -> Answer {
        let entered = outcome.value
        return Answer(
            Document(herdEvent: outcome, asOf: today),
            lines: [
                ([line] + [entered.herd, entered.other].compactMap(\.self).map(layout.line(state:))).joined(
                    separator: " ")
            ]
        )
    }

    /// A day that an option gives.
    func day(_ text: String?) throws -> CalendarDay? { try text.map { try CalendarDay($0) } }
}

/// The options of every event.
struct EventOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The day of the event; today if not given.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    /// Enters them into a request.
    func enter(into request: inout EventRequest) { (request.date, request.note) = (date, note) }
}

/// The help of arguments that name a herd.
let herdHelp: ArgumentHelp = "The herd: its name, its id, or the beginning of its id."
