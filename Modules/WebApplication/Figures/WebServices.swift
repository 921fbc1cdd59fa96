import CommandSupport
package import Foundation
public import Persistence
import PluginKit
public import Values

/// The use cases of a section, made once for the life of a container.
public protocol SectionServices: Sendable {
    /// The same on a state of the store.
    func reading(_ snapshot: any Store) -> Self

    /// The same with another currency for totals.
    func displaying(_ currency: Currency) -> Self
}

/// The store, its history, and the use cases of every section: everything that responses are made with.
public struct WebServices: Sendable {
    /// An id that tells them from others that were made before or after, of the same database or of another one.
    package let id: UUID
    /// The store that they work on.
    public let store: any Store
    private let guards: [UndoGuard]
    /// Asked before things are changed otherwise than by the use cases of their domain.
    package let permissions: [ChangePermission]
    private let sections: [ObjectIdentifier: any SectionServices]

    package init(
        store: any Store, guards: [UndoGuard], permissions: [ChangePermission] = [], sections: [any SectionServices],
        id: UUID = UUID()
    ) {
        self.id = id
        self.store = store
        self.guards = guards
        self.permissions = permissions
        self.sections = Dictionary(
            sections.map { (ObjectIdentifier(type(of: $0)), $0) }, uniquingKeysWith: { $1 })
    }

    /// The journal of changes, and undoing them.
    public var history: HistoryService { HistoryService(store: store, guards: guards, permissions: permissions) }

    /// The use cases of a section.
    ///
    /// - Throws: ``SectionMissing`` where the program has no such section.
    public func of<Services: SectionServices>(_ type: Services.Type) throws -> Services {
        guard let services = sections[ObjectIdentifier(type)] as? Services else {
            throw SectionMissing(services: "\(type)")
        }
        return services
    }

    /// The same on a state of the store.
    package func reading(_ snapshot: any Store) -> WebServices {
        WebServices(
            store: snapshot, guards: guards, permissions: permissions,
            sections: sections.values.map { $0.reading(snapshot) }, id: id)
    }

    /// The same with another currency for totals; with nil the same.
    package func displaying(_ currency: Currency?) -> WebServices {
        guard let currency else { return self }
        return WebServices(
            store: store, guards: guards, permissions: permissions,
            sections: sections.values.map { $0.displaying(currency) }, id: id)
    }
}

/// Thrown when a route requests the use cases of a section that its program does not list: a defect of the program.
public struct SectionMissing: Error, CustomStringConvertible {
    /// The name of the type that was wanted.
    public let services: String
    /// A sentence for the developer.
    public var description: String { "The program lists no section with \(services)." }
}
