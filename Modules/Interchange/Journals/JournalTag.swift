import Foundation
import Models

/// Something of ours in a journal, by which it comes back as it was.
struct JournalTag: Hashable {
    /// What all names begin with.
    static let prefix = "cst-"
    /// The name of a tag that continues the one before it.
    static let more = "more"

    let line: Int
    /// The name without the prefix.
    let name: String
    var value: String

    /// What a journal has no words for: by kind, in the order in which records refer to each other.
    static let kinds = [
        EntityKind(Household.self), EntityKind(Goal.self), EntityKind(Asset.self), EntityKind(AssetAllocation.self),
    ]

    /// A record, as in an archive.
    static func json(_ record: Record) -> String {
        plain(String(decoding: ArchiveText.object(record.cells, record.kind.description.columns), as: UTF8.self))
    }

    /// A text.
    static func json(_ text: String) -> String {
        var bytes: [UInt8] = []
        CellText.append(text, to: &bytes)
        return plain(String(decoding: bytes, as: UTF8.self))
    }

    /// Without what a journal may not have in a remark: brackets could be dates to ledger.
    private static func plain(_ json: String) -> String {
        String(
            String.UnicodeScalarView(
                json.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
                    guard scalar == "[" || (0x7F...0x9F).contains(scalar.value) else { return [scalar] }
                    let code = String(scalar.value, radix: 16)
                    return Array(("\\u" + String(repeating: "0", count: 4 - code.count) + code).unicodeScalars)
                }))
    }

    /// The record of a kind; nil when it is none.
    func record(_ kind: EntityKind) -> Record? {
        guard let object = try? JSONSerialization.jsonObject(with: Data(value.utf8)) as? [String: Any],
            let cells = ArchiveText.cells(object, kind.description.columns)
        else { return nil }
        return Record(kind, cells)
    }

    /// The text; nil when it is none.
    var text: String? {
        (try? JSONSerialization.jsonObject(with: Data(value.utf8), options: .fragmentsAllowed)) as? String
    }

    // MARK: - Transactions

    /// What a posting does not say of a transaction.
    struct Details: Hashable {
        let id: UUID
        let kind: Transaction.Kind
        let entered: Date
        let goalID: UUID?
        let hash: String?
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
