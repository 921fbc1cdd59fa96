#if CommandLine
    import Foundation
    public import Models
    import PluginKit

    /// Finds the thing a person means: by exact id, exact name, or a beginning of the id that only one has.
    public enum Lookup {
        /// The goal that `text` names.
        ///
        /// - Throws: ``CommandError`` when none or several match.
        public static func goal(_ text: String, in goals: [Goal]) throws -> Goal {
            try find(text, in: goals, thing: "goal", list: "cst-plan goal list --all") { ($0.id, $0.name) }
        }

        /// The asset that `text` names.
        ///
        /// - Throws: ``CommandError`` when none or several match.
        public static func asset(_ text: String, in assets: [Asset]) throws -> Asset {
            try find(text, in: assets, thing: "asset", list: "cst-assets list") { ($0.id, $0.name) }
        }

        static func find<Item>(
            _ text: String, in items: [Item], thing: String, list: String,
            _ identity: (Item) -> (id: UUID, name: String)
        ) throws -> Item {
            if let id = UUID(uuidString: text), let item = items.first(where: { identity($0).id == id }) { return item }
            let named = items.filter { identity($0).name == text }
            if let item = try only(named, text, thing, identity) { return item }
            if text.utf8.count >= 4 {
                let prefix = text.lowercased()
                let matching = items.filter { identity($0).id.uuidString.lowercased().hasPrefix(prefix) }
                if let item = try only(matching, text, thing, identity) { return item }
            }
            let names = items.map { identity($0).name }
            let nearest =
                nearestName(to: text, among: names)
                ?? names.first { !text.isEmpty && $0.lowercased().hasPrefix(text.lowercased()) }
            throw CommandError(
                .data, "unknown" + thing.capitalized, "There is no \(thing) '\(text)'.",
                hint: nearest.map { "Did you mean '\($0)'?" } ?? "See '\(list)'.")
        }

        private static func only<Item>(
            _ items: [Item], _ text: String, _ thing: String, _ identity: (Item) -> (id: UUID, name: String)
        ) throws -> Item? {
            guard items.count > 1 else { return items.first }
            let ids = items.map { "\(identity($0).id.uuidString.lowercased().prefix(8)) \(identity($0).name)" }
            throw CommandError(
                .data, "ambiguous" + thing.capitalized,
                "'\(text)' is the name of \(items.count) \(thing)s: \(ids.prefix(5).joined(separator: ", ")).",
                hint: "Name it by the beginning of its id.")
        }
    }
#endif
