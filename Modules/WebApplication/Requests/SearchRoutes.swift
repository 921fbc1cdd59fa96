import Foundation
import HTTPTypes
import Persistence
import Presentation
import Values
import WebPages

extension WebApp {
    /// Finding things of all sections by their titles.
    static let searchRoutes: [Route] = [
        Route(.get, "/search", .reader, "Things by a part of their name or their note") { context in
            let text = context.searched
            return try await context.page(needsFigures: false) { set, style in
                Page.search(text, try await context.app.found(text, set), style)
            }
        },
        .read(
            "/search", "Things by a part of their name or their note", "search",
            [Route.Parameter(name: "q", summary: "A part of the name or the note.", pattern: "^.{0,100}$")]
        ) { context, set in
            Document(found: try await context.app.found(context.searched, set), asOf: set.key.today)
        },
    ]

    /// The things of all sections with a text in their title, the most alike first; none for an empty text.
    private func found(_ text: String, _ set: FigureSnapshot) async throws -> [Page.Found] {
        guard !text.isEmpty else { return [] }
        let things = sections.flatMap(\.things)
        var found = try await set.reading.store.read { reader in
            try things.flatMap { try $0.titled(like: text, in: reader) }
        }
        for section in sections {
            if let search = section.search { found += try await search(text, set) }
        }
        // Names that begin like that come first.
        let wanted = text.folded
        let ranked = found.filter { $0.day == nil }.map { thing in
            let title = thing.title.folded
            return (thing: thing, key: (title.hasPrefix(wanted) ? 0 : 1, title, thing.path))
        }
        // Things of one day keep the order that their section gives them.
        let dated = found.enumerated().compactMap { place, thing in thing.day.map { (thing, place, $0) } }
        return ranked.sorted { $0.key < $1.key }.map(\.thing)
            + dated.sorted { ($1.2, $0.1) < ($0.2, $1.1) }.map(\.0)
    }
}

extension RequestContext {
    /// The text of a search.
    fileprivate var searched: String { String((query["q"] ?? "").trimmed.prefix(100)) }
}

extension VersionedThing {
    /// The things with a page whose title contains a text, whatever its case and accents.
    fileprivate func titled(like text: String, in reader: any StoreReader) throws -> [Page.Found] {
        guard let page else { return [] }
        let wanted = text.folded
        return try titles(reader).filter { $0.title.folded.contains(wanted) }.map {
            Page.Found(title: $0.title, kind: kind, path: page + $0.id.lowercased())
        }
    }
}

extension String {
    /// Without case and accents.
    fileprivate var folded: String { folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }

    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
