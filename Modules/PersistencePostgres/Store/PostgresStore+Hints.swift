import Foundation
public import Persistence
import Synchronization
import Values

extension PostgresStore: ChangeHints {
    /// The time in which an end of the stream may go unnoticed, and the pause after a connection was lost.
    private static let slice = 500, pause = 4

    /// A hint after each write to the household, on a connection of its own. A pooler in between lets none through.
    public func hints() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let isEnded = EndFlag()
        continuation.onTermination = { _ in isEnded.set() }
        // It waits for as long as the program runs, which none of the threads that tasks share may do.
        let thread = Thread { [server] in
            var pauses = 0
            while !isEnded.value {
                if pauses > 0 {
                    pauses -= 1
                    Thread.sleep(forTimeInterval: Double(Self.slice) / 1000)
                    continue
                }
                do {
                    let link = try server.connect(until: server.deadline)
                    _ = try link.run("LISTEN \(server.channel.quoted)")
                    while !isEnded.value { if try link.hasNotice(within: Self.slice) { continuation.yield() } }
                } catch { pauses = Self.pause }
            }
        }
        thread.name = "cst.postgres.hints"
        thread.start()
        return stream
    }

    /// Says that the household was written to. Outside of the transaction, where writers of all households would wait for one
    /// another; nobody waits for it. Of several writes in quick succession the first is hinted at, and then all others together:
    /// each hint is a transaction of its own for the server.
    func hint(_ link: PostgresLink) {
        guard server.sendsHints else { return }
        switch hinting.withLock({ $0.note(at: .now) }) {
        case .now: queueHint(link)
        case .later:
            Task {
                try? await Task.sleep(for: HintPause.length)
                await sendHint()
            }
        case .never: break
        }
    }

    /// Sends the hint that is left, if one is.
    func sendHint() async {
        guard hinting.withLock({ $0.take(at: .now) }) else { return }
        try? await withSession { [self] session, deadline in
            try await session.run(until: deadline) { [self] in queueHint($0) }
        }
    }

    private func queueHint(_ link: PostgresLink) {
        try? link.queue("SELECT pg_notify(?, '')", [.text(server.channel)])
        link.send()
    }
}

/// Whether a stream has ended.
private final class EndFlag: Sendable {
    private let state = Mutex(false)
    var value: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}

extension PostgresServer {
    /// The channel of the household's hints. Its name says nothing of the household.
    var channel: String { "cst_\(String(Checksum.of([.text(household)]), radix: 16))" }
}
