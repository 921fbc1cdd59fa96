import Foundation
package import Persistence
import Synchronization

/// Keeps answers, marks and locks of requests beside a household on a server, for all programs that work with it: each question is
/// sent once, whoever asks.
///
/// The keys are not in it, only their checksums. Nothing here is needed: when the server fails, requests go out as if nothing
/// had been kept.
package final class SharedAnswers: ResponseCache, LimiterStateStore, RequestLocks {
    /// The server failed a moment ago, and is left alone.
    private struct Silent: Error {}

    /// The seconds for which an answer is kept.
    private static let kept = 30.0 * 86_400
    /// The most bytes of an answer that is kept.
    private static let most = 8 << 20
    /// The pause after the server failed, in which it is not asked.
    private static let silence = Duration.seconds(30)
    private static let pause = Duration.milliseconds(100)

    private let notes: any SharedNotes
    private let failed = Mutex<ContinuousClock.Instant?>(nil)

    /// Answers among the notes of a household.
    package init(_ notes: any SharedNotes) { self.notes = notes }

    // MARK: - Answers

    /// The answer kept under a key, however old.
    package func response(for key: String) async throws -> StoredResponse? {
        try await note("answer/", key).flatMap { StoredResponse(encoded: Self.data($0)) }
    }

    /// Keeps an answer in place of the one before. One that is too large takes its place by nothing.
    package func store(_ response: StoredResponse, for key: String) async throws {
        let data = try response.encoded()
        let note = SharedNote(Self.text(data), until: response.fetchedAt.addingTimeInterval(Self.kept))
        try await set("answer/", key, data.count <= Self.most ? note : nil, at: response.fetchedAt)
    }

    // MARK: - Marks

    /// The mark of a name.
    package func load(_ name: String) async throws -> LimiterMark? {
        try await note("limit/", name).flatMap { try? JSONDecoder().decode(LimiterMark.self, from: Data($0.utf8)) }
    }

    /// Sets or removes the mark of a name.
    package func save(_ mark: LimiterMark?, for name: String) async throws {
        let note = try mark.map {
            SharedNote(String(decoding: try JSONEncoder().encode($0), as: UTF8.self), until: $0.until)
        }
        try await set("limit/", name, note, at: .distantPast)
    }

    // MARK: - Locks

    package func withLock<Value: Sendable>(
        _ key: String, patience: Duration, clock: any Clock<Duration>, _ work: () async throws -> Value
    ) async throws -> Value {
        let (name, holder, watch) = (Self.name("question/", key), UUID().uuidString, Stopwatch(clock))
        // Whoever holds it has as long for the rest as was waited for it at most. One that ended without giving it back keeps nobody.
        while try await isTaken(name, holder, lasting: patience * 2 + .seconds(1)), watch.elapsed < patience {
            try await clock.sleep(for: Self.pause)
        }
        do {
            let value = try await work()
            await giveBack(name, holder)
            return value
        } catch {
            await giveBack(name, holder)
            throw error
        }
    }

    /// Whether somebody else has it. Where the server fails, nobody has.
    private func isTaken(_ name: String, _ holder: String, lasting: Duration) async throws -> Bool {
        try Task.checkCancellation()
        return await !((try? guarded { try await notes.take(name, for: holder, lasting: lasting) }) ?? true)
    }

    private func giveBack(_ name: String, _ holder: String) async {
        // The task may have been cancelled by now.
        let task = Task { try? await guarded { try await notes.giveBack(name, by: holder) } }
        await task.value
    }

    // MARK: - Notes

    private func note(_ prefix: String, _ key: String) async throws -> String? {
        let name = Self.name(prefix, key)
        // Its age is judged by its user.
        return try await guarded { try await notes.read([name], at: .distantPast)[name] }
    }

    private func set(_ prefix: String, _ key: String, _ note: SharedNote?, at now: Date) async throws {
        let name = Self.name(prefix, key)
        try await guarded { try await notes.change([name], at: now) { $0[name] = note } }
    }

    private func guarded<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        let failed = failed.withLock { $0 }
        if let failed, failed.duration(to: .now) < Self.silence { throw Silent() }
        do { return try await body() } catch {
            if !(error is CancellationError) { self.failed.withLock { $0 = .now } }
            throw error
        }
    }

    private static func name(_ prefix: String, _ key: String) -> String { prefix + Checksum.text(Data(key.utf8)) }

    /// Bytes as a text: as they are where they are one.
    private static func text(_ data: Data) -> String {
        String(validating: data, as: UTF8.self).map { "t\($0)" } ?? "b\(data.base64EncodedString())"
    }

    private static func data(_ text: String) -> Data {
        let rest = text.dropFirst()
        return text.first == "b" ? Data(base64Encoded: String(rest)) ?? Data() : Data(rest.utf8)
    }
}
