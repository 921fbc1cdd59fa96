import Synchronization

/// A note of whether anything outside was requested, such as rates of a server.
final class OutsideRequests: Sendable {
    /// The note of the page that is being made; nil for work that waits in any case.
    @TaskLocal static var ofPage: OutsideRequests?

    private let sent = Mutex(false)

    /// Whether there was a request.
    var areSent: Bool { sent.withLock { $0 } }

    /// Notes that there was one.
    func note() { sent.withLock { $0 = true } }
}
