import Models

import struct Foundation.UUID

/// Names of 48 letters that differ in the last one alone, as the ones of the next kind do: no store may cut or mix them.
struct LongName: Entity {
    let id: UUID
    var first: String
    var second: Money
    var other: UUID?

    static let letters = String(repeating: "a", count: 47)

    static let declaration = Declaration<LongName>(
        "\(letters)K", table: "\(letters)T", since: "1.0.0", order: ["\(letters)F"],
        indexes: [.index("\(letters)F", "id")], title: "\(letters)F",
        fields: Fields(
            .key("id", \.id), .value("\(letters)F", \.first), .value("\(letters)S", \.second),
            .value("\(letters)O", \.other, to: "\(letters)L")
        ) { LongName(id: $0, first: $1, second: $2, other: $3) })

    var summary: String { "long \(first)" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// Another kind with such names.
struct LongOther: Entity {
    let id: UUID
    var text: String

    static let declaration = Declaration<LongOther>(
        "\(LongName.letters)L", table: "\(LongName.letters)U", since: "1.0.0", order: ["\(LongName.letters)F"],
        fields: Fields(.key("id", \.id), .value("\(LongName.letters)F", \.text)) { LongOther(id: $0, text: $1) })

    var summary: String { "other \(text)" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}
