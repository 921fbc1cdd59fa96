import Persistence
import PluginKit
import Values

/// The services that a command needs: made when they are needed, with what they need in turn, and closed when the
/// command has answered.
actor Composition {
    private let builder: ContainerBuilder
    private let settings: SettingsInUse
    private var containers: [DIContainer] = []

    init(_ builder: ContainerBuilder, _ settings: SettingsInUse) {
        self.builder = builder
        self.settings = settings
    }

    /// A container with what `require` names, or everything that can be made, as the settings are now.
    ///
    /// - Parameter earlier: the container whose stores it takes over; nil where it opens its own.
    func container(
        _ extent: ContainerBuilder.Extent, keepingStoresOf earlier: DIContainer? = nil,
        _ require: @Sendable (inout ContainerBuilder) -> Void = { _ in }
    ) async throws -> DIContainer {
        var builder = builder
        builder.use(settings.current.settings)
        if let earlier { builder.keepStores(of: earlier) }
        require(&builder)
        let container = try await builder.build(extent)
        containers.append(container)
        return container
    }

    /// Closes everything that was made, and gives what the store has to say about itself.
    func close() async throws -> [Warning] {
        let open = containers
        containers = []
        var warnings: [Warning] = []
        var failure: (any Error)?
        for container in open {
            if let store = try? container.resolve(.store) {
                for warning in store.warnings() where !warnings.contains(warning) { warnings.append(warning) }
            }
            do { try await container.shutdown() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return warnings
    }
}
