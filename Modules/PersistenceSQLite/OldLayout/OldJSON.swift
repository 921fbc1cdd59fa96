import Foundation

/// A value in the JSON of old journals and rows.
indirect enum OldJSON: Decodable, Hashable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([OldJSON])
    case object([String: OldJSON])

    init(_ text: String) throws {
        self = try JSONDecoder().decode(OldJSON.self, from: Data(text.utf8))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let list = try? container.decode([OldJSON].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: OldJSON].self))
        }
    }

    /// The value at a path of names: "target.amount"; null where there is none.
    subscript(path: String) -> OldJSON {
        path.split(separator: ".").reduce(self) { value, name in
            if case .object(let members) = value { members[String(name)] ?? .null } else { .null }
        }
    }
}
