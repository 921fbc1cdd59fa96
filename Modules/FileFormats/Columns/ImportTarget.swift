/// What becomes of the rows of a file: the roles that its columns may have.
///
/// A table needs a day, and a column for each required role. Where amounts are among the roles, it needs one of them, or one for each
/// direction.
///
/// ```swift
/// let weights = ImportTarget([
///     .date, .note, ColumnRole("weight", .number, titles: ["weight", "grams"], isRequired: true),
/// ])
/// ```
public struct ImportTarget: Sendable {
    /// The roles, those first that are to be recognised first.
    public let roles: [ColumnRole]

    /// A target with the roles that its rows have: those of movements, and others.
    public init(_ roles: [ColumnRole]) {
        self.roles = roles
    }

    /// Movements of accounts.
    public static let movements = ImportTarget([
        .date, .amount, .debit, .credit, .direction, .fee, .feeCurrency, .balance, .state, .number, .currency, .account,
        .note,
    ])

    /// The roles that movements do not have.
    var ownRoles: [ColumnRole] { roles.filter { !Self.movements.roles.contains($0) } }

    /// The role of a name; nil if it is none of the target.
    public func role(named name: String) -> ColumnRole? { roles.first { $0.name == name } }
}
