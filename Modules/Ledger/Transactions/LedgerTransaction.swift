public import Values

public import struct Foundation.Date
public import struct Foundation.UUID

/// Something that happened on one day: a purchase, a salary, a transfer. Its amounts are in its ``Posting``s, its purposes in its
/// ``CategorySplit``s.
public struct LedgerTransaction: Sendable, Hashable, Identifiable {
    /// The setting of a field, and whether a person, a file or a rule decided it.
    public struct Setting: NestedValue, Hashable {
        /// The field: `payee`, `category`, `tags`.
        public let field: String
        /// `hand`, `file`, or the id of a rule.
        public let origin: String

        /// A setting.
        public init(field: String, origin: String) {
            self.field = field
            self.origin = origin
        }

        /// How it is kept.
        public static let fields = Fields(
            Column<Setting, String>.value("field", \.field), Column<Setting, String>.value("origin", \.origin)
        ) { Setting(field: $0, origin: $1) }
    }

    /// Its id.
    public let id: UUID
    /// The day on which it counts.
    public var day: CalendarDay
    /// The instant of its entry, which stays through every edit.
    public let entered: Date
    /// The other side: a shop, an employer; nil for none.
    public var payee: String?
    /// A note; nil for none.
    public var note: String?
    /// Words by which it is found, each once, in order.
    public var tags: [String]
    /// The transaction whose money came back with this one; nil for none.
    public var refundOf: UUID?
    /// Whether an import found it possibly there already, and nobody has looked at it yet.
    public var isPossible: Bool
    /// The fields that were decided, and by whom.
    public var settings: [Setting]

    /// A transaction.
    public init(
        id: UUID, day: CalendarDay, entered: Date, payee: String? = nil, note: String? = nil, tags: [String] = [],
        refundOf: UUID? = nil, isPossible: Bool = false, settings: [Setting] = []
    ) {
        self.id = id
        self.day = day
        self.entered = entered
        self.payee = payee
        self.note = note
        self.tags = tags
        self.refundOf = refundOf
        self.isPossible = isPossible
        self.settings = settings
    }

    /// The word for a person in ``settings``.
    public static let hand = "hand"
    /// The word for a file in ``settings``.
    public static let file = "file"

    /// The origin of a field: a person, a rule or a file; nil for none.
    public func origin(of field: String) -> String? { settings.first { $0.field == field }?.origin }

    /// Notes who decided a field; nil takes the note away.
    public mutating func set(_ field: String, by origin: String?) {
        if origin == nil, settings.isEmpty { return }
        settings.removeAll { $0.field == field }
        if let origin { settings.append(Setting(field: field, origin: origin)) }
        settings.sort { $0.field < $1.field }
    }
}

extension LedgerTransaction: Entity {
    /// How it is kept.
    public static let declaration = Declaration<LedgerTransaction>(
        "ledgerTransaction", table: "ledgerTransactions", since: "0.5.0", order: ["day", "entered", "id"],
        indexes: [.index("day")],
        fields: Fields(
            .key("id", \.id), .value("day", \.day), .value("entered", \.entered), .value("payee", \.payee),
            .value("note", \.note), .value("tags", \.tags),
            .value("refundOf", \.refundOf, to: "ledgerTransaction"), .value("isPossible", \.isPossible),
            .value("settings", \.settings)
        ) { id, day, entered, payee, note, tags, refundOf, isPossible, settings in
            LedgerTransaction(
                id: id, day: day, entered: entered, payee: payee, note: note, tags: tags, refundOf: refundOf,
                isPossible: isPossible, settings: settings)
        },
        whole: { try BookedTransaction($0, in: $1).issues(in: $1) })

    /// "transaction of 2026-05-20, 'Spar'".
    public var summary: String { "transaction of \(day)\(payee.map { ", '\($0.printable)'" } ?? "")" }

    /// Issues of its texts.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        var issues: [ValidationIssue] = []
        if let payee { issues += ValidationIssue.issues(ofName: payee, field: "payee", of: "payee") }
        if let note { issues += ValidationIssue.lineIssues(note, field: "note") }
        for tag in tags { issues += ValidationIssue.issues(ofName: tag, field: "tag", of: "tag") }
        if refundOf == id {
            issues.append(
                ValidationIssue(
                    code: "ledger.refundOfItself", field: "of", message: "A transaction is no refund of itself."))
        }
        return issues
    }
}
