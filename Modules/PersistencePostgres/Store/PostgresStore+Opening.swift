import Persistence
import Synchronization
import Values

extension PostgresStore {
    /// The household, which is looked up once; nil where there is none and none is to be made.
    func lookUp(
        _ session: PostgresSession, until deadline: ContinuousClock.Instant, making: Bool, isAgain: Bool = false
    ) async throws -> OpenPlace? {
        if !isAgain, let known = opened.withLock({ $0 }) { return known }
        let found = try await session.run(until: deadline) { [self] link in
            try checkLayout(link)
            guard let id = try find(link) ?? (making ? make(link) : nil) else { return nil as OpenPlace? }
            let household = OpenPlace(id: id, catalog: try KindCatalog(kinds, dialect: .postgres(household: id)))
            try upgrade(household, link)
            return household
        }
        if let found { opened.withLock { $0 = found } }
        return found
    }

    /// Refuses a database of another program, a newer one, and one that is not prepared; what is missing is made where the role
    /// may do that.
    private func checkLayout(_ link: PostgresLink) throws {
        let schema = try link.run(
            """
            SELECT obj_description(oid, 'pg_namespace'), has_schema_privilege(oid, 'CREATE'),
            has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = 'cst'
            """)
        guard schema.count > 0 else {
            let mayMake = try link.run("SELECT has_database_privilege(current_database(), 'CREATE')").text(0, 0) == "t"
            guard mayMake else { throw StoreError.unusable(at: location, detail: "the database is not prepared") }
            return try prepare(link)
        }
        guard schema.text(0, 0) == PostgresLayout.mark else {
            throw StoreError.unusable(at: location, detail: "its schema cst belongs to another program")
        }
        // Without the right to look, there may be anything.
        guard schema.text(0, 2) == "t" else { throw ServerFailure(code: "42501") }
        let layout = try link.run("SELECT version, since FROM cst._layout ORDER BY version DESC LIMIT 1")
        if let version = layout.number(0, 0), version > PostgresLayout.current {
            throw StoreError.newerVersion(at: location, needed: layout.text(0, 1) ?? "newer")
        }
        try descriptions.read(try link.run(KnownDescriptions.selection, isBinary: true), link.currencies)
        let missing = kinds.first {
            descriptions.text(of: $0.description.kind, version: $0.description.version) == nil
        }
        guard layout.count == 0 || missing != nil else { return }
        if schema.text(0, 1) == "t" { return try prepare(link) }
        if layout.count == 0 {
            throw StoreError.unusable(at: location, detail: "the database is prepared only in part")
        }
    }

    private func prepare(_ link: PostgresLink) throws {
        try PostgresLayout(link: link).prepare(kinds, for: nil)
        try descriptions.read(try link.run(KnownDescriptions.selection, isBinary: true), link.currencies)
    }

    private func find(_ link: PostgresLink) throws -> Int? {
        try link.queue("BEGIN READ ONLY")
        try link.queue("SELECT set_config('cst.name', ?, true)", [.text(server.household)])
        let found = try link.run("SELECT id FROM cst._households WHERE name = ?", [.text(server.household)])
        _ = try link.run("COMMIT")
        return found.number(0, 0)
    }

    /// Makes the household with room for things of all linked kinds, or finds the one that another program has just made.
    private func make(_ link: PostgresLink) throws -> Int {
        let id = Int.random(in: 1...Int.max)
        try link.queue("BEGIN")
        try link.queue(
            "SELECT set_config('cst.name', ?, true), set_config('cst.household', ?, true)",
            [.text(server.household), .text("\(id)")])
        let made = try link.run(
            "INSERT INTO cst._households (id, name) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
            [.integer(id), .text(server.household)])
        guard made.changed > 0 else {
            _ = try link.run("ROLLBACK")
            guard let other = try find(link) else { throw ServerFailure.lost }
            return other
        }
        let transaction = PostgresUnit(link, household: id, descriptions: descriptions)
        try transaction.beginEmpty()
        let catalog = try KindCatalog(kinds, dialect: .postgres(household: id))
        let unit = rows(transaction, catalog)
        // A kind without a table gets one with its first thing.
        for kind in catalog.all
        where descriptions.text(of: kind.description.kind, version: kind.description.version) != nil {
            try unit.add(kind)
        }
        try unit.totals.save(in: transaction)
        _ = try transaction.run("COMMIT")
        return id
    }

    /// Brings the household's rows of linked kinds to the versions of this program, all or nothing. Older programs refuse them
    /// from then on.
    private func upgrade(_ household: OpenPlace, _ link: PostgresLink) throws {
        let transaction = PostgresUnit(link, household: household.id, descriptions: descriptions)
        try transaction.beginReading(on: server)
        let outdated = try Self.outdated(rows(transaction, household.catalog))
        _ = try transaction.run("COMMIT")
        guard !outdated.isEmpty else { return }
        let writing = PostgresUnit(link, household: household.id, descriptions: descriptions)
        try writing.beginWriting(on: server)
        let unit = rows(writing, household.catalog)
        // Another program may have done it in between.
        for kind in try Self.outdated(unit) { try KindUpgrade.run(kind, in: unit) }
        try unit.totals.save(in: writing)
        _ = try writing.run("COMMIT")
    }

    private static func outdated(_ unit: PostgresUnit.Rows) throws -> [EntityKind] {
        try unit.catalog.all.filter { kind in
            guard let there = try unit.table(kind.description.kind)?.kind else { return false }
            return there.description.version < kind.description.version
        }
    }
}
