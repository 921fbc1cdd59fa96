#if SQLite
    import Models
    import Persistence

    import struct Foundation.Data
    import class Foundation.JSONDecoder
    import class Foundation.JSONEncoder
    import struct Foundation.UUID

    enum GoalTable: RecordTable {
        // SQLite compares texts byte by byte, which in UTF-8 is the order of Unicode scalars.
        static let layout = TableLayout(
            "goals",
            columns: [
                "id", "name", "emoji", "details", "link", "target", "currency", "start", "deadline", "reminder",
                "lifecycle",
                "snapshot",
            ],
            keyColumns: 1, order: "name, id")

        static func cells(of goal: Goal) throws -> [Cell] {
            [
                .text(goal.id.uuidString), .text(goal.name), Cell(goal.emoji), Cell(goal.details), Cell(goal.link),
                .text(goal.target.amountText), .text(goal.currency.encoded), .text("\(goal.start)"),
                .text("\(goal.deadline)"), Cell(goal.reminder?.rawValue), .text(goal.lifecycle.rawValue),
                Cell(try goal.snapshot.map(JSONText.encode)),
            ]
        }

        static func record(of goal: Goal) -> Record { .goal(goal) }

        static func value(in record: Record) -> Goal? {
            if case .goal(let goal) = record { goal } else { nil }
        }

        static func value(of row: RowReader) throws -> Goal {
            Goal(
                id: try row.uuid(0), name: try row.text(1), emoji: try row.optionalText(2),
                details: try row.optionalText(3), link: try row.optionalText(4), target: try row.money(5, 6),
                start: try row.day(7), deadline: try row.day(8),
                reminder: row.isNull(9) ? nil : try row.choice(9), lifecycle: try row.choice(10),
                snapshot: row.isNull(11) ? nil : try row.parsed(11, JSONText.decode))
        }
    }

    /// JSON of values that are kept whole: what a goal had when it was finished, and the changes of the journal.
    enum JSONText {
        static func encode(_ value: some Encodable) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        }

        static func decode<Value: Decodable>(_ text: String) throws -> Value {
            try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        }
    }
#endif
