import Foundation
import HTTPTypes
import Persistence
import Values
import WebPages

extension WebApp {
    /// Finding things of all sections by their titles.
    static let searchRoutes: [Route] = [
        Route(.get, "/search", .reader, "Things by a part of their name") { context in
            let text = String((context.query["q"] ?? "").trimmed.prefix(100))
            let things = context.app.sections.flatMap(\.things)
            return try await context.page(needsFigures: false) { set, style in
                guard !text.isEmpty else { return Page.search(text, [], style) }
                var found = try await set.reading.store.read { reader in
                    try things.flatMap { try $0.titled(like: text, in: reader) }
                }
                for section in context.app.sections {
                    if let search = section.search { found += try await search(text, set) }
                }
                // Names that begin like that come first.
                let wanted = text.folded
                let ranked = found.map { thing in
                    let title = thing.title.folded
                    return (thing: thing, key: (title.hasPrefix(wanted) ? 0 : 1, title, thing.path))
                }
                return Page.search(text, ranked.sorted { $0.key < $1.key }.map(\.thing), style)
            }
        }
    ]
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
