package import CommandSupport
import Foundation
import Persistence
package import Values

/// A cache of the newest snapshots, so that all parts of a page and its previews are of one state.
public actor FigureCache {
    /// How many are kept, and how long: rates are asked for again after that.
    private static let most = 8, lasts = 600.0

    private let host: ServiceHost
    private let context: CommandContext
    private var sets: [FigureSnapshot] = []
    private var making: [Place: Task<FigureSnapshot, any Error>] = [:]
    /// How far apart sets are made, and when the next one may be: where others write without a pause, each set would serve one
    /// reader, and sets would cost more than the pages.
    private static let pause = Duration.milliseconds(40)
    private var earliest = ContinuousClock.now

    /// The key of snapshots, beside the state of the store.
    private struct Place: Hashable {
        let services: UUID
        let today: CalendarDay
        let display: Currency?
        let period: Int?
    }

    /// How many are kept.
    package var count: Int { sets.count }
    private(set) var hits = 0
    private(set) var misses = 0

    package init(_ host: ServiceHost, _ context: CommandContext) {
        self.host = host
        self.context = context
    }

    /// The newest figure of a name that is computed; nil if there is none.
    public func newest<Value: Sendable>(_ name: String, as type: Value.Type) async -> Value? {
        for set in sets.reversed() {
            if let known = await set.known(name, as: type) { return known }
        }
        return nil
    }

    /// The set of the present state.
    private func current(day: CalendarDay?, display: Currency?) async throws -> FigureSnapshot {
        let services = try await host.services().displaying(display)
        let now = context.presentInstant
        let period = services.store.location.isServer ? Int(now.timeIntervalSince1970 / Self.lasts) : nil
        let (revision, journal) = try await services.store.read { (try $0.revision(), try $0.journalChecksum()) }
        let key = FigureSnapshot.Key(
            services: services.id, revision: revision, journal: journal,
            today: context.call(at: now, "show", day: day).today, display: display, period: period)
        await host.note(key.revision)
        sets.removeAll { abs(now.timeIntervalSince($0.instant)) >= Self.lasts }
        if let found = find(key) { return found }
        // After each change many come at once: one makes the set for all who wrote nothing later.
        let place = Place(services: services.id, today: key.today, display: display, period: period)
        while let task = making[place] {
            guard let made = try? await task.value, made.key.revision >= key.revision else { continue }
            hits += 1
            return made
        }
        let task = Task {
            defer { making[place] = nil }
            try await Task.sleep(until: earliest)
            earliest = .now + Self.pause
            return try await make(of: services.store.snapshot(), services, place, day: day, at: now)
        }
        making[place] = task
        return try await task.value
    }

    private func make(
        of snapshot: any Store, _ services: WebServices, _ place: Place, day: CalendarDay?, at now: Date
    ) async throws -> FigureSnapshot {
        let (revision, journal, entry) = try await snapshot.read {
            (try $0.revision(), try $0.journalChecksum(), try $0.newestNumber())
        }
        let key = FigureSnapshot.Key(
            services: services.id, revision: revision, journal: journal, today: place.today, display: place.display,
            period: place.period)
        if let found = find(key) { return found }
        misses += 1
        let context = context
        let made = FigureSnapshot(key, services, of: snapshot, at: now, entry: entry) {
            context.call(at: now, "show", day: day)
        }
        sets.append(made)
        if sets.count > Self.most { sets.removeFirst() }
        return made
    }

    private func find(_ key: FigureSnapshot.Key) -> FigureSnapshot? {
        guard let found = sets.last(where: { $0.key == key }) else { return nil }
        hits += 1
        return found
    }

    /// How long a page is begun again because others keep writing, in seconds.
    private static let patience = 20

    /// How long a page waits for somebody outside before it is shown with what is known.
    private static let wait = Duration.milliseconds(120)
    /// The number of times that each page was shown with what was known, by snapshot: it is shown again to see the rest, so each time it waits longer.
    private var provisionalPages: [String: [String: Int]] = [:]

    /// The time that a page waits for figures now.
    private func wait(of page: String, on set: FigureSnapshot) -> Duration {
        let times = provisionalPages[set.id]?[page] ?? 0
        return (0..<min(times, 2)).reduce(Self.wait) { wait, _ in wait * 16 }
    }

    private func note(provisional page: String, on set: FigureSnapshot) {
        let kept = Set(sets.map(\.id))
        provisionalPages = provisionalPages.filter { kept.contains($0.key) }
        provisionalPages[set.id, default: [:]][page, default: 0] += 1
    }

    /// Runs `body` on the snapshot of the present state. While somebody outside does not answer, it runs on a provisional snapshot, made of
    /// what is known, and `arrived` runs with it when the figures are there.
    ///
    /// - Parameter page: the path of the page, which waits longer when it is shown again.
    /// - Throws: as ``with(day:display:_:)``.
    package func shown<Value: Sendable>(
        _ page: String, day: CalendarDay?, display: Currency?,
        arrived: @escaping @Sendable (FigureSnapshot) async -> Void,
        _ body: @escaping @Sendable (FigureSnapshot) async throws -> Value
    ) async throws -> Value {
        try await with(day: day, display: display) { set in
            let wait = await wait(of: page, on: set)
            let (events, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>?.self)
            let requests = OutsideRequests()
            let work = Task {
                do {
                    continuation.yield(
                        .success(try await OutsideRequests.$ofPage.withValue(requests) { try await set.use(body) }))
                } catch {
                    continuation.yield(.failure(error))
                }
            }
            let clock = Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: wait)
                    continuation.yield(nil)
                }
            }
            defer { clock.cancel() }
            return try await withTaskCancellationHandler {
                for await event in events {
                    if let event { return try event.get() }
                    let isWaiting = await set.isWaiting
                    guard isWaiting || requests.areSent else { continue }
                    let provisional = await set.provisional()
                    let shown = try await provisional.use(body)
                    await note(provisional: page, on: set)
                    Task {
                        await work.value
                        await arrived(provisional)
                    }
                    return shown
                }
                throw CancellationError()
            } onCancel: {
                work.cancel()
                continuation.finish()
            }
        }
    }

    /// Runs `body` on the snapshot of the present state; again with a newer one where the store was written to and an older
    /// set is not worked out.
    ///
    /// - Parameters:
    ///   - day: the day that is asked for; nil for the present one.
    ///   - display: the currency for totals that is asked for; nil for that of the settings.
    /// - Throws: ``ContainerError``, ``StoreError``, what `body` throws.
    package func with<Value: Sendable>(
        day: CalendarDay? = nil, display: Currency? = nil, _ body: @Sendable (FigureSnapshot) async throws -> Value
    ) async throws -> Value {
        let end = ContinuousClock.now + .seconds(Self.patience)
        repeat {
            do { return try await current(day: day, display: display).use(body) } catch is FigureSnapshot.Stale {
                continue
            }
        } while ContinuousClock.now < end
        throw StoreError.busy(at: try await host.services().store.location, seconds: Self.patience, holder: nil)
    }
}

extension StoreLocation {
    /// Whether other programs may serve the same household.
    fileprivate var isServer: Bool { if case .server = self { true } else { false } }
}
