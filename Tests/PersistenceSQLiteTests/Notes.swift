import Models

import struct Foundation.UUID

/// A kind that only these tests know, as its first version was.
struct Note: Entity {
    let id: UUID
    var text: String

    static let declaration = Declaration<Note>(
        "note", table: "notes", since: "1.0.0", order: ["text"], title: "text",
        fields: Fields(.key("id", \.id), .value("text", \.text)) { Note(id: $0, text: $1) })

    var summary: String { "note '\(text)'" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// The second version: the text is written in capitals, and there is a length.
struct LoudNote: Entity {
    let id: UUID
    var text: String
    var length: Int

    static let declaration = Declaration<LoudNote>(
        "note", table: "notes", version: 2, since: "9.9.0", order: ["text"], title: "text",
        fields: Fields(.key("id", \.id), .value("text", \.text), .value("length", \.length)) {
            LoudNote(id: $0, text: $1, length: $2)
        })

    /// The kind with the way from its first version.
    static let kind = EntityKind(
        LoudNote.self,
        upgrades: [
            1: { cells in
                let text = try CellArray(cells).text(1)
                return [cells[0], .text(text.uppercased()), .integer(text.count)]
            }
        ])

    var summary: String { "loud note '\(text)'" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// Another kind under the same name.
struct OtherNote: Entity {
    let id: UUID

    static let declaration = Declaration<OtherNote>(
        "note", table: "otherNotes", since: "1.0.0", order: ["id"],
        fields: Fields(.key("id", \.id)) { OtherNote(id: $0) })

    var summary: String { "other note" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// Another kind in the same table.
struct Letter: Entity {
    let id: UUID

    static let declaration = Declaration<Letter>(
        "letter", table: "notes", since: "1.0.0", order: ["id"], fields: Fields(.key("id", \.id)) { Letter(id: $0) })

    var summary: String { "letter" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// Names a note.
struct Pin: Entity {
    let id: UUID
    let noteID: UUID

    static let declaration = Declaration<Pin>(
        "pin", table: "pins", since: "1.0.0", order: ["id"],
        fields: Fields(.key("id", \.id), .value("noteID", \.noteID, to: "note")) { Pin(id: $0, noteID: $1) })

    var summary: String { "pin" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// Names a note, and is not journalled.
struct Sighting: Entity {
    let id: UUID
    let noteID: UUID
    var text: String

    static let declaration = Declaration<Sighting>(
        "sighting", table: "sightings", since: "1.0.0", order: ["id"], isJournalled: false,
        fields: Fields(.key("id", \.id), .value("noteID", \.noteID, to: "note"), .value("text", \.text)) {
            Sighting(id: $0, noteID: $1, text: $2)
        })

    var summary: String { "sighting" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}
