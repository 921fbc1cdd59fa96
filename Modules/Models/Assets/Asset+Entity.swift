extension Asset: Entity {
    /// How assets are kept: by name and id.
    public static let declaration = Declaration<Asset>(
        "asset", table: "assets", since: "0.3.0", order: ["name", "id"], title: "name",
        fields: Fields(
            .key("id", \.id), .value("name", \.name), .value("currency", \.currency), .value("chain", \.chain),
            .value("address", \.address), .value("source", \.source), .value("reference", \.reference)
        ) { id, name, currency, chain, address, source, reference in
            Asset(
                id: id, name: name, currency: currency, chain: chain, address: address, source: source,
                reference: reference)
        })

    /// "asset 'Savings' in EUR".
    public var summary: String { "asset '\(name)' in \(currency)" }

    /// What ``issues`` says: an asset refers to nothing.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { issues }
}
