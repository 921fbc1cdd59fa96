import Foundation
import Persistence
import Values

/// A household on a server that another store fills, with the role that owns the database.
struct PostgresTarget: MoveTarget {
    /// So often a lost connection is made again, however long the copy took before.
    private static let tries = 3

    let server: PostgresServer
    var location: StoreLocation { server.location }

    func receive(_ source: any ContentSource, isDryRun: Bool) throws {
        let end = server.deadline
        var (tries, pause) = (0, 0.02)
        do {
            while true {
                tries += 1
                // Whether a commit whose answer was lost was done is seen the next time.
                do { return try attempt(source, isDryRun) } catch let failure as ServerFailure where failure.isPassing {
                    guard tries < Self.tries || ContinuousClock.now < end else { throw failure }
                    // A server that was stopped takes a moment to start again.
                    Thread.sleep(forTimeInterval: pause)
                    pause = min(pause * 2, 0.5)
                }
            }
        } catch {
            throw server.storeError(error)
        }
    }

    private func attempt(_ source: any ContentSource, _ isDryRun: Bool) throws {
        let link = try server.connect(until: server.deadline)
        // Reading and writing everything takes as long as it takes.
        link.deadline = server.deadline + .seconds(3600)
        try PostgresLayout(link: link).prepare(holding: source)
        try link.queue("BEGIN")
        let found = try link.run("SELECT id FROM cst._households WHERE name = ?", [.text(server.household)])
        guard let id = found.number(0, 0) else {
            try fill(link, from: source, above: 0)
            _ = try link.run(isDryRun ? "ROLLBACK" : "COMMIT")
            return
        }
        let there = try rows(link, id, source)
        try there.connection.lock()
        guard try there.contentTotals() == source.contentTotals() else { throw StoreError.occupied(at: location) }
        _ = try link.run("ROLLBACK")
    }

    /// Writes everything that a store holds into a new household of the server's name, in a transaction that has begun.
    ///
    /// - Parameters:
    ///   - id: of the new household.
    ///   - revision: of the household that had the name before: pages that know it must see that this is another one.
    func fill(
        _ link: PostgresLink, from source: any ContentSource, as id: Int = .random(in: 1...Int.max), above revision: Int
    ) throws {
        let made = try link.run(
            "INSERT INTO cst._households (id, name) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
            [.integer(id), .text(server.household)])
        guard made.changed > 0 else { throw StoreError.occupied(at: location) }
        let rows = try rows(link, id, source)
        try rows.connection.beginEmpty()
        try rows.copy(source)
        if revision > 0 { try rows.connection.raiseRevision(above: revision) }
        try rows.connection.exchange()
    }

    private func rows(_ link: PostgresLink, _ id: Int, _ source: any ContentSource) throws -> PostgresUnit.Rows {
        let catalog = try KindCatalog(source.currentKinds(), dialect: .postgres(household: id))
        return TableRows(
            PostgresUnit(link, household: id, descriptions: KnownDescriptions()), catalog: catalog
        ) { [server] error in error is ServerFailure ? error : server.storeError(error) }
    }
}
