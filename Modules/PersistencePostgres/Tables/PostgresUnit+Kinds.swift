import Persistence
import Values

/// The kinds of things that the household has, whose descriptions are the same for all households of the database.
extension PostgresUnit {
    /// The kinds that the household has. Before its row is there they are those that it had last, so that the first question goes
    /// out with that for the row.
    func kinds() throws -> [PostgresHead.Kind] {
        if loaded == nil { supposed = descriptions.kinds(of: household) }
        return try loaded?.kinds ?? supposed ?? head().kinds
    }

    /// Runs `body`, and makes sure of what was taken for granted in it.
    func verifying<Result>(_ body: () throws -> Result) throws -> Result {
        let result = Swift.Result { try body() }
        if loaded == nil, supposed != nil { try exchange() }
        return try result.get()
    }

    func newestKind(_ kind: String, in unit: Rows) throws -> EntityKind? {
        guard let version = try kinds().filter({ $0.name == kind }).map(\.version).max() else { return nil }
        return try self.kind(kind, version: version, in: unit)
    }

    func kind(_ kind: String, version: Int, in unit: Rows) throws -> EntityKind {
        let text = try text(of: kind, version: version)
        return try unit.catalog.linkedKind(kind, text: text) ?? unit.catalog.kind(described: text)
    }

    func newestKinds(in unit: Rows) throws -> [EntityKind] {
        try Set(try kinds().map(\.name)).sorted().compactMap { try newestKind($0, in: unit) }
    }

    func verifyKinds(in unit: Rows) throws -> TableTotal {
        var found = TableTotal()
        for kind in try head().kinds {
            let text = try text(of: kind.name, version: kind.version)
            found.add(Checksum.of([.text(kind.name), .integer(kind.version), .text(text)]))
        }
        try unit.totals.check(found, of: "kinds", in: self)
        return found
    }

    func everyKind(in unit: Rows) throws -> [EntityKind] {
        try head().kinds.sorted { ($0.name, $0.version) < ($1.name, $1.version) }.map {
            try self.kind($0.name, version: $0.version, in: unit)
        }
    }

    func addKind(_ kind: EntityKind, in unit: Rows) throws {
        try noteKind(kind, in: unit)
        let table = try unit.catalog.table(of: kind)
        for total in [table.name] + table.totals.map(\.name) { try unit.totals.begin(total, in: self) }
    }

    func noteKind(_ kind: EntityKind, in unit: Rows) throws {
        let (name, version) = (kind.description.kind, kind.description.version)
        guard let text = try known(name, version: version) else { throw Unprepared(kind: name) }
        guard text == kind.text else { throw StoreError.differentKind(name) }
        try changeHead { $0.kinds.append(PostgresHead.Kind(name: name, version: version)) }
        let checksum = Checksum.of([.text(name), .integer(version), .text(text)])
        try unit.totals.change("kinds", in: self, removing: nil, adding: checksum)
    }

    private func text(of kind: String, version: Int) throws -> String {
        guard let text = try known(kind, version: version) else {
            throw CorruptRow(detail: "there are things of '\(kind)', of which the database has no description")
        }
        return text
    }

    /// The description of a kind, which others may have added since the store was opened.
    private func known(_ kind: String, version: Int) throws -> String? {
        if let text = descriptions.text(of: kind, version: version) { return text }
        try descriptions.read(try run(KnownDescriptions.selection, isBinary: true), link.currencies)
        return descriptions.text(of: kind, version: version)
    }
}

/// The database has no table for a kind of thing.
struct Unprepared: Error {
    let kind: String
}
