import Foundation
import Values

/// Something in a comment of a journal by which a program knows it again: `cst-note: "…"`.
package struct JournalTag: Hashable {
    /// What all names begin with.
    package static let prefix = "cst-"
    /// The name of a tag that continues the one before it.
    package static let more = "more"

    package let line: Int
    /// The name without the prefix.
    package let name: String
    package var value: String

    /// A text.
    package static func json(_ text: String) -> String {
        var bytes: [UInt8] = []
        CellText.append(text, to: &bytes)
        return plain(String(decoding: bytes, as: UTF8.self))
    }

    /// Without what a journal may not have in a remark: a bracket before a digit could be a date to ledger. In a text it is
    /// escaped; where a list begins, a space follows it.
    package static func plain(_ json: String) -> String {
        var plain = String.UnicodeScalarView()
        walk(json) { scalar, isInText in
            switch scalar.value {
            case 0x5B where !isInText: plain += "[ ".unicodeScalars
            case 0x5B, 0x7F...0x9F:
                let code = String(scalar.value, radix: 16)
                plain += ("\\u" + String(repeating: "0", count: 4 - code.count) + code).unicodeScalars
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// Hands on each scalar of a JSON text, and whether it stands within a text of it.
    private static func walk(_ json: String, _ body: (Unicode.Scalar, Bool) -> Void) {
        var (isInText, isEscaped) = (false, false)
        for scalar in json.unicodeScalars {
            body(scalar, isInText)
            if isEscaped {
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isInText.toggle()
            }
        }
    }

    /// The members of a JSON object; nil when it is none.
    package var object: [String: Any]? { object(value) ?? object(Self.withLists(value)) }

    private func object(_ json: String) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    }

    /// A text of which the brackets of lists were escaped, as they were until version 0.3, with the brackets.
    private static func withLists(_ json: String) -> String {
        let bracket = Array("\\u005b".unicodeScalars)
        var (plain, outside) = (String.UnicodeScalarView(), [Unicode.Scalar]())
        walk(json) { scalar, isInText in
            if isInText {
                plain += outside
                outside = []
                plain.append(scalar)
            } else {
                outside.append(scalar)
                if outside.suffix(bracket.count) == bracket[...] {
                    outside.removeLast(bracket.count)
                    outside.append("[")
                }
            }
        }
        plain += outside
        return String(plain)
    }

    /// The text; nil when it is none.
    package var text: String? {
        (try? JSONSerialization.jsonObject(with: Data(value.utf8), options: .fragmentsAllowed)) as? String
    }
}
