import Values

/// A plain text accounting program whose journals are read and written.
public enum JournalDialect: String, Sendable, CaseIterable {
    /// Of hledger.
    case hledger
    /// Of ledger.
    case ledger
    /// Of beancount.
    case beancount

    /// The dialect for a file's name; nil for any other file. `.journal` is hledger's.
    public init?(path: String) {
        switch path.lowercased().split(separator: ".").last {
        case "hledger", "journal", "j": self = .hledger
        case "ledger", "ldg": self = .ledger
        case "beancount", "bean": self = .beancount
        default: return nil
        }
    }

    /// An account of the dialect: letters, digits and what else its names may have.
    package func account(_ root: String, _ name: String) -> String {
        guard self == .beancount else {
            let plain = String(name.map { ":;\"()[]\t\n\r".contains($0) || $0.isNewline ? "-" : $0 })
            let words = plain.split(separator: " ").joined(separator: " ")
            // An account must not begin as the mark of a posting does.
            let start = words.drop { "*!-".contains($0) || $0 == " " }
            return "\(root):\(start.isEmpty ? "-" : start)"
        }
        // Beancount's own grammar knows letters and digits of any script; others become dashes.
        var part = String(name.map { $0.isLetter || $0.isNumber ? $0 : "-" }.drop { $0 == "-" })
        let first = part.first
        if first.map({ !($0.isUppercase || ($0.isASCII && $0.isNumber)) }) ?? true {
            let upper = first.map { String($0).uppercased() } ?? ""
            part = upper.first?.isUppercase == true && upper.count == 1 ? upper + part.dropFirst() : "X\(part)"
        }
        return "\(root.prefix(1).uppercased())\(root.dropFirst()):\(part)"
    }

    /// The symbol of a currency.
    package func symbol(_ code: String) -> String {
        switch self {
        case .hledger, .ledger: code.allSatisfy { $0.isLetter } ? code : "\"\(code.filter { $0 != "\"" })\""
        case .beancount:
            // Capital letters and digits, a letter first, two of them at least.
            "\(code.first?.isLetter == true && code.count > 1 ? "" : "X")"
                + code.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
        }
    }

    /// A note as it would stand behind a date if nothing in it had to be changed; nil where there is none.
    package func quoted(_ note: String?) -> String? { note.map { self == .beancount ? "\"\($0)\"" : $0 } }

    /// A text behind a date.
    package func description(_ text: String) -> String {
        let words = words(text)
        guard self == .beancount else { return words }
        return "\"\(words.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// The part of a text that a description can say, as it is read back.
    package func words(_ text: String) -> String {
        let line = String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
            .split(whereSeparator: \.isNewline).joined(separator: " ").split(separator: " ").joined(separator: " ")
        switch self {
        case .hledger, .ledger:
            // A semicolon begins a comment, and some marks at the beginning mean something else.
            let plain = line.replacing(";", with: ",").replacing("|", with: "/").drop { "*!(= ".contains($0) }
            return String(plain)
        case .beancount: return line
        }
    }
}
