#if SQLite
    import Foundation
    import Models

    /// The dated copies beside a store, in the folder "cst.sqlite.copies": each shows the store as it was before the first
    /// change of a day.
    struct DailyCopies: Sendable {
        private let folder: String
        private let stem: String
        private let ending: String

        /// The copies of the file at `path`.
        init(of path: String) {
            let url = URL(fileURLWithPath: path)
            folder = path + ".copies"
            ending = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
            stem = "\(url.deletingPathExtension().lastPathComponent)-"
        }

        /// Where the copy of a day is, or goes.
        func path(of day: CalendarDay) -> String { "\(folder)/\(stem)\(day)\(ending)" }

        /// Makes the folder, for the user alone; what keeps it from being made shows in the next step.
        func makeFolder() {
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }

        /// The copies there are, oldest first. What bears other names is none.
        var all: [String] {
            names.compactMap { name in
                guard name.hasPrefix(stem), name.hasSuffix(ending) else { return nil }
                return try? CalendarDay(String(name.dropFirst(stem.count).dropLast(ending.count)))
            }.sorted().map(path)
        }

        /// Removes the oldest copies beyond `count`, and what programs that were killed left behind on earlier days.
        func prune(keeping count: Int, on day: CalendarDay) {
            for old in all.dropLast(count) { try? FileManager.default.removeItem(atPath: old) }
            for name in names where name.hasPrefix(".\(stem)") && !name.hasPrefix(".\(stem)\(day)") {
                try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            }
        }

        /// The newest copy that is whole, read to its last row.
        var newestWhole: String? {
            all.last { copy in
                let file = StoreFile(existing: copy)
                return
                    (try? {
                        let scratch = try NewFile(at: copy)
                        try FileManager.default.removeItem(atPath: scratch.temporaryPath)
                        try FileManager.default.copyItem(atPath: copy, toPath: scratch.temporaryPath)
                        try DatabaseCopy.upgrade(scratch.temporaryPath, as: file)
                        _ = try DatabaseCopy.verify(scratch.temporaryPath, as: file)
                        return true
                    }()) ?? false
            }
        }

        private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
    }
#endif
