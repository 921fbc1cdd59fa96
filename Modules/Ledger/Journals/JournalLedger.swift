import FileFormats
import Persistence
import Values

import struct Foundation.UUID

/// A journal read as a ledger, before it is known what of it is there already.
struct JournalLedger: Sendable {
    /// A transaction of the journal.
    struct Entry: Sendable {
        let line: Int
        let day: CalendarDay
        let texts: [String]
        let tags: [JournalTag]
        /// The transactions of a ledger that it is; none where no account changes.
        let bookings: [JournalBooking]
    }

    let dialect: JournalDialect
    /// The transactions, and the lines that cannot be read, in the order of the file.
    private(set) var entries: [Result<Entry, UnreadableRow>] = []
    /// The records that a journal of ours keeps beside transactions.
    private(set) var records: [Record] = []
    private(set) var warnings: [Warning] = []
    /// The names by which a journal of ours knows its accounts and categories.
    private(set) var names = JournalNames()

    /// Reads a journal.
    ///
    /// - Throws: ``ImportError``.
    init(_ file: TextFile, _ dialect: JournalDialect) throws {
        self.dialect = dialect
        var tags: [JournalTag] = []
        var signs: Set<String> = []
        var skipped: [(line: Int, what: String)] = []
        try JournalReader(file: file, dialect: dialect).read { item in
            switch item {
            case .transaction(let transaction):
                if !tags.isEmpty { read(&tags) }
                if let sign = names.assumedSign(in: transaction) { signs.insert(sign) }
                if let entry = entry(transaction) { entries.append(entry) }
            case .tag(let tag): tags.append(tag)
            case .skipped(let line, let what): skipped.append((line, what))
            case .refused(let row): entries.append(.failure(row))
            case .balance: break
            }
        }
        read(&tags)
        defer {
            for sign in signs.sorted() {
                let currency = JournalNames.assumed[sign]?.code ?? ""
                warnings.append(
                    Warning(
                        code: "assumedCurrency",
                        message: "Amounts with \(sign) are read as \(currency): write the code for another currency."))
            }
        }
        guard let first = skipped.first else { return }
        warnings.append(
            Warning(
                code: "notRead",
                message: skipped.count == 1
                    ? "Line \(first.line) is \(first.what), a plan for later, and is not read."
                    : "\(skipped.count) periodic transactions, which are plans for later, are not read: the first is in "
                        + "line \(first.line)."))
    }

    /// Takes what a journal of ours keeps before its transactions.
    private mutating func read(_ tags: inout [JournalTag]) {
        for tag in tags.joined {
            guard let kind = JournalOverlay.kinds.first(where: { $0.description.kind == tag.name }) else { continue }
            if let record = JournalOverlay.record(tag, kind) {
                records.append(record)
            } else {
                entries.append(
                    .failure(UnreadableRow(line: tag.line, reason: "the \(tag.name) that is kept here is damaged")))
            }
        }
        tags = []
        names = JournalNames(dialect, kept(Account.self), kept(Category.self), kept(Household.self))
    }

    /// The transaction; nil where it only states balances.
    private func entry(_ transaction: JournalTransaction) -> Result<Entry, UnreadableRow>? {
        func refused(_ reason: String) -> Result<Entry, UnreadableRow> {
            .failure(UnreadableRow(line: transaction.line, reason: reason))
        }
        do {
            let made = try JournalBookings(names.denominated(transaction), role: names.role)
            if made.bookings.isEmpty, made.namesAccount { return nil }
            return .success(
                Entry(
                    line: transaction.line, day: made.day, texts: transaction.texts, tags: transaction.tags.joined,
                    bookings: made.bookings))
        } catch let refusal as JournalBookings.Refusal {
            return refused(refusal.reason)
        } catch {
            return refused("its amounts have too many digits")
        }
    }

    /// The values of a kind that a journal of ours keeps.
    func kept<Value: Entity>(_ type: Value.Type) -> [Value] {
        records.compactMap { try? $0.value(Value.self) }
    }
}
