public import Values

/// A mapping that a person saved under a name.
package struct SavedMapping: Sendable, Hashable {
    package let name: String
    package let mapping: ColumnMapping

    package init(name: String, mapping: ColumnMapping) {
        self.name = name
        self.mapping = mapping
    }
}

extension SavedMapping: Entity {
    package static let declaration = Declaration<SavedMapping>(
        "importMapping", table: "importMappings", version: 2, since: "0.4.0", order: ["name"], title: "name",
        fields: Fields(
            .key("name", \.name), .value("columns", \.columns), .value("decimalMark", \.mapping.decimalMark),
            .value("dateOrder", \.mapping.dateOrder), .value("delimiter", \.mapping.delimiter),
            .value("titleCurrency", \.mapping.titleCurrency), .value("answers", \.mapping.answers.texts)
        ) { name, columns, mark, order, delimiter, currency, answers in
            var titles: [ColumnRole: [String]] = [:]
            for (role, title) in columns.compactMap(NamedColumn.parts) {
                let known = ImportTarget.movements.role(named: role) ?? ColumnRole(role, titles: [])
                titles[known, default: []].append(title)
            }
            return SavedMapping(
                name: name,
                mapping: ColumnMapping(
                    columns: titles, decimalMark: mark, dateOrder: order, delimiter: delimiter, titleCurrency: currency,
                    answers: ImportAnswers(texts: answers))
            )
        })

    /// Version 1 kept no answers.
    package static let upgradedToAnswers: EntityKind.Upgrade = { $0 + [.list([])] }

    package var summary: String { "import mapping '\(name.printable)'" }

    package func issues(in reader: any EntityReader) -> [ValidationIssue] {
        guard name.allSatisfy(\.isWhitespace) else { return [] }
        return [ValidationIssue(code: "required", field: "map", message: "The mapping needs a name.")]
    }

    /// `date=Datum` for each column.
    private var columns: [String] {
        let known = ImportTarget.movements.roles
        let others = mapping.columns.keys.filter { !known.contains($0) }.sorted { $0.name < $1.name }
        return (known + others).flatMap { role in
            (mapping.columns[role] ?? []).map { "\(role.name)=\($0)" }
        }
    }
}

extension EntityReader {
    /// The columns that were saved under a name; nil for no name.
    ///
    /// - Throws: ``ImportError/unknownMap(_:known:)``, the store's error.
    package func mapping(savedAs name: String?) throws -> ColumnMapping? {
        guard let name else { return nil }
        if let found = try find(SavedMapping.self, key: [.text(name)]) { return found.mapping }
        throw ImportError.unknownMap(name, known: try all(SavedMapping.self).map(\.name))
    }
}

extension DecimalMark: ColumnChoice {}
extension DateOrder: ColumnChoice {}

/// A column that a person names for a role: `date=Datum`.
public struct NamedColumn: Sendable, Hashable {
    /// What the column tells.
    public let role: ColumnRole
    /// Its title, or its number from 1 in a table without titles.
    public let title: String

    /// Reads `role=title`, with a role of the target; nil for anything else.
    public init?(_ text: String, for target: ImportTarget = .movements) {
        guard let parts = Self.parts(text), let role = target.role(named: parts.role) else { return nil }
        self.role = role
        title = parts.title
    }

    /// A role's name and a title.
    fileprivate static func parts(_ text: String) -> (role: String, title: String)? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let role = text[..<equals].trimming(while: \.isWhitespace).lowercased()
        let title = String(text[text.index(after: equals)...].trimming(while: \.isWhitespace))
        return title.isEmpty ? nil : (role, title)
    }
}
