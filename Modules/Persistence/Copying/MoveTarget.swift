import Foundation
import Values

/// A place that everything a store holds can be moved to.
package protocol MoveTarget: Sendable {
    /// The place.
    var location: StoreLocation { get }

    /// Takes everything that a store holds, all or nothing, compared by totals. What an earlier try that was interrupted has put
    /// there counts as taken.
    ///
    /// - Parameter isDryRun: whether everything is checked and nothing is kept.
    /// - Throws: ``StoreError/occupied(at:)`` where something else is there already.
    func receive(_ source: any ContentSource, isDryRun: Bool) throws
}

/// A file that another store fills.
package struct ArchiveTarget: MoveTarget {
    private let path: String
    private let archive: any StoreArchive
    package var location: StoreLocation { .file(path) }

    package init(_ path: String, archive: any StoreArchive) {
        self.path = FilePlace.resolved(path)
        self.archive = archive
    }

    package func receive(_ source: any ContentSource, isDryRun: Bool) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            let totals = try source.contentTotals()
            guard (try? archive.read(path) { try $0.contentTotals() }) == totals else {
                throw StoreError.occupied(at: location)
            }
            return
        }
        if !isDryRun { try archive.write(source, to: path) }
    }
}

extension TableRows {
    /// The number of records of each kind.
    package func counts() throws -> [String: Int] {
        try mapping {
            let records = try kindTables().map { table in
                (table.kind.description.kind, try totals.total(of: table.name, in: connection).rows)
            }
            return Dictionary(uniqueKeysWithValues: records)
        }
    }
}
