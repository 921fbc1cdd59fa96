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

    /// The table of objects; there is a header without a row too. What is null or not there is an empty cell, a list is one
    /// cell.
    static func text(_ rows: [JSONValue], _ columns: [Column]) -> String {
        guard !columns.isEmpty else { return "" }
        var text = columns.map { CSVCell.quoted($0.title) }.joined(separator: ",") + "\r\n"
        for row in rows {
            text += columns.map { CSVCell.quoted(cell(row.value(at: $0.path))) }.joined(separator: ",") + "\r\n"
        }
        return text
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
