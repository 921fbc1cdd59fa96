import Blockchain
import Foundation
import Persistence
import SavingsPages
import Values

/// The reading of balances on chains as all servers of a household see it: one of them reads at a time, and the others know how
/// far it is. One that ended in the middle keeps the others from it for a minute.
struct SharedSync: Sendable {
    /// The state that a server leaves for the others.
    private struct State: Codable {
        /// The server that reads.
        let holder: String
        var done = 0
        var total = 0
        /// The number of assets that could be read, once it is over.
        var read: Int?
        var reason: String?
    }

    private static let name = "sync"
    private static let lasting = Duration.seconds(60)
    /// The seconds for which others see how it ended.
    private static let shown = 3600.0

    private let notes: any SharedNotes
    private let holder: String
    private let now: @Sendable () -> Date

    /// - Parameter holder: names this server among all.
    init(_ notes: any SharedNotes, holder: String, now: @escaping @Sendable () -> Date) {
        (self.notes, self.holder, self.now) = (notes, holder, now)
    }

    /// The progress of another server, or its end; nil if no other one read lately.
    func elsewhere() async throws -> SyncReport? {
        guard notes.isShared, let text = try await notes.read([Self.name], at: now())[Self.name],
            let state = try? JSONDecoder().decode(State.self, from: Data(text.utf8)), state.holder != holder
        else { return nil }
        return SyncReport(elsewhere: state.done, of: state.total, read: state.read, reason: state.reason)
    }

    /// Takes the reading for this server.
    ///
    /// - Returns: whether no other one reads.
    func begin() async throws -> Bool {
        guard notes.isShared else { return true }
        guard try await notes.take(Self.name, for: holder, lasting: Self.lasting) else { return false }
        try await note(State(holder: holder), lasting: 60)
        return true
    }

    /// Keeps the reading for this server, and tells the others how far it is, until the task is cancelled.
    func keep(_ progress: @Sendable () async -> (done: Int, total: Int)?) async {
        guard notes.isShared else { return }
        var seconds = 0
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            seconds += 1
            if seconds.isMultiple(of: 15) { _ = try? await notes.take(Self.name, for: holder, lasting: Self.lasting) }
            if let progress = await progress() {
                try? await note(State(holder: holder, done: progress.done, total: progress.total), lasting: 60)
            }
        }
    }

    /// Tells the others how it ended, and lets them read again.
    func end(_ report: SyncReport) async {
        guard notes.isShared else { return }
        let readings = report.readings ?? []
        let state = State(
            holder: holder, done: readings.count, total: readings.count,
            read: readings.count { (try? $0.result.get()) != nil }, reason: report.reason)
        // The program may be ending.
        let task = Task {
            try? await note(state, lasting: Self.shown)
            try? await notes.giveBack(Self.name, by: holder)
        }
        await task.value
    }

    private func note(_ state: State, lasting seconds: Double) async throws {
        let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
        let note = SharedNote(text, until: now().addingTimeInterval(seconds))
        try await notes.change([Self.name], at: now()) { $0[Self.name] = note }
    }
}
