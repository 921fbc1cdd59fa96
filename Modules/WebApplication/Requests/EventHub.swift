import CommandSupport
import Foundation
import Persistence
import Presentation
import Values

/// Tells open pages that figures have changed. One task looks at the store, whatever the number of pages.
package actor EventHub {
    /// The event that pages receive.
    package struct Event: Sendable {
        package let revision: Int
        package let set: String
        /// The program that made the last change.
        package let by: String
        package let at: String

        /// As a stream of events has it.
        package var text: String { "id: \(revision)\nevent: change\ndata: \(json)\n\n" }

        package var json: String {
            "{\"revision\":\(revision),\"rates\":false,\"set\":\(Self.quoted(set)),\"by\":\(Self.quoted(by)),\"at\":\(Self.quoted(at))}"
        }

        private static func quoted(_ text: String) -> String {
            let data = try? JSONEncoder().encode(text)
            return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
        }
    }

    private var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    private var nextListener = 0
    private var latest: Event?
    private var day: CalendarDay?
    private var isEnding = false
    private var looking: Task<Void, Never>?

    /// The newest state. The store is looked at where whoever asks knows another one: a page of what was written a moment ago is
    /// newer than what was seen last.
    package func news(since revision: Int?, in sets: FigureCache) async -> Event? {
        if let revision, latest?.revision != revision { await look(sets) }
        return latest
    }

    /// A stream for one page: what has changed since a state that it knows comes at once.
    package func listen(since revision: Int?, in sets: FigureCache) async -> AsyncStream<String> {
        _ = await news(since: revision, in: sets)
        let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(16))
        guard !isEnding else {
            // Nobody would end it any more.
            continuation.yield("event: bye\ndata: {}\n\n")
            continuation.finish()
            return stream
        }
        let number = nextListener
        nextListener += 1
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        continuation.yield("retry: 2000\n\n")
        if let latest, let revision, latest.revision != revision { continuation.yield(latest.text) }
        return stream
    }

    private func forget(_ number: Int) { listeners[number] = nil }

    /// How many pages listen.
    package var count: Int { listeners.count }

    /// Looks at the store once a second until the program ends, and tells the pages.
    package func watch(_ sets: FigureCache) async {
        let heeding = Task { await heed(sets) }
        defer { heeding.cancel() }
        var second = 0
        while !Task.isCancelled, !isEnding {
            await look(sets)
            try? await Task.sleep(for: .seconds(1))
            second += 1
            // Proxies and browsers close what is silent.
            if second.isMultiple(of: 15) { for listener in listeners.values { listener.yield(": still here\n\n") } }
        }
    }

    /// Looks at once where the store says that somebody has written to it.
    private func heed(_ sets: FigureCache) async {
        guard let store = try? await sets.with({ $0.services.store }) as? any ChangeHints else { return }
        for await _ in store.hints() { await look(sets) }
    }

    /// Lets the pages that were made of a provisional snapshot load the figures that are there now.
    package func replace(_ provisional: FigureSnapshot) {
        for listener in listeners.values { listener.yield("event: figures\ndata: {\"of\":\"\(provisional.id)\"}\n\n") }
    }

    /// Tells the pages that more balances were read, or all of them.
    package func tellOfSync() {
        for listener in listeners.values { listener.yield("event: sync\ndata: {}\n\n") }
    }

    /// Tells the pages that the program ends.
    package func stop() {
        isEnding = true
        for listener in listeners.values {
            listener.yield("event: bye\ndata: {}\n\n")
            listener.finish()
        }
        listeners = [:]
    }

    /// One look at a time: an older state would be sent after a newer one.
    private func look(_ sets: FigureCache) async {
        while let looking { await looking.value }
        let task = Task {
            defer { looking = nil }
            await update(sets)
        }
        looking = task
        await task.value
    }

    private func update(_ sets: FigureCache) async {
        guard let set = try? await sets.with({ $0 }) else { return }
        let isFirst = latest == nil
        guard latest?.revision != set.key.revision || day != set.key.today || latest?.set != set.id else { return }
        let newest = try? await set.services.store.read { try $0.newestEntry() }
        let origin = newest?.origin
        let time = (origin?.instant ?? set.instant).text(in: .current).suffix(5)
        let event = Event(revision: set.key.revision, set: set.id, by: origin?.program ?? "", at: String(time))
        (latest, day) = (event, set.key.today)
        if !isFirst { for listener in listeners.values { listener.yield(event.text) } }
    }
}
