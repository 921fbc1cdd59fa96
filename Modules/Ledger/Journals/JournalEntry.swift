import FileFormats
import Persistence
import Values

import struct Foundation.UUID

/// The transactions of a journal on their way into a ledger.
struct JournalEntry {
    typealias Key = JournalPlaces.Key

    /// A transaction that can be entered.
    struct Ready {
        let index: Int
        let account: Account
        let booked: BookedTransaction
        /// Whether a journal of ours keeps it as it was.
        let isKept: Bool
    }

    let request: StatementRequest
    private let journal: JournalLedger
    let store: any StoreWriter
    let call: Call
    private(set) var places: JournalPlaces
    private var statements: Set<UUID> = []
    /// The accounts whose opening balance was met.
    private var opened: Set<Key> = []
    /// The transactions, in the order of the file.
    var rows: [StatementImport.Row] = []
    private(set) var ready: [Ready] = []
    var added: [Account.ID: Int] = [:]
    private(set) var warnings: [Warning] = []

    init(_ journal: JournalLedger, _ request: StatementRequest, _ store: any StoreWriter, _ call: Call) throws {
        self.journal = journal
        self.request = request
        self.store = store
        self.call = call
        places = try JournalPlaces(journal, store)
    }

    /// The names of accounts that are new.
    var newAccounts: [String] { places.newAccounts.map(\.name) }
    /// The paths of categories that are new.
    ///
    /// - Throws: ``StoreError``.
    func newCategories() throws -> [String] {
        let tree = CategoryTree(try store.all(Category.self))
        return places.newCategories.map { tree.path(of: $0.id) }
    }

    // MARK: - Reading

    /// Makes accounts and categories, and reads the transactions.
    mutating func read() throws {
        let isEmpty = try store.all(Account.self).isEmpty
        if let household = journal.kept(Household.self).first, try store.all(Household.self).isEmpty {
            try store.insert(household)
        }
        try places.addKeptCategories()
        let beginnings = beginnings()
        for (key, beginning) in beginnings.sorted(by: { order($0.key).lexicographicallyPrecedes(order($1.key)) }) {
            try places.addAccount(key, beginning)
        }
        try places.addKeptAccounts()
        try addKept(isEmpty)
        var ids = OrderedIDs(count: journal.entries.count, isDescending: isDescending)
        for entry in journal.entries {
            switch entry {
            case .failure(let row):
                rows.append(.init(line: row.line, verdict: .refused, reason: row.reason))
            case .success(let entry): try read(entry, beginnings, &ids)
            }
        }
    }

    private var isDescending: Bool {
        let days = journal.entries.lazy.compactMap { try? $0.get().day }
        guard let first = days.first, let last = days.last else { return false }
        return first > last
    }

    private func order(_ key: Key) -> [String] { [key.account, key.currency.identity] }

    /// The day on which each account begins, and its opening balance.
    private func beginnings() -> [Key: JournalPlaces.Beginning] {
        var found: [Key: JournalPlaces.Beginning] = [:]
        var openings: [Key: [(day: CalendarDay, amount: Money)]] = [:]
        for case .success(let entry) in journal.entries {
            for booking in entry.bookings {
                for side in booking.sides {
                    let key = Key(account: side.account, currency: side.amount.currency)
                    if booking.isOpening {
                        openings[key, default: []].append((entry.day, side.amount))
                        if found[key] == nil { found[key] = .init() }
                    } else if found[key]?.first.map({ entry.day < $0 }) ?? true {
                        found[key, default: .init()].first = entry.day
                    }
                }
            }
        }
        for (key, all) in openings {
            // The first opening balance begins the account, if nothing is dated before it.
            guard let first = all.enumerated().min(by: { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) })
            else { continue }
            let opening = first.element
            if found[key]?.first.map({ opening.day <= $0 }) ?? true {
                found[key]?.opening = opening
                let others = all.enumerated().filter { $0.offset != first.offset }.map(\.element.day)
                if let next = others.min(), found[key]?.first.map({ next < $0 }) ?? true { found[key]?.first = next }
            } else if let next = all.map(\.day).min(), found[key]?.first.map({ next < $0 }) ?? true {
                found[key]?.first = next
            }
        }
        return found
    }

    /// Brings rules and statements of a journal of ours into a ledger that has no accounts.
    private mutating func addKept(_ isEmpty: Bool) throws {
        let rules = journal.kept(CategoryRule.self)
        let kept = journal.kept(KeptStatement.self)
        guard !rules.isEmpty || !kept.isEmpty else { return }
        guard try isEmpty && store.all(CategoryRule.self).isEmpty else {
            let known = Set(try store.all(KeptStatement.self).map(\.id) + store.all(CategoryRule.self).map(\.id))
            if !known.isSuperset(of: kept.map(\.id) + rules.map(\.id)) {
                warnings.append(
                    Warning(
                        code: "leftOut",
                        message:
                            "The ledger has accounts of its own, so rules and statements of the journal are left out."))
            }
            return
        }
        for var rule in rules {
            rule.categoryID = rule.categoryID.flatMap { places.kept($0)?.id }
            try store.insert(rule)
        }
        for statement in kept where try store.find(Account.self, statement.accountID) != nil {
            try store.insert(statement)
            statements.insert(statement.id)
        }
    }

    private mutating func read(
        _ entry: JournalLedger.Entry, _ beginnings: [Key: JournalPlaces.Beginning], _ ids: inout OrderedIDs
    ) throws {
        let text = entry.texts.joined(separator: " ").trimmedName
        guard !entry.bookings.isEmpty else {
            return rows.append(
                .init(
                    line: entry.line, verdict: .leftOut, day: entry.day, text: text,
                    reason: "none of its accounts is below assets or liabilities, so no balance changes"))
        }
        guard abs(call.day.days(until: entry.day)) <= 36_525 else {
            return rows.append(
                .init(
                    line: entry.line, verdict: .refused, day: entry.day, text: text,
                    reason: LedgerError.dayTooFar(entry.day).description))
        }
        for booking in entry.bookings {
            let side = booking.sides[0]
            let key = Key(account: side.account, currency: side.amount.currency)
            guard let account = places.accounts[key] else { continue }
            var row = StatementImport.Row(
                line: entry.line, verdict: .leftOut, account: account.name, day: entry.day, amount: side.amount,
                text: text)
            if booking.isOpening, isOpening(side.amount, of: account, entry.day, beginnings[key]),
                opened.insert(key).inserted || !places.isNew(account)
            {
                row.reason = "an opening balance, which belongs to the account"
                rows.append(row)
                continue
            }
            let closed = booking.sides.compactMap {
                places.accounts[Key(account: $0.account, currency: $0.amount.currency)]
            }.first { !$0.isActive && !places.isNew($0) }
            let issue = (booking.sides.map(\.amount) + booking.parts.map(\.amount)).lazy
                .flatMap { ValidationIssue.ledgerIssues(ofAmount: $0, field: "amount") }.first?.message
            if let reason = closed.map({ LedgerError.accountClosed($0.name).description }) ?? issue {
                rows.append(
                    .init(
                        line: entry.line, verdict: .refused, account: account.name, day: entry.day, amount: side.amount,
                        text: text, reason: reason))
                continue
            }
            let kept = entry.bookings.count == 1 ? entry.tags.first { $0.name == "ledgerTransaction" } : nil
            guard let booked = try booked(booking, entry, kept, &ids) else {
                rows.append(
                    .init(
                        line: entry.line, verdict: .refused, day: entry.day, text: text,
                        reason: "what is kept of the transaction here is damaged"))
                continue
            }
            ready.append(Ready(index: rows.count, account: account, booked: booked, isKept: kept != nil))
            rows.append(row)
        }
    }

    /// Whether it is the balance with which an account begins. One that was there before has its own.
    private func isOpening(
        _ amount: Money, of account: Account, _ day: CalendarDay, _ beginning: JournalPlaces.Beginning?
    ) -> Bool {
        guard places.isNew(account) else { return true }
        return beginning?.opening.map { $0.day == day && $0.amount == amount } ?? false
    }

    private mutating func booked(
        _ booking: JournalBooking, _ entry: JournalLedger.Entry, _ tag: JournalTag?, _ ids: inout OrderedIDs
    ) throws -> BookedTransaction? {
        var transaction = LedgerTransaction(journal: entry.texts, day: entry.day)
        if let tag {
            guard let kept = JournalOverlay.value(tag, over: transaction) else { return nil }
            transaction = kept
        } else {
            transaction = LedgerTransaction(
                id: ids.take(), day: entry.day, entered: call.now,
                payee: StatementEntry.line(transaction.payee), note: StatementEntry.line(transaction.note))
        }
        var postings: [Posting] = []
        for (position, side) in booking.sides.enumerated() {
            guard let account = places.accounts[Key(account: side.account, currency: side.amount.currency)] else {
                return nil
            }
            var posting = Posting(
                transactionID: transaction.id, position: position, accountID: account.id, day: entry.day,
                entered: transaction.entered, amount: side.amount, status: side.isCleared ? .cleared : .uncleared)
            if tag == nil {
                let whole = [transaction.payee, transaction.note].compactMap(\.self).joined(separator: " ")
                posting.importedText = transaction.payee ?? ""
                posting.importedNote = whole == posting.importedText ? nil : whole
                posting.importedDay = entry.day
            } else if let kept = entry.tags.first(where: { $0.name == "posting\(position)" }) {
                guard var read = JournalOverlay.value(kept, over: posting) else { return nil }
                if let statement = read.statementID, !statements.contains(statement) {
                    (read.status, read.statementID) = (.cleared, nil)
                }
                posting = read
            }
            postings.append(posting)
        }
        var splits: [CategorySplit] = []
        for (position, part) in booking.parts.enumerated() {
            let category = try places.category(part.category)
            splits.append(
                CategorySplit(
                    transactionID: transaction.id, position: position, categoryID: category?.id, day: entry.day,
                    amount: part.amount))
        }
        if tag == nil, splits.contains(where: { $0.categoryID != nil }) {
            transaction.set("category", by: LedgerTransaction.file)
        }
        return BookedTransaction(transaction, postings: postings, splits: splits)
    }
}
