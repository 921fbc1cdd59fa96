import CommandSupport
package import Foundation
package import Persistence
import PluginKit
package import Values

/// The use cases of a section, made once for the life of a container.
package protocol SectionServices: Sendable {
    /// The same on a state of the store.
    func reading(_ snapshot: any Store) -> Self

    /// The same with another currency for totals.
    func displaying(_ currency: Currency) -> Self
}

/// Everything that answers are made with: the store, its history, and the use cases of every section.
package struct WebServices: Sendable {
    /// An id that tells them from others that were made before or after, of the same database or of another one.
    package let id: UUID
    package let store: any Store
    private let guards: [UndoGuard]
    private let sections: [ObjectIdentifier: any SectionServices]

    package init(store: any Store, guards: [UndoGuard], sections: [any SectionServices], id: UUID = UUID()) {
        self.id = id
        self.store = store
        self.guards = guards
        self.sections = Dictionary(
            sections.map { (ObjectIdentifier(type(of: $0)), $0) }, uniquingKeysWith: { $1 })
    }

    /// The journal of changes, and undoing them.
    package var history: HistoryService { HistoryService(store: store, guards: guards) }

    /// The use cases of a section.
    ///
    /// - Throws: ``SectionMissing`` where the program has no such section.
    package func of<Services: SectionServices>(_ type: Services.Type) throws -> Services {
        guard let services = sections[ObjectIdentifier(type)] as? Services else {
            throw SectionMissing(services: "\(type)")
        }
        return services
    }

    /// The same on a state of the store.
    package func reading(_ snapshot: any Store) -> WebServices {
        WebServices(store: snapshot, guards: guards, sections: sections.values.map { $0.reading(snapshot) }, id: id)
    }

    /// The same with another currency for totals; with nil the same.
    package func displaying(_ currency: Currency?) -> WebServices {
        guard let currency else { return self }
        return WebServices(
            store: store, guards: guards, sections: sections.values.map { $0.displaying(currency) }, id: id)
    }
}

/// Thrown when a route asks for the use cases of a section that its program does not list: a defect of the program.
package struct SectionMissing: Error, CustomStringConvertible {
    package let services: String
    package var description: String { "The program lists no section with \(services)." }
}
