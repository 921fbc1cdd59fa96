/// Tables as RFC 4180 says: one row per element, columns named by JSON paths joined with points.
enum CSV {
    /// The table of an array of objects. Columns come in the order of their sorted paths; a path that an element lacks, and
    /// null, are an empty cell.
    static func text(_ rows: [JSONValue]) -> String {
        let cells = rows.map { row in
            var cells: [String: String] = [:]
            flatten(row, path: "", into: &cells)
            return cells
        }
        let paths = Set(cells.flatMap(\.keys))
        // An amount that is null in one row and known in another has its two columns, not a third for the null.
        let parents = Set(paths.flatMap(parents))
        let columns = paths.subtracting(parents).sorted { order($0).lexicographicallyPrecedes(order($1)) }
        guard !columns.isEmpty else { return "" }
        return text(cells, columns)
    }

    /// The table of rows whose columns are known, so that there is a header without a row too, and the same one whatever is
    /// unknown. A list of texts is one cell.
    static func text(_ rows: [JSONValue], columns: [String]) -> String {
        let cells = rows.map { row in
            var cells: [String: String] = [:]
            flatten(row.withListsAsTexts, path: "", into: &cells)
            return cells
        }
        return text(cells, columns)
    }

    private static func text(_ cells: [[String: String]], _ columns: [String]) -> String {
        var text = columns.map(quoted).joined(separator: ",") + "\r\n"
        for row in cells { text += columns.map { quoted(row[$0] ?? "") }.joined(separator: ",") + "\r\n" }
        return text
    }

    /// The paths above one: `level` above `level.amount`.
    private static func parents(of path: String) -> [String] {
        let parts = path.split(separator: ".")
        return (1..<max(parts.count, 1)).map { parts.prefix($0).joined(separator: ".") }
    }

    /// Numbers inside a path count as numbers: `payments.2` comes before `payments.10`.
    private static func order(_ path: String) -> [String] {
        path.split(separator: ".").map { part in
            Int(part).map { String(repeating: "0", count: max(0, 8 - String($0).count)) + String($0) } ?? String(part)
        }
    }

    private static func flatten(_ value: JSONValue, path: String, into cells: inout [String: String]) {
        let prefix = path.isEmpty ? "" : path + "."
        switch value {
        case .null: cells[path] = ""
        case .bool(let flag): cells[path] = flag ? "true" : "false"
        case .number(let digits): cells[path] = digits
        case .string(let string): cells[path] = TextWidth.printable(withoutFormula(string), keepingLines: true)
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                flatten(element, path: prefix + String(index), into: &cells)
            }
        case .object(let members):
            for (key, member) in members { flatten(member, path: prefix + key, into: &cells) }
        }
    }

    /// A spreadsheet must not run a name as a formula; numbers stay as they are.
    private static func withoutFormula(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else { return text }
        let isNumber =
            first == "-" && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
            && text.utf8.count > 1
        return isNumber ? text : "'" + text
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return cell }
        // By scalars: a quote with a combining mark behind it is one character, and still a quote to every reader.
        var scalars = String.UnicodeScalarView()
        for scalar in cell.unicodeScalars {
            if scalar == "\"" { scalars.append(scalar) }
            scalars.append(scalar)
        }
        return "\"" + String(scalars) + "\""
    }
}

extension JSONValue {
    /// The members with their lists of texts joined by blanks.
    fileprivate var withListsAsTexts: JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members.mapValues { member in
                guard case .array(let elements) = member else { return member }
                let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
                return .string(texts.joined(separator: " "))
            })
    }
}
