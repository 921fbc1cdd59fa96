import FileFormats
import Persistence
import Values

import struct Foundation.Date
import struct Foundation.UUID

/// The part of a record that a journal has no words for: the columns in which it differs from what the words say.
enum JournalOverlay {
    /// The kinds that a journal keeps before its transactions, in the order in which they refer to each other.
    static let kinds = [
        EntityKind(Household.self), EntityKind(Account.self), EntityKind(Category.self), EntityKind(CategoryRule.self),
        EntityKind(KeptStatement.self),
    ]

    /// A whole record as the value of a tag.
    static func json(_ record: Record) -> String {
        JournalTag.plain(
            String(decoding: CellObject.text(record.cells, record.kind.description.columns), as: UTF8.self))
    }

    /// The columns in which a value differs from another one, as the value of a tag; nil where it does not.
    static func json<Value: Entity>(_ value: Value, from words: Value) -> String? {
        let (new, old) = (Record(value), Record(words))
        var cells: [Cell] = []
        var columns: [EntityDescription.Column] = []
        var place = 0
        for column in Value.declaration.description.columns {
            let range = place..<(place + column.type.width)
            place = range.upperBound
            guard new.cells[range] != old.cells[range] else { continue }
            cells += new.cells[range]
            columns.append(column)
        }
        guard !columns.isEmpty else { return nil }
        return JournalTag.plain(String(decoding: CellObject.text(cells, columns), as: UTF8.self))
    }

    /// The record of a kind; nil where the tag is damaged.
    static func record(_ tag: JournalTag, _ kind: EntityKind) -> Record? {
        guard let object = tag.object, let cells = CellObject.cells(object, kind.description.columns) else {
            return nil
        }
        return Record(kind, cells)
    }

    /// A value with the columns that a tag gives; nil where the tag is damaged.
    static func value<Value: Entity>(_ tag: JournalTag, over words: Value) -> Value? {
        guard let object = tag.object else { return nil }
        var cells = Record(words).cells
        var place = 0
        for column in Value.declaration.description.columns {
            let range = place..<(place + column.type.width)
            place = range.upperBound
            let given = column.cellNames.filter { object[$0] != nil }
            guard !given.isEmpty else { continue }
            let part = object.filter { column.cellNames.contains($0.key) }
            guard let read = CellObject.cells(part, [column]) else { return nil }
            cells.replaceSubrange(range, with: read)
        }
        return try? Record(EntityKind(Value.self), cells).value(Value.self)
    }
}

extension [JournalTag] {
    /// The tags with those that continue them.
    var joined: [JournalTag] {
        reduce(into: []) { all, tag in
            if tag.name == JournalTag.more, !all.isEmpty {
                all[all.count - 1].value += tag.value
            } else {
                all.append(tag)
            }
        }
    }
}

extension EntityReader {
    /// The records that a journal keeps before its transactions.
    func keptInJournals() throws -> [Record] {
        let tree = CategoryTree(try all(Category.self))
        return try all(Household.self).map { Record($0) } + all(Account.self).map { Record($0) }
            + tree.inOrder.map { Record($0) } + all(CategoryRule.self).map { Record($0) }
            + all(KeptStatement.self).map { Record($0) }
    }
}

extension LedgerTransaction {
    /// The transaction that the words of a journal say: a payee and a note, or one of both.
    init(journal texts: [String], day: CalendarDay) {
        let words = texts.map { $0.trimmedName.orNothing }
        self.init(
            id: UUID(), day: day, entered: Date(timeIntervalSince1970: 0), payee: words.first ?? nil,
            note: words.count > 1 ? words[1] : nil)
    }
}

extension Posting {
    /// The posting as the words of a journal say it.
    func inJournal(isCleared: Bool) -> Posting {
        Posting(
            transactionID: transactionID, position: position, accountID: accountID, day: day, entered: entered,
            amount: amount, status: isCleared ? .cleared : .uncleared)
    }
}
