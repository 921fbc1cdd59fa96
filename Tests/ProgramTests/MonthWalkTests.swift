import Foundation
import ProgramSupport
import Testing

/// No dead end: in every state a month can be in, each refusal names a step, and that step leads on.
struct MonthWalkTests {
    /// How a state of the month is reached: commands, each at its instant.
    struct State: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [(now: String, command: String)]
        /// When the walk begins.
        let now: String

        init(_ name: String, at now: String = "2026-04-13", _ steps: (String, String)...) {
            self.name = name
            self.steps = steps.map { (now: $0, command: $1) }
            self.now = now
        }

        var testDescription: String { name }
    }

    private static let start = ("2026-04-13", "cst-plan month start")
    static let states: [State] = [
        State("nothing was started"),
        State("just started", start),
        State("started three days ago", at: "2026-04-16", start),
        State("half paid", at: "2026-04-16", start, ("2026-04-15", "cst-assets deposit Bank 300")),
        State("paid", at: "2026-04-16", start, ("2026-04-15", "cst-assets deposit Bank 2000")),
        State("money taken out", at: "2026-04-16", start, ("2026-04-15", "cst-assets withdraw Bank 900")),
        State(
            "a payment changed on the way", at: "2026-04-16", start, ("2026-04-15", "cst-plan protect Car --custom 50")),
        State("flex saved on the way", at: "2026-04-16", start, ("2026-04-15", "cst-plan flex --factor 0.5 --save")),
        State("the payment day is over", at: "2026-05-03", start),
        State("closed early", at: "2026-04-16", start, ("2026-04-16", "cst-plan month close")),
        State("closed early, days ago", at: "2026-04-20", start, ("2026-04-16", "cst-plan month close")),
        State(
            "the close was taken back", at: "2026-04-16", start, ("2026-04-16", "cst-plan month close"),
            ("2026-04-16", "cst-plan month undo")),
        State("the start was taken back", start, ("2026-04-13", "cst-plan month undo")),
        State("the start was undone", start, ("2026-04-13", "cst-plan undo")),
        State("ended by itself, months ago", at: "2026-07-10", start),
        State(
            "the next one is in progress", at: "2026-05-12", start, ("2026-05-04", "cst-plan month close"),
            ("2026-05-04", "cst-plan month start")),
        State("a goal was cancelled in it", at: "2026-04-16", start, ("2026-04-15", "cst-plan goal cancel Trip")),
        State(
            "all goals are over", at: "2026-04-16", start, ("2026-04-15", "cst-plan goal cancel Trip"),
            ("2026-04-15", "cst-plan goal finish Car")),
        State(
            "all goals are paused", at: "2026-04-16", start, ("2026-04-15", "cst-plan goal pause Trip"),
            ("2026-04-15", "cst-plan goal pause Car")),
        State(
            "a goal joined it", at: "2026-04-16", start,
            ("2026-04-15", "cst-plan goal add Boat --target 900 --currency EUR --deadline 2026-08-01")),
        State(
            "what funds a goal has no rate", ("2026-04-13", "cst-assets add Coin --currency BTC --balance 1"),
            ("2026-04-13", "cst-assets allocate Coin Car --share 100%")),
    ]

    private static let commands = [
        "cst-plan", "cst-plan month", "cst-plan month start", "cst-plan month close", "cst-plan month undo",
        "cst-plan month history", "cst-plan month status --month 2026-05", "cst-plan month start --month 2026-06",
        "cst-plan month close --month 2026-05", "cst-plan month start --as-of 2026-04-01", "cst-plan skip Car",
        "cst-plan protect Car --custom 100", "cst-plan flexible Car", "cst-plan flex --factor 0.8 --save",
        "cst-plan flex --reset", "cst-plan budget --amount 2500 --apply",
        "cst-plan goal edit Car --currency USD --target 13000",
        "cst-plan goal resume Car", "cst-assets withdraw Bank 100 --for Trip", "cst-plan undo",
    ]

    /// What says by itself that there is nothing to do, or what to leave out.
    private static let settled = [
        "is active already", "nothing to undo", "Leave out", "Add one", "Add a new goal",
        "stay as they were",
    ]

    private static let household = Task { () throws -> ProgramFolder in
        let folder = try ProgramFolder()
        for command in [
            "cst-plan goal add Car --target 12000 --currency EUR --start 2026-01-01 --deadline 2026-12-31",
            "cst-plan goal add Trip --target 3000 --currency EUR --start 2026-01-01 --deadline 2026-09-30",
            "cst-assets add Bank --currency EUR --balance 3000 --date 2026-01-01",
            "cst-assets allocate Bank Trip --amount 1000", "cst-assets allocate Bank Car --rest",
        ] {
            let result = try await folder.run(command, at: "2026-04-13")
            try #require(result.status == 0, "\(command): \(result.errors)")
        }
        return folder
    }

    @Test(arguments: states)
    func `a refusal names a step, and that step leads on`(state: State) async throws {
        let folder = try await Self.household.value.copy()
        for step in state.steps {
            let result = try await folder.run(step.command, at: step.now)
            try #require(result.status == 0, "\(step.command): \(result.errors)")
        }
        var walk = Walk(folder: folder, now: state.now)
        for command in Self.commands {
            let (result, place) = try await walk.run(command, at: [])
            #expect([0, 2, 64].contains(result.status), "\(command): \(result.status) \(result.errors)")
            #expect(
                try await leadsOn(result, of: [command], to: place, in: &walk),
                "no way out of '\(command)': \(result.errors)")
        }
    }

    /// The answers of commands after others, each run once: a command that was refused left all as it was.
    private struct Walk {
        let now: String
        private var folders: [[String]: ProgramFolder]
        private var answers: [[String]: ProgramResult] = [:]

        init(folder: ProgramFolder, now: String) {
            self.now = now
            folders = [[]: folder]
        }

        /// Runs a command after those of a place; the place where it led to.
        mutating func run(_ command: String, at place: [String]) async throws -> (ProgramResult, [String]) {
            let next = place + [command]
            if let answer = answers[next] { return (answer, answer.status == 0 ? next : place) }
            let folder = try #require(folders[place]).copy()
            let answer = try await folder.run(command, at: now)
            answers[next] = answer
            if answer.status == 0 { folders[next] = folder }
            return (answer, answer.status == 0 ? next : place)
        }
    }

    /// Whether a command was done, or a step that its refusal names leads on. What an answer offers must work at once.
    private func leadsOn(
        _ result: ProgramResult, of tried: [String], to place: [String], in walk: inout Walk
    ) async throws -> Bool {
        let isRefused = result.status != 0
        var isDone = !isRefused || Self.settled.contains { result.errors.contains($0) }
        for next in Self.commands(in: isRefused ? result.errors : result.output) where !tried.contains(next) {
            let (answer, reached) = try await walk.run(next, at: place)
            #expect(answer.status != 64, "\(tried) names '\(next)': \(answer.errors)")
            if isRefused {
                if try await leadsOn(answer, of: tried + [next], to: reached, in: &walk) { isDone = true }
            } else {
                #expect(answer.status == 0, "\(tried) offers '\(next)': \(answer.errors)")
            }
        }
        return isDone
    }

    /// The commands that a text names, in quotes or at the end of a sentence.
    private static func commands(in text: String) -> [String] {
        text.matches(of: /'(?<quoted>cst-(?:plan|assets) [^']+)'|: (?<last>cst-(?:plan|assets) [^\n]+)/).compactMap {
            let command = String($0.output.quoted ?? $0.output.last ?? "")
            // A placeholder is for the reader to fill in.
            return command.contains(/\b[A-Z]{3,}$|\b[A-Z]{4,}\b|--help/) ? nil : command
        }
    }
}

extension ProgramFolder {
    /// Runs a command line at nine in the morning of a day.
    fileprivate func run(_ command: String, at day: String) async throws -> ProgramResult {
        let words = try CommandLineText(command).words
        return try await run(
            words[0], Array(words.dropFirst()), environment: ["CST_NOW": "\(day)T09:00:00Z", "TZ": "UTC"])
    }
}
