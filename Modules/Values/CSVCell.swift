/// How a cell of a table is written as RFC 4180 says, so that no spreadsheet runs it.
package enum CSVCell {
    /// A spreadsheet must not run a name as a formula; numbers stay as they are.
    package static func withoutFormula(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else { return text }
        let isNumber =
            first == "-" && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
            && text.utf8.count > 1
        return isNumber ? text : "'" + text
    }

    /// The cell in quotes where it needs them.
    package static func quoted(_ cell: String) -> String {
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
