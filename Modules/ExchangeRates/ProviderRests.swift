import Synchronization

/// Providers that did not answer in time and are left alone for a while, so that not every question waits for them anew.
final class ProviderRests: Sendable {
    private let length: Duration
    private let elapsed: @Sendable () -> Duration
    /// When each of them was left alone, by its rank.
    private let began = Mutex<[Int: Duration]>([:])

    /// Nobody is left alone yet.
    init(_ length: Duration, on clock: any Clock<Duration>) {
        self.length = length
        elapsed = Self.stopwatch(clock)
    }

    /// How long a provider is still left alone; nil for one that is asked.
    func remaining(_ rank: Int) -> Duration? {
        let now = elapsed()
        return began.withLock { began in
            guard let start = began[rank], now - start < length else { return nil }
            return length - (now - start)
        }
    }

    /// Leaves a provider alone from now on.
    func begin(_ rank: Int) {
        let now = elapsed()
        began.withLock { $0[rank] = now }
    }

    /// Opens the existential, so that instants of the one clock can be compared.
    static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let beginning = clock.now
        return { beginning.duration(to: clock.now) }
    }
}
