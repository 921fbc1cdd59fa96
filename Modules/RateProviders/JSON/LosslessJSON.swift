import Foundation

/// JSON whose numbers keep the text they were sent as: `JSONDecoder` rounds beyond 38 digits, and one value of an
/// unexpected kind must not cost the others.
enum LosslessJSON: Equatable {
    case object([String: LosslessJSON])
    case array([LosslessJSON])
    case string(String)
    /// A number as it was written: `1.23e-10`.
    case number(String)
    case boolean(Bool)
    case null

    /// Reads a whole text; nil when it is not JSON, or nested deeper than any answer is.
    init?(_ data: Data) {
        var reader = JSONReader(bytes: Array(data))
        guard let value = reader.document() else { return nil }
        self = value
    }

    /// The member of an object.
    subscript(_ name: String) -> LosslessJSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    var object: [String: LosslessJSON]? {
        if case .object(let members) = self { members } else { nil }
    }

    var array: [LosslessJSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The text of a number.
    var number: String? {
        if case .number(let text) = self { text } else { nil }
    }

    /// The text of a number, or of a string that may hold one.
    var numeral: String? { number ?? string }

    /// How the value reads in a message.
    var shown: String {
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
