package import Values

extension JournalDialect {
    /// ledger cuts lines of more than 4096 bytes.
    private static let longestPart = 900

    /// Something of ours, in lines that are not too long for ledger.
    package func tagLines(_ name: String, _ value: String, on day: CalendarDay, indent: String) -> [String] {
        guard self != .beancount else {
            let text = "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
            let name = JournalTag.prefix + name
            return [indent.isEmpty ? "\(day) custom \"\(name)\" \(text)" : "\(indent)\(name): \(text)"]
        }
        var lines: [String] = []
        var rest = value[...]
        repeat {
            var part = rest.prefix(Self.longestPart)
            rest = rest.dropFirst(part.count)
            // Spaces at an end would be lost.
            while part.count > 1, !rest.isEmpty, part.last == " " || rest.first == " " {
                rest = value[value.index(before: rest.startIndex)...]
                part.removeLast()
            }
            lines.append("\(indent); \(JournalTag.prefix)\(lines.isEmpty ? name : JournalTag.more): \(part)")
        } while !rest.isEmpty
        return lines
    }
}
