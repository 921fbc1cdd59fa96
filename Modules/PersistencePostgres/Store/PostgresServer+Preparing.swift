public import Values

extension PostgresServer {
    /// Makes the tables for things of some kinds, and lets a role read and write their rows: as the role of the address, to which
    /// the database or its schema `cst` belongs. What is there stays as it is; several may do it at once.
    ///
    /// - Parameters:
    ///   - kinds: the kinds that get tables.
    ///   - role: who may read and write rows afterwards; nil for nobody but the owner.
    /// - Throws: ``StoreError``.
    public func prepare(_ kinds: [EntityKind], for role: String?) async throws {
        let session = PostgresSession(self)
        do {
            try await session.run(until: deadline) { link in
                try PostgresLayout(link: link).prepare(kinds, for: role)
            }
            await session.close()
        } catch {
            throw storeError(error)
        }
    }
}
