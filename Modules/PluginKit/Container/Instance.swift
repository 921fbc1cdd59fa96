import Synchronization

/// A made and validated provider.
struct Instance: Sendable {
    let id: ProviderID
    let value: any Sendable
    let health: (any HealthCheckable)?
    let close: (@Sendable () async throws -> Void)?
    /// Why the real provider could not be made when this was.
    let degradation: Degradation?
}

/// What has been made so far, in order. Factories that are tried again after the start read it too.
final class InstanceStore: Sendable {
    private let made = Mutex<[Instance]>([])

    subscript(id: ProviderID) -> Instance? {
        made.withLock { $0.first { $0.id == id } }
    }

    var all: [Instance] { made.withLock { $0 } }

    func add(_ instance: Instance) {
        made.withLock { $0.append(instance) }
    }

    /// Takes everything out, so that it is closed once only.
    func removeAll() -> [Instance] {
        made.withLock { instances in
            defer { instances = [] }
            return instances
        }
    }
}

extension [Instance] {
    /// Closes all in reverse order of creation, whatever fails on the way.
    func close() async -> [ShutdownError.Failure] {
        var failures: [ShutdownError.Failure] = []
        for instance in reversed() {
            do {
                try await instance.close?()
            } catch {
                failures.append(.init(provider: instance.id.description, reason: String(describing: error)))
            }
        }
        return failures
    }
}
