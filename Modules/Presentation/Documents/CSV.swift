import Values

/// Tables as RFC 4180 says: one row per element, columns named by JSON paths joined with points.
enum CSV {
    /// A column: where its cells are in an element, and what it is called.
    struct Column: Sendable {
        let path: [String]
        let title: String

        init(path: String, title: String? = nil) {
            self.path = path.split(separator: ".").map(String.init)
            self.title = title ?? path
        }
    }

    /// The line of titles, which there is without a row too.
    static func header(_ columns: [Column]) -> String {
        columns.map { CSVCell.quoted($0.title) }.joined(separator: ",") + "\r\n"
    }

    /// The line of an object. What is null or not there is an empty cell, a list is one cell.
    static func line(_ row: JSONValue, _ columns: [Column]) -> String {
        columns.map { CSVCell.quoted(cell(row.value(at: $0.path))) }.joined(separator: ",") + "\r\n"
    }

    private static func cell(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let flag): flag ? "true" : "false"
        case .number(let digits): digits
        case .string(let string): TextWidth.printable(CSVCell.withoutFormula(string), keepingLines: true)
        case .array(let elements):
            elements.map { element in
                guard case .object(let gap) = element else { return cell(element) }
                return [gap["item"], gap["reason"]].compactMap { $0.map(cell) }.joined(separator: ": ")
            }.joined(separator: elements.contains { if case .object = $0 { true } else { false } } ? "; " : " ")
        case .object, .members: ""
        }
    }
}

extension JSONValue {
    fileprivate func value(at path: [String]) -> JSONValue {
        path.reduce(self) { value, key in
            if case .object(let members) = value { members[key] ?? .null } else { .null }
        }
    }
}
