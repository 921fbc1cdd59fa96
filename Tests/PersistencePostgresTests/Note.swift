import Models

import struct Foundation.UUID

/// A kind of thing in its first version.
struct Note: Entity {
    let id: UUID
    let text: String

    static let declaration = Declaration<Note>(
        "note", table: "notes", since: "1.0.0", order: ["text"],
        fields: Fields(.key("id", \.id), .value("text", \.text)) { Note(id: $0, text: $1) })

    var summary: String { "note '\(text)'" }

    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// The same kind in its second one.
struct NewNote: Entity {
    let id: UUID
    let text: String
    let size: Int

    static let declaration = Declaration<NewNote>(
        "note", table: "notes", version: 2, since: "9.0", order: ["text"],
        fields: Fields(.key("id", \.id), .value("text", \.text), .value("size", \.size)) {
            NewNote(id: $0, text: $1, size: $2)
        })

    var summary: String { "note '\(text)' of \(size)" }

    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}
