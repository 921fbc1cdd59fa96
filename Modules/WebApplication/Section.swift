package import CommandSupport
package import Foundation
package import Persistence
package import PluginKit
package import Presentation
package import Values
package import WebAccess
package import WebPages

/// A domain's part of the dashboard: its pages, forms and addresses for programs, with everything that they need. A program lists its
/// sections beside its features.
package struct Section: Sendable {
    /// The makers of a section's use cases.
    package struct ServiceFactory: Sendable {
        /// Names the services that are needed.
        package let require: @Sendable (inout ContainerBuilder) -> Void
        package let make: @Sendable (DIContainer) throws -> any SectionServices
        /// The same for sample data, with the guards of their undo.
        package let sample:
            @Sendable (CommandContext, MemoryStore, _ rates: [String]) async throws -> (
                any SectionServices, [UndoGuard]
            )

        package init(
            require: @escaping @Sendable (inout ContainerBuilder) -> Void,
            make: @escaping @Sendable (DIContainer) throws -> any SectionServices,
            sample:
                @escaping @Sendable (CommandContext, MemoryStore, _ rates: [String]) async throws -> (
                    any SectionServices, [UndoGuard]
                )
        ) {
            self.require = require
            self.make = make
            self.sample = sample
        }
    }

    /// The list beside every page; the flag says whether it may wait for figures that are not there yet.
    package typealias SideList = @Sendable (FigureSnapshot, PageStyle, Bool) async throws -> [Frame.SideEntry]
    /// The page that a guest sees.
    package typealias GuestPage = @Sendable (Access.Link, FigureSnapshot, PageStyle) async throws -> Page

    /// The name by which settings choose it: `savings`.
    package let id: String
    /// The entries of the list of pages.
    package let entries: [Frame.Entry]
    package let routes: [Route]
    /// The things that have a version of their own.
    package let things: [VersionedThing]
    /// The words of pages for remedies.
    package let remedies: [String: RemedyWords.Sentence]
    package let services: ServiceFactory?
    /// Reads everything that pages are made of, as far as it is in the store.
    package let check: @Sendable (any StoreReader, Call) throws -> Void
    package let sideList: SideList?
    package let guestPage: GuestPage?
    /// Figures of the moment, made of the newest figures that somebody has asked for.
    package let gauges: @Sendable (FigureCache, Date) async -> [Metrics.Gauge]
    /// Ends what goes on beside requests.
    package let stop: @Sendable () async -> Void

    package init(
        _ id: String, entries: [Frame.Entry], routes: [Route], things: [VersionedThing] = [],
        remedies: [String: RemedyWords.Sentence] = [:], services: ServiceFactory? = nil,
        check: @escaping @Sendable (any StoreReader, Call) throws -> Void = { _, _ in },
        sideList: SideList? = nil, guestPage: GuestPage? = nil,
        gauges: @escaping @Sendable (FigureCache, Date) async -> [Metrics.Gauge] = { _, _ in [] },
        stop: @escaping @Sendable () async -> Void = {}
    ) {
        self.id = id
        self.entries = entries
        self.routes = routes
        self.things = things
        self.remedies = remedies
        self.services = services
        self.check = check
        self.sideList = sideList
        self.guestPage = guestPage
        self.gauges = gauges
        self.stop = stop
    }
}
