/// Holds a substitute for a provider that could not be made, tries the real one again, and then gives that.
///
/// The protocol's module wraps it in a decorator of the protocol, which asks for `current()` on each use:
///
/// ```swift
/// struct RecoveringRates: ExchangeRateProvider {
///     let rates: Recoverable<any ExchangeRateProvider>
///     func rate(…) async throws -> Rate {
///         let current = await rates.current()
///         let rate = try await current.service.rate(…)
///         return current.degradation == nil ? rate : rate.markedAsFallback
///     }
/// }
/// ```
public actor Recoverable<Service: Sendable>: HealthCheckable {
    /// The service to use now.
    public struct Current: Sendable {
        /// The real provider or its substitute.
        public let service: Service
        /// Why this is a substitute, or nil when it is the real provider.
        public let degradation: Degradation?
    }

    private enum State {
        case substituted(Degradation)
        case recovered(Service)
        case closed
    }

    private let substitute: Service
    private let attempt: @concurrent @Sendable () async throws -> Service
    private let discard: @concurrent @Sendable (Service) async throws -> Void
    private let backoff: Backoff
    private let elapsed: @Sendable () -> Duration
    private var state: State
    private var last: Degradation
    private var failures = 1
    private var nextAttempt: Duration
    private var isTrying = false

    /// Starts with the substitute; the first failure has just happened.
    ///
    /// - Parameters:
    ///   - substitute: what is given until the real provider works.
    ///   - degradation: what failed, why and when.
    ///   - backoff: how long to wait between attempts.
    ///   - time: its clock measures the waits.
    ///   - discard: closes a real provider, at shutdown.
    ///   - attempt: makes and validates the real provider.
    public init(
        substitute: Service, degradation: Degradation, backoff: Backoff, time: TimeSource,
        discard: @concurrent @escaping @Sendable (Service) async throws -> Void = { _ in },
        attempt: @concurrent @escaping @Sendable () async throws -> Service
    ) {
        self.substitute = substitute
        self.attempt = attempt
        self.discard = discard
        self.backoff = backoff
        elapsed = time.stopwatch()
        state = .substituted(degradation)
        last = degradation
        nextAttempt = backoff.wait(afterFailures: 1)
    }

    /// The service to use now. When an attempt is due, this call makes it and waits for it; calls that come meanwhile
    /// get the substitute at once. An attempt that the caller's cancellation ended does not count.
    public func current() async -> Current {
        await tryAgainIfDue()
        switch state {
        case .recovered(let service): return Current(service: service, degradation: nil)
        case .substituted, .closed: return Current(service: substitute, degradation: last)
        }
    }

    /// The real provider's health once it works; until then degraded. Makes an attempt when one is due.
    public nonisolated func health() async -> HealthStatus {
        let current = await current()
        if let degradation = current.degradation {
            return .degraded(detail: degradation.description, since: degradation.since)
        }
        return await (current.service as? any HealthCheckable)?.health() ?? .healthy
    }

    private func tryAgainIfDue() async {
        guard case .substituted = state, !isTrying, elapsed() >= nextAttempt else { return }
        isTrying = true
        defer { isTrying = false }
        do {
            let service = try await attempt()
            if case .closed = state {
                // Nobody will use or close it any more; its failure to close has no one to be told.
                try? await discard(service)
            } else {
                state = .recovered(service)
            }
        } catch {
            guard !Task.isCancelled, case .substituted = state else { return }
            failures += 1
            nextAttempt = elapsed() + backoff.wait(afterFailures: failures)
            last = last.with(reason: String(describing: error))
            state = .substituted(last)
        }
    }

    /// Makes no more attempts, and closes the real provider if it works.
    func close() async throws {
        defer { state = .closed }
        if case .recovered(let service) = state { try await discard(service) }
    }
}
