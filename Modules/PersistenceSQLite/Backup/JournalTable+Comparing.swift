import Foundation
import Persistence
import Values

extension JournalTable {
    /// The checksum of every entry in order: entries of two files that have the same one are the same.
    static func checksums(in connection: SQLConnection) throws -> [Int] {
        var checksums: [Int] = []
        try connection.forEachRow("SELECT checksum FROM journal ORDER BY number") {
            checksums.append($0.number(0))
        }
        return checksums
    }

    /// When the entry was written; nil when there is none.
    static func instant(of number: Int, in connection: SQLConnection) throws -> Date? {
        var instant: Date?
        try connection.forEachRow("SELECT instant FROM journal WHERE number = ?", [.integer(number)]) { row in
            instant = try row.instant(0)
        }
        return instant
    }
}
