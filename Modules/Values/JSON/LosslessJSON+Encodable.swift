import Foundation

/// JSON that is sent.
extension LosslessJSON: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let members): try container.encode(members)
        case .array(let elements): try container.encode(elements)
        case .string(let text): try container.encode(text)
        case .number(let text):
            if let whole = Int64(text) {
                try container.encode(whole)
            } else {
                try container.encode(Decimal(string: text))
            }
        case .boolean(let flag): try container.encode(flag)
        case .null: try container.encodeNil()
        }
    }
}

extension LosslessJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(integerLiteral number: Int) { self = .number("\(number)") }
    package init(booleanLiteral flag: Bool) { self = .boolean(flag) }
    package init(dictionaryLiteral members: (String, LosslessJSON)...) {
        self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
    }
    package init(arrayLiteral elements: LosslessJSON...) { self = .array(elements) }
}
