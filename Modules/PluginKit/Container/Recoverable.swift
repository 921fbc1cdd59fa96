public import Values

/// Stands for a provider that could not be made: tries it again from time to time, and then gives it.
///
/// The protocol's module wraps it in a decorator of the protocol, which calls ``current()`` on each use.
public actor Recoverable<Service: Sendable>: HealthCheckable {
    private enum State {
        case failing
        case recovered(Service)
        case closed
    }

    private let attempt: @concurrent @Sendable () async throws -> Service
    private let discard: @concurrent @Sendable (Service) async throws -> Void
    private let elapsed: @Sendable () -> Duration
    private var state = State.failing
    private var degradation: Degradation
    private var failures = 1
    private var nextAttempt = Backoff.wait(afterFailures: 1)
    private var isTrying = false

    /// Starts without the provider; the first failure has just happened.
    ///
    /// - Parameters:
    ///   - degradation: what failed, why and when.
    ///   - time: its clock measures the waits.
    ///   - discard: closes the provider, at shutdown.
    ///   - attempt: makes and validates the provider.
    public init(
        degradation: Degradation, time: TimeSource,
        discard: @concurrent @escaping @Sendable (Service) async throws -> Void = { _ in },
        attempt: @concurrent @escaping @Sendable () async throws -> Service
    ) {
        self.degradation = degradation
        self.attempt = attempt
        self.discard = discard
        elapsed = time.stopwatch()
    }

    /// The provider. When an attempt is due, this call makes it and waits for it; calls that come meanwhile fail at once.
    /// An attempt that the caller's cancellation ended does not count.
    ///
    /// - Throws: ``ProviderUnavailable`` while it cannot be made.
    public func current() async throws(ProviderUnavailable) -> Service {
        await tryAgainIfDue()
        guard case .recovered(let service) = state else { throw ProviderUnavailable(reason: degradation.reason) }
        return service
    }

    /// The provider's health once it works; until then degraded. Makes an attempt when one is due.
    public nonisolated func health(_ call: Call) async -> HealthStatus {
        do {
            return await (try await current() as? any HealthCheckable)?.health(call) ?? .healthy
        } catch {
            let degradation = await degradation
            return .degraded(detail: degradation.description, since: degradation.since)
        }
    }

    private func tryAgainIfDue() async {
        guard case .failing = state, !isTrying, elapsed() >= nextAttempt else { return }
        isTrying = true
        defer { isTrying = false }
        do {
            let service = try await attempt()
            if case .closed = state {
                // Nobody will use or close it any more; its failure to close can be reported to nobody.
                try? await discard(service)
            } else {
                state = .recovered(service)
            }
        } catch {
            guard !Task.isCancelled, case .failing = state else { return }
            failures += 1
            nextAttempt = elapsed() + Backoff.wait(afterFailures: failures)
            degradation = degradation.with(reason: String(describing: error))
        }
    }

    /// Makes no more attempts, and closes the provider if it works.
    func close() async throws {
        defer { state = .closed }
        if case .recovered(let service) = state { try await discard(service) }
    }
}
