import Persistence
import Values

/// The descriptions of all kinds that the file holds things of, in every version that its journal has seen.
enum KindsTable {
    private static let name = "kinds"

    /// The newest version of a kind; nil when the file does not know it.
    static func current(_ kind: String, in unit: SQLiteRows) throws -> EntityKind? {
        let found = try read("WHERE kind = ? ORDER BY version DESC LIMIT 1", [.text(kind)], in: unit).first
        // A kind that is not there has no rows, so its description must not just be out of reach.
        if found == nil { _ = try verify(in: unit) }
        return found
    }

    /// A kind in one of its versions.
    static func kind(_ kind: String, version: Int, in unit: SQLiteRows) throws -> EntityKind {
        guard
            let found = try read("WHERE kind = ? AND version = ?", [.text(kind), .integer(version)], in: unit).first
        else { throw CorruptRow(detail: "the journal has changes of '\(kind)', of which the file has no description") }
        return found
    }

    /// The newest version of every kind, in the order of their names.
    static func all(in unit: SQLiteRows) throws -> [EntityKind] {
        var newest: [EntityKind] = []
        for kind in try read("ORDER BY kind, version", [], in: unit) {
            if newest.last?.description.kind == kind.description.kind { newest.removeLast() }
            newest.append(kind)
        }
        guard Set(newest.map { $0.description.table.lowercased() }).count == newest.count else {
            throw CorruptRow(detail: "two kinds of things are in one table")
        }
        return newest
    }

    /// Every version of every kind.
    static func everyVersion(in unit: SQLiteRows) throws -> [EntityKind] {
        try read("ORDER BY kind, version", [], in: unit)
    }

    private static func read(_ filter: String, _ cells: [Cell], in unit: SQLiteRows) throws -> [EntityKind] {
        var kinds: [EntityKind] = []
        try unit.connection.forEachRow("SELECT kind, version, description, checksum FROM kinds \(filter)", cells) {
            row in
            guard row.checksum(3) == Checksum.of(row, columns: 0..<3) else {
                throw CorruptRow(detail: "a row of kinds does not match its checksum")
            }
            let (name, text) = (try row.text(0), try row.text(2))
            let kind = try unit.catalog.linkedKind(name, text: text) ?? unit.catalog.kind(described: text)
            guard kind.description.kind == name, kind.description.version == row.number(1) else {
                throw CorruptRow(detail: "a row of kinds describes another kind than it names")
            }
            kinds.append(kind)
        }
        return kinds
    }

    /// Makes the table of a kind that the file does not know yet, or takes note of a new version of one.
    static func add(_ kind: EntityKind, in unit: SQLiteRows) throws {
        try note(kind, in: unit)
        try makeTable(of: kind, in: unit)
    }

    /// Takes note of a kind without making a table.
    static func note(_ kind: EntityKind, in unit: SQLiteRows) throws {
        let cells: [Cell] = [
            .text(kind.description.kind), .integer(kind.description.version), .text(kind.text),
        ]
        let checksum = Checksum.of(cells)
        try unit.connection.execute(
            "INSERT INTO kinds (kind, version, description, checksum) VALUES (?, ?, ?, ?)",
            cells + [.integer(Int(Int64(bitPattern: checksum)))])
        try unit.totals.change(name, in: unit.connection, removing: nil, adding: checksum)
    }

    /// Makes the table and the indexes; what they held before, if anything, has to be gone.
    private static func makeTable(of kind: EntityKind, in unit: SQLiteRows) throws {
        var tables: [String: (table: String, key: String)] = [:]
        for column in kind.description.columns {
            guard let name = column.reference else { continue }
            let other = name == kind.description.kind ? kind : try current(name, in: unit)
            guard let other, other.description.keyCount == 1 else { continue }
            tables[name] = (other.description.table, other.description.columns[0].name)
        }
        let table = try unit.catalog.table(of: kind)
        for statement in table.creation(referringTo: tables) + table.indexCreations.map(\.creation) {
            try unit.connection.execute(statement)
        }
        for total in [table.name] + table.totals.map(\.name) {
            try unit.totals.begin(total, in: unit.connection)
        }
    }

    /// The indexes of linked kinds that the file does not have, as statements that make them.
    static func missingIndexes(in unit: SQLiteRows) throws -> [String] {
        var names: Set<String> = []
        try unit.connection.forEachRow("SELECT name FROM sqlite_schema WHERE type = 'index'") {
            names.insert(try $0.text(0))
        }
        return try unit.catalog.all.flatMap { kind -> [String] in
            // A kind that is not in the file yet gets its indexes with its table.
            guard let table = try unit.table(kind.description.kind) else { return [] }
            return table.indexCreations.filter { !names.contains($0.name) }.map(\.creation)
        }
    }

    /// Makes those indexes. Nothing is written over, so the file needs no copy before.
    static func makeIndexes(in unit: SQLiteRows) throws {
        for statement in try missingIndexes(in: unit) { try unit.connection.execute(statement) }
    }

    /// Every row against its checksum, and all against their total, which is returned.
    static func verify(in unit: SQLiteRows) throws -> TableTotal {
        var found = TableTotal()
        try unit.connection.forEachRow("SELECT kind, version, description, checksum FROM kinds") {
            found.add(Checksum.of($0, columns: 0..<3))
        }
        try unit.totals.check(found, of: name, in: unit.connection)
        return found
    }
}
