#if SQLite
    import Foundation

    /// Names of files that are put beside another and tell when: "cst.sqlite" becomes "cst-20260520T081530Z.sqlite".
    enum DatedName {
        /// A free path for a copy of the file, with the instant in its name, and a number where that is taken.
        static func path(_ file: String, label: String = "", at instant: Date, in folder: String? = nil) -> String {
            let (own, stem, ending) = parts(file)
            let folder = folder.map { URL(fileURLWithPath: $0) } ?? own
            let name = stem + label + stamp(instant)
            let paths = [name] + (2...99).map { "\(name)-\($0 < 10 ? "0" : "")\($0)" }
            let free = paths.first { !exists(folder.appendingPathComponent($0 + ending).path) } ?? name
            return folder.appendingPathComponent(free + ending).path
        }

        /// The copies without a label that there are of the file, oldest first.
        static func all(_ file: String, in folder: String) -> [String] {
            let (_, stem, ending) = parts(file)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.filter { $0.hasPrefix(stem) && $0.hasSuffix(ending) }
                .map { $0.dropLast(ending.count) }
                .filter { $0.dropFirst(stem.count).wholeMatch(of: /\d{8}T\d{6}Z(-\d\d)?/) != nil }
                .sorted().map { URL(fileURLWithPath: folder).appendingPathComponent($0 + ending).path }
        }

        private static func parts(_ file: String) -> (folder: URL, stem: String, ending: String) {
            let url = URL(fileURLWithPath: file)
            let ending = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
            return (url.deletingLastPathComponent(), "\(url.deletingPathExtension().lastPathComponent)-", ending)
        }

        private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

        private static func stamp(_ instant: Date) -> String {
            InstantText.text(instant).prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
        }
    }
#endif
