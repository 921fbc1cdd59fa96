import FileFormats
import Foundation
import Models

// What a journal of ours keeps of a household, by which it comes back as it was.

extension JournalTag {
    /// What a journal has no words for: by kind, in the order in which records refer to each other.
    static let kinds = [
        EntityKind(Household.self), EntityKind(Goal.self), EntityKind(Asset.self), EntityKind(AssetAllocation.self),
    ]

    /// A record, as in an archive.
    static func json(_ record: Record) -> String {
        plain(String(decoding: CellObject.text(record.cells, record.kind.description.columns), as: UTF8.self))
    }

    /// The record of a kind; nil when it is none.
    func record(_ kind: EntityKind) -> Record? {
        guard let object, let cells = CellObject.cells(object, kind.description.columns)
        else { return nil }
        return Record(kind, cells)
    }

    // MARK: - Transactions

    /// What a posting does not say of a transaction.
    struct Details: Hashable {
        let id: UUID
        let kind: Transaction.Kind
        let entered: Date
        let goalID: UUID?
        let hash: String?
        /// The line of a file that it was imported from; nil if it was not.
        var imported: ImportedLine?
    }

    /// Id, kind, the instant of entry, and where there are any the goal and the hash.
    static func text(_ transaction: Transaction) -> String {
        [
            transaction.id.uuidString.lowercased(), transaction.kind.rawValue, "\(transaction.entered.milliseconds)",
            transaction.goalID?.uuidString.lowercased() ?? "-", transaction.hash,
        ].compactMap(\.self).joined(separator: " ")
    }

    /// What ``text(_:)`` says; nil when it is something else.
    var details: Details? {
        let parts = value.split(separator: " ").map(String.init)
        guard parts.count == 4 || parts.count == 5, let id = UUID(uuidString: parts[0]),
            let kind = Transaction.Kind(rawValue: parts[1]),
            let entered = Int(parts[2]).flatMap(Date.init(milliseconds:)),
            parts[3] == "-" || UUID(uuidString: parts[3]) != nil
        else { return nil }
        return Details(
            id: id, kind: kind, entered: entered, goalID: UUID(uuidString: parts[3]),
            hash: parts.count == 5 ? parts[4] : nil)
    }
}

extension ImportedRow {
    /// The record that a journal of ours keeps of a transaction; nil where there is none.
    var details: JournalTag.Details? {
        guard !tags.isEmpty, var details = tags.first(where: { $0.name == "transaction" })?.details else { return nil }
        details.imported = tags.first { $0.name == "imported" }?.text.flatMap { ImportedLine(encoded: $0) }
        return details
    }
}
