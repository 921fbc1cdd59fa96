public import Values

public import struct Foundation.UUID

/// A saleyard that a person added to those that are known.
public struct Saleyard: Sendable, Hashable {
    /// The identity.
    public let id: UUID
    /// The name.
    public var name: String
    /// The state; nil where it is not set.
    public var state: String?

    /// A saleyard.
    public init(id: UUID, name: String, state: String? = nil) {
        self.id = id
        self.name = name
        self.state = state
    }
}

extension Saleyard: Entity {
    /// How it is kept.
    public static let declaration = Declaration<Saleyard>(
        "saleyard", table: "saleyards", since: "0.4.0", order: ["name", "id"], title: "name",
        fields: Fields(.key("id", \.id), .value("name", \.name), .value("state", \.state)) {
            Saleyard(id: $0, name: $1, state: $2)
        })

    /// "saleyard 'Roma' in QLD".
    public var summary: String { "saleyard '\(name)'\(state.map { " in \($0)" } ?? "")" }

    /// Everything that is wrong with it.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] {
        ValidationIssue.issues(ofName: name, field: "name", of: "saleyard")
            + (state.map { ValidationIssue.lineIssues($0, field: "state") } ?? [])
    }
}
