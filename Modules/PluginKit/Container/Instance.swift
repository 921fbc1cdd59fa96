import Synchronization

/// A made and validated provider.
struct Instance: Sendable {
    let id: ProviderID
    let close: (@Sendable () async throws -> Void)?
    /// Why the real provider could not be made when this was.
    let degradation: Degradation?
    private let product: any AnyObject & Sendable
    private let findHealth: @Sendable () -> (any HealthCheckable)?

    init<Service: Sendable>(
        id: ProviderID, _ product: Product<Service>, health: (any HealthCheckable)? = nil,
        close: (@Sendable () async throws -> Void)?, degradation: Degradation? = nil
    ) {
        self.id = id
        self.close = close
        self.degradation = degradation
        self.product = product
        // A program that is about to answer one question looks for no checks: that reads all conformances of the program.
        findHealth = { health ?? product.service as? any HealthCheckable }
    }

    private init(_ other: Instance, close: (@Sendable () async throws -> Void)?) {
        (id, degradation, product, findHealth) = (other.id, other.degradation, other.product, other.findHealth)
        self.close = close
    }

    /// The same for a container that does not close it.
    var withoutClosing: Instance { Instance(self, close: nil) }

    /// Its check of itself; nil when it has none.
    var health: (any HealthCheckable)? { findHealth() }

    /// The provider as the service; nil when it was made as another one.
    func service<Service: Sendable>(as type: Service.Type) -> Service? { (product as? Product<Service>)?.service }
}

/// A provider under the type of its service. A cast to a class compares types, where one to a protocol looks through all
/// conformances of the program.
final class Product<Service: Sendable>: Sendable {
    let service: Service

    init(_ service: Service) { self.service = service }
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

    /// Puts an instance in the place of the one with its id.
    func replace(_ instance: Instance) {
        made.withLock { instances in
            guard let index = instances.firstIndex(where: { $0.id == instance.id }) else { return }
            instances[index] = instance
        }
    }

    /// Takes some out, so that they are not closed with the others.
    func remove(where isOne: (Instance) -> Bool) -> [Instance] {
        made.withLock { instances in
            defer { instances.removeAll(where: isOne) }
            return instances.filter(isOne)
        }
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
