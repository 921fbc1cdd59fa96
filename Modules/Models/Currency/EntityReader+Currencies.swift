extension EntityReader {
    /// What goals and assets are counted in.
    ///
    /// - Throws: The store's error.
    public func currenciesInUse() throws -> Set<Currency> {
        Set(try all(Asset.self).map(\.currency)).union(try all(Goal.self).map(\.currency))
    }
}
