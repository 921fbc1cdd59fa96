/// Stand-ins for what differs from run to run: ids, by the order in which they appear, and the folder.
///
/// Checksums of files become 64 zeros. The first id becomes `00000001-0000-0000-0000-000000000000`, and where only its beginning is shown `00000001`: as long as
/// what it stands for, so that tables stay aligned.
package struct Placeholders: Sendable {
    private var ids: [String] = []
    private let folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// The text with stand-ins.
    package mutating func hide(_ text: String) -> String {
        var text = text.replacing(folder, with: "/home/user")
            .replacing(/[0-9a-f]{64}/, with: String(repeating: "0", count: 64))
        for match in text.matches(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) {
            let id = String(match.output.0)
            if let known = ids.firstIndex(of: String(id.prefix(8))) {
                ids[known] = id
            } else if !ids.contains(id) {
                ids.append(id)
            }
        }
        for (index, id) in ids.enumerated() {
            if id.utf8.count > 8 { text = text.replacing(id, with: standIn(index)) }
            text = text.replacing(id.prefix(8), with: standIn(index).prefix(8))
        }
        // Ids of which only the beginning is shown, at the start of a line of a table.
        for match in text.matches(of: /(?m)^[0-9a-f]{8}(?=  )/) where !match.output.hasPrefix("000000") {
            ids.append(String(match.output))
            text = text.replacing(match.output, with: standIn(ids.count - 1).prefix(8))
        }
        // And at the end of a sentence about what was entered.
        for match in text.matches(of: /(?m)\(([0-9a-f]{8})\)$/) where !match.output.1.hasPrefix("000000") {
            ids.append(String(match.output.1))
            text = text.replacing(match.output.1, with: standIn(ids.count - 1).prefix(8))
        }
        return text
    }

    /// The text with what stand-ins stand for.
    package func reveal(_ text: String) -> String {
        ids.enumerated().reduce(text) { text, entry in
            (entry.element.utf8.count > 8 ? text.replacing(standIn(entry.offset), with: entry.element) : text)
                .replacing(standIn(entry.offset).prefix(8), with: entry.element.prefix(8)) { before, after in
                    // 0.00000001 is an amount.
                    !(before?.isASCIIWord ?? false) && before != "." && !(after?.isASCIIWord ?? false)
                }
        }
    }

    private func standIn(_ index: Int) -> String {
        let number = String(index + 1)
        return String(repeating: "0", count: 8 - number.utf8.count) + number + "-0000-0000-0000-000000000000"
    }
}

extension Character {
    fileprivate var isASCIIWord: Bool { isASCII && (isLetter || isNumber) }
}

extension String {
    /// Replaces a text where the characters before and after it allow that.
    fileprivate func replacing(
        _ text: Substring, with other: Substring, where isAllowed: (Character?, Character?) -> Bool
    ) -> String {
        var result = ""
        var rest = self[...]
        while let range = rest.firstRange(of: text) {
            let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : nil
            let after = range.upperBound < endIndex ? self[range.upperBound] : nil
            result += rest[..<range.lowerBound] + (isAllowed(before, after) ? other : text)
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
