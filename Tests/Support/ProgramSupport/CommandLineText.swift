/// A command as it is written in a story: words with quotes, and variables before the program.
package struct CommandLineText: Sendable {
    package var variables: [String: String] = [:]
    package var words: [String] = []

    /// Reads a command. Inside double quotes `\n`, `\t`, `\r`, `\e`, `\"` and `\\` stand for what they do in C.
    package init(_ text: String) throws {
        for word in try CommandLineText.words(text) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let isVariable = parts.count == 2 && parts[0].wholeMatch(of: /[A-Z_]+/) != nil
            if words.isEmpty, isVariable { variables[parts[0]] = parts[1] } else { words.append(word) }
        }
    }

    private static func words(_ text: String) throws -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case quote: quote = nil
            case "'" where quote == nil, "\"" where quote == nil:
                quote = character
                word = word ?? ""
            case " " where quote == nil:
                if let word { words.append(word) }
                word = nil
            case "\\" where quote == "\"": word = (word ?? "") + (try escaped(rest.popFirst()))
            default: word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { throw FormatError(description: "a quote without end in '\(text)'") }
        if let word { words.append(word) }
        return words
    }

    private static func escaped(_ letter: Character?) throws -> String {
        switch letter {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "e": return "\u{1B}"
        case "\"": return "\""
        case "\\": return "\\"
        default: throw FormatError(description: "an unknown escape of \(letter.map(String.init) ?? "nothing")")
        }
    }
}
