package import Foundation

/// JSON whose numbers keep the text they were sent as: `JSONDecoder` rounds beyond 38 digits, and one value of an
/// unexpected kind must not cost the others.
package enum LosslessJSON: Equatable, Sendable {
    case object([String: LosslessJSON])
    case array([LosslessJSON])
    case string(String)
    /// A number as it was written: `1.23e-10`.
    case number(String)
    case boolean(Bool)
    case null

    /// Reads a whole text; nil when it is not JSON, or nested deeper than any answer is.
    ///
    /// - Parameter allowsRepeats: whether a name may come twice in an object, with the same value.
    package init?(_ data: Data, allowsRepeats: Bool = true) {
        var reader = JSONReader(bytes: Array(data), allowsRepeats: allowsRepeats)
        guard let value = reader.document() else { return nil }
        self = value
    }

    /// The member of an object.
    package subscript(_ name: String) -> LosslessJSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The members of an object.
    package var object: [String: LosslessJSON]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements of a list.
    package var array: [LosslessJSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text of a string.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The text of a number.
    package var number: String? {
        if case .number(let text) = self { text } else { nil }
    }

    /// The text of a number, or of a string that may hold one.
    package var numeral: String? { number ?? string }

    /// How the value reads in a message.
    package var shown: String {
        switch self {
        case .object: "an object"
        case .array: "a list"
        case .string(let text): "'\(text)'"
        case .number(let text): text
        case .boolean(let flag): "\(flag)"
        case .null: "null"
        }
    }
}
