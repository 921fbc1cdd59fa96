/// A table read as RFC 4180 says, strictly: every line ends with CR LF, every row has all columns.
package struct CSVTable: Sendable {
    package let columns: [String]
    package let rows: [[String: String]]

    package init(parsing text: String) throws {
        var records: [[String]] = []
        var record: [String] = []
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            record.append(try CSVTable.field(&rest))
            if rest.first == "," {
                rest.removeFirst()
            } else if rest.starts(with: "\r\n".unicodeScalars) {
                rest.removeFirst(2)
                records.append(record)
                record = []
            } else {
                throw FormatError(description: "CSV: a field of row \(records.count + 1) is not followed by , or CR LF")
            }
        }
        guard record.isEmpty else { throw FormatError(description: "CSV: the last row has no CR LF") }
        let header = records.first ?? []
        guard Set(header).count == header.count else { throw FormatError(description: "CSV: a column comes twice") }
        columns = header
        rows = try records.dropFirst().map { record in
            guard record.count == header.count else {
                throw FormatError(description: "CSV: \(record.count) fields under \(header.count) columns")
            }
            return Dictionary(uniqueKeysWithValues: zip(header, record))
        }
    }

    private static func field(_ rest: inout Substring.UnicodeScalarView) throws -> String {
        guard rest.first == "\"" else {
            let plain = rest.prefix { !",\r\n\"".unicodeScalars.contains($0) }
            rest = rest[plain.endIndex...]
            return String(plain)
        }
        rest.removeFirst()
        var field = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            guard scalar == "\"" else {
                field.append(scalar)
                continue
            }
            guard rest.first == "\"" else { return String(field) }
            rest.removeFirst()
            field.append(scalar)
        }
        throw FormatError(description: "CSV: a quoted field without end")
    }
}
