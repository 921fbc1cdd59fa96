public import CommandSupport
public import Foundation
public import Persistence
public import PluginKit
public import Presentation
public import Values
public import WebAccess
public import WebPages

/// A domain's part of the dashboard: its pages, forms and addresses for programs, with everything that they need. A program lists its
/// sections beside its features.
public struct Section: Sendable {
    /// The makers of a section's use cases.
    public struct ServiceFactory: Sendable {
        let require: @Sendable (inout ContainerBuilder) -> Void
        let make: @Sendable (DIContainer) throws -> any SectionServices
        let sample:
            @Sendable (CommandContext, MemoryStore, _ rates: [String]) async throws -> (
                any SectionServices, [UndoGuard]
            )

        /// Makers of use cases.
        ///
        /// - Parameters:
        ///   - require: names the services of the container that are needed beside the store.
        ///   - make: makes the use cases of a container.
        ///   - sample: makes them for sample data, with the guards of their undo.
        public init(
            require: @escaping @Sendable (inout ContainerBuilder) -> Void = { _ in },
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

        /// Makers of use cases that need the store alone.
        public init(_ make: @escaping @Sendable (any Store) -> any SectionServices) {
            self.init(make: { make(try $0.resolve(.store)) }, sample: { _, store, _ in (make(store), []) })
        }
    }

    /// The list beside every page.
    public struct SideList: Sendable {
        let title: String
        let entries: @Sendable (FigureSnapshot, PageStyle, _ waits: Bool) async throws -> [Frame.SideEntry]

        /// A list.
        ///
        /// - Parameters:
        ///   - title: the name of the list for people who do not see it: `Goals`.
        ///   - entries: makes the list; the flag says whether it may wait for figures that are not there yet.
        public init(
            _ title: String,
            _ entries: @escaping @Sendable (FigureSnapshot, PageStyle, _ waits: Bool) async throws -> [Frame.SideEntry]
        ) {
            self.title = title
            self.entries = entries
        }
    }

    /// The page that a guest sees.
    public typealias GuestPage = @Sendable (Access.Link, FigureSnapshot, PageStyle) async throws -> Page

    /// Words that the help explains, each with its meaning.
    public typealias Words = [(word: String, meaning: String)]

    /// The name by which settings choose it: `savings`.
    public let id: String
    /// The heading above its pages, where a program has several sections.
    public let title: String
    /// The entries of the list of pages.
    public let entries: [Frame.Entry]
    /// Links at the end of every page.
    public let footer: [Frame.Entry]
    /// The actions of every page; the sign of an entry is the key of the keyboard that follows it.
    public let actions: [Frame.Entry]
    /// The addresses of its pages, forms and documents.
    public let routes: [Route]
    /// The things that have a version of their own.
    public let things: [VersionedThing]
    let numbers: Set<String>
    let words: Words
    let remedies: [String: RemedyWords.Sentence]
    let services: ServiceFactory?
    let check: @Sendable (any StoreReader, Call) throws -> Void
    let overview: (@Sendable (RequestContext, FigureSnapshot, PageStyle) async throws -> Page.Overview)?
    let search: (@Sendable (String, FigureSnapshot) async throws -> [Page.Found])?
    let sideList: SideList?
    let guestPage: GuestPage?
    let sentence: ChangeSentence
    let gauges: @Sendable (FigureCache, Date) async -> [Metrics.Gauge]
    let stop: @Sendable () async -> Void
    /// The goals that a guest link may show alone, with their ids.
    package var guestLinkGoals: (@Sendable (any StoreReader) throws -> [(id: UUID, title: String)])?
    /// The work beside requests, which goes on until it is cancelled.
    package var backgroundWork: (@Sendable (WebApp) async -> Void)?

    /// A section.
    ///
    /// - Parameters:
    ///   - id: the name by which settings choose it.
    ///   - title: the heading above its pages, where a program has several sections.
    ///   - entries: its pages in the list of pages.
    ///   - footer: links at the end of every page.
    ///   - actions: what can be done from every page, the most frequent first; the sign of each is a key that follows it.
    ///   - routes: the addresses of its pages, forms and documents.
    ///   - things: kinds with a version of their own; a search finds them by their titles, and what is new leads to its page.
    ///   - numbers: the names of fields of its forms that hold a number, which people write in the way of their country. They are
    ///     numbers in the forms of all sections.
    ///   - words: words that the help explains.
    ///   - remedies: the words of pages for remedies, by action.
    ///   - services: the makers of its use cases; nil where it has none beside those of other sections.
    ///   - check: reads everything that pages are made of, as far as it is in the store.
    ///   - overview: its part of the overview.
    ///   - search: finds by a text, as it was typed, what has no title of its own.
    ///   - sideList: the list beside every page; that of the first section which has one is shown.
    ///   - guestPage: the page that a guest sees.
    ///   - sentence: says a change of its things as a sentence; without one, the kind and the title are named.
    ///   - gauges: figures of the moment for monitoring, made of the newest figures that somebody has wanted.
    ///   - stop: ends what goes on beside requests.
    public init(
        _ id: String, title: String, entries: [Frame.Entry], footer: [Frame.Entry] = [],
        actions: [Frame.Entry] = [], routes: [Route],
        things: [VersionedThing] = [], numbers: Set<String> = [], words: Words = [],
        remedies: [String: RemedyWords.Sentence] = [:],
        services: ServiceFactory? = nil,
        check: @escaping @Sendable (any StoreReader, Call) throws -> Void = { _, _ in },
        overview: (@Sendable (RequestContext, FigureSnapshot, PageStyle) async throws -> Page.Overview)? = nil,
        search: (@Sendable (String, FigureSnapshot) async throws -> [Page.Found])? = nil,
        sideList: SideList? = nil, guestPage: GuestPage? = nil, sentence: @escaping ChangeSentence = { _, _ in nil },
        gauges: @escaping @Sendable (FigureCache, Date) async -> [Metrics.Gauge] = { _, _ in [] },
        stop: @escaping @Sendable () async -> Void = {}
    ) {
        self.id = id
        self.title = title
        self.entries = entries
        self.footer = footer
        self.actions = actions
        self.routes = routes.map { $0.of(section: id) }
        self.things = things
        self.numbers = numbers
        self.words = words
        self.remedies = remedies
        self.services = services
        self.check = check
        self.overview = overview
        self.search = search
        self.sideList = sideList
        self.guestPage = guestPage
        self.sentence = sentence
        self.gauges = gauges
        self.stop = stop
    }
}
