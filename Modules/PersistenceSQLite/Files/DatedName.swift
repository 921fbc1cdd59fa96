import Foundation
import Values

/// Names of files that are put beside another and tell when: "cst.sqlite" becomes "cst-replaced-20260520T081530Z.sqlite".
enum DatedName {
    /// A free path for a copy of the file, with the instant in its name, and a number where that is taken.
    static func path(_ file: String, label: String, at instant: Date) -> String {
        let url = URL(fileURLWithPath: file)
        let folder = url.deletingLastPathComponent()
        let ending = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
        let name = "\(url.deletingPathExtension().lastPathComponent)-\(label)\(stamp(instant))"
        let paths = [name] + (2...99).map { "\(name)-\($0 < 10 ? "0" : "")\($0)" }
        let free = paths.first { !exists(folder.appendingPathComponent($0 + ending).path) } ?? name
        return folder.appendingPathComponent(free + ending).path
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private static func stamp(_ instant: Date) -> String {
        InstantText.text(instant).prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }
}
