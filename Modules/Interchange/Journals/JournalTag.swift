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

    /// Without what a journal may not have in a remark: a bracket before a digit could be a date to ledger. In a text it is
    /// escaped; where a list begins, a space follows it.
    private static func plain(_ json: String) -> String {
        var plain = String.UnicodeScalarView()
        walk(json) { scalar, isInText in
            switch scalar.value {
            case 0x5B where !isInText: plain += "[ ".unicodeScalars
            case 0x5B, 0x7F...0x9F:
                let code = String(scalar.value, radix: 16)
                plain += ("\\u" + String(repeating: "0", count: 4 - code.count) + code).unicodeScalars
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// Hands on each scalar of a JSON text, and whether it stands within a text of it.
    private static func walk(_ json: String, _ body: (Unicode.Scalar, Bool) -> Void) {
        var (isInText, isEscaped) = (false, false)
        for scalar in json.unicodeScalars {
            body(scalar, isInText)
            if isEscaped {
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isInText.toggle()
            }
        }
    }

    /// The record of a kind; nil when it is none.
    func record(_ kind: EntityKind) -> Record? {
        guard let object = object(value) ?? object(Self.withLists(value)),
            let cells = ArchiveText.cells(object, kind.description.columns)
        else { return nil }
        return Record(kind, cells)
    }

    private func object(_ json: String) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    }

    /// A text of which the brackets of lists were escaped, as they were until version 0.3, with the brackets.
    private static func withLists(_ json: String) -> String {
        let bracket = Array("\\u005b".unicodeScalars)
        var (plain, outside) = (String.UnicodeScalarView(), [Unicode.Scalar]())
        walk(json) { scalar, isInText in
            if isInText {
                plain += outside
                outside = []
                plain.append(scalar)
            } else {
                outside.append(scalar)
                if outside.suffix(bracket.count) == bracket[...] {
                    outside.removeLast(bracket.count)
                    outside.append("[")
                }
            }
        }
        plain += outside
        return String(plain)
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
