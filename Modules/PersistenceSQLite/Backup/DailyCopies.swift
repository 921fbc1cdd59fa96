import Foundation
import GRDB
import Values

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
    var all: [String] { days.map(path) }

    private var days: [CalendarDay] {
        names.compactMap { name in
            guard name.hasPrefix(stem), name.hasSuffix(ending) else { return nil }
            return try? CalendarDay(String(name.dropFirst(stem.count).dropLast(ending.count)))
        }.sorted()
    }

    /// Whether a copy of a file with so many bytes is to be made before a change on a day.
    func isDue(on day: CalendarDay, sized bytes: Int) -> Bool {
        guard let newest = days.last(where: { $0 <= day }) else { return true }
        return newest.days(until: day) >= CopyLimits.daysBetween(sized: bytes)
    }

    /// Removes copies until the others keep to the limits, and what programs that were killed left behind on earlier days.
    func prune(to limits: CopyLimits, on day: CalendarDay) {
        var left = days
        func isTooMuch() -> Bool {
            left.count > limits.count || left.reduce(0) { $0 + StoreFile(existing: path(of: $1)).size } > limits.bytes
        }
        while left.count > 1, isTooMuch() {
            let old = left.remove(at: DailyCopies.leastMissed(of: left, on: day))
            try? FileManager.default.removeItem(atPath: path(of: old))
        }
        for name in names where name.hasPrefix(".\(stem)") && !name.hasPrefix(".\(stem)\(day)") {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    /// The place of the copy that goes first among several, oldest first: the distances between those that stay grow with
    /// their age, and the two newest are always among them.
    static func leastMissed(of days: [CalendarDay], on day: CalendarDay) -> Int {
        // Days to come are of a clock that was wrong.
        if let wrong = days.firstIndex(where: { $0 > day }) { return wrong }
        func age(_ place: Int) -> Int { days[place].days(until: day) + 1 }
        var best = 0
        for place in days.indices.dropFirst().dropLast(2)
        where best == 0 || age(place - 1) * age(best + 1) < age(best - 1) * age(place + 1) {
            best = place
        }
        return best
    }

    /// The copy with the most changes that is whole, read to its last row. Its name only tells what the clock said.
    var newestWhole: String? {
        let copies = all.enumerated().map { (path: $1, order: (DailyCopies.changes(in: $1), $0)) }
        return copies.sorted { $0.order < $1.order }.map(\.path).last { copy in
            let file = StoreFile(existing: copy)
            return
                (try? {
                    let scratch = try NewFile(at: copy)
                    try Data(contentsOf: URL(fileURLWithPath: copy), options: .mappedIfSafe).write(
                        to: URL(fileURLWithPath: scratch.temporaryPath))
                    try DatabaseCopy.upgrade(scratch.temporaryPath, as: file)
                    _ = try DatabaseCopy.verify(scratch.temporaryPath, as: file)
                    return true
                }()) ?? false
        }
    }

    /// How many changes a copy says it holds; -1 when that cannot be read.
    static func changes(in copy: String) -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        return
            (try? DatabaseQueue(path: copy, configuration: configuration).read {
                try SQLConnection($0).integer("SELECT rows FROM totals WHERE name = 'journal'")
            }) ?? -1
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
}
