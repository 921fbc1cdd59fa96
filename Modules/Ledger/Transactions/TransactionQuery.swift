import Persistence
package import Values

package import struct Foundation.UUID

/// A query of transactions; its fields are text.
package struct TransactionQuery: Sendable {
    /// The order of a list.
    package enum Order: String, Sendable, CaseIterable {
        /// The newest first.
        case day
        /// The largest first, whatever its direction.
        case amount
    }

    /// The account; nil for all.
    package var account: String?
    /// The category, with all below it.
    package var category: String?
    /// A part of the payee.
    package var payee: String?
    /// The sort of transaction.
    package var kind: String?
    /// A tag.
    package var tag: String?
    /// A part of the payee, the note, the bank's text, a tag or a category.
    package var text: String?
    /// The status of a posting.
    package var status: String?
    /// The least size.
    package var least: String?
    /// The greatest size.
    package var most: String?
    /// The days; nil for all.
    package var period: LedgerPeriod?
    /// Only those with a split without a category.
    package var isUncategorised = false
    /// Only those that an import found possibly there already.
    package var isPossible = false
    /// The order.
    package var order = Order.day
    /// How many at most; nil for all.
    package var limit: Int?
    /// The id after which the list goes on; nil from the beginning.
    package var after: String?

    /// All transactions.
    package init() {}
}

extension LedgerService {
    /// A page of transactions.
    package struct Page: Sendable {
        /// The transactions.
        package let transactions: [ListedTransaction]
        /// The id after which the next page begins; nil for the last one.
        package let next: UUID?

        /// A page.
        package init(transactions: [ListedTransaction], next: UUID?) {
            self.transactions = transactions
            self.next = next
        }
    }

    /// The transactions that a query means, on the call's day: later ones are left out where the day is not today.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``LedgerError``, ``StoreError``.
    package func transactions(_ query: TransactionQuery, _ call: Call) async throws -> Outcome<Page> {
        Outcome(
            try await store.read { reader in
                let ledger = try LedgerNames(reader)
                let filter = try TransactionFilter(query, ledger)
                let found =
                    switch query.order {
                    case .day: try reader.newest(filter, ledger, after: query.after, atLeast: query.limit, call)
                    case .amount: try reader.largest(filter, ledger, after: query.after, call)
                    }
                let shown = query.limit.map { Array(found.prefix($0)) } ?? found
                let balances = try filter.account.map { try reader.running(of: $0, for: shown) } ?? [:]
                let names = ledger.accounts.names
                return Page(
                    transactions: shown.map { booked in
                        ListedTransaction(
                            booked, names, ledger.tree,
                            balances: booked.postings.map { posting in
                                posting.accountID == filter.account?.id ? balances[posting.transactionID] : nil
                            })
                    },
                    next: shown.count < found.count ? shown.last?.transaction.id : nil)
            })
    }

    /// One transaction.
    ///
    /// - Throws: ``LookupError``, ``LedgerError``, ``StoreError``.
    package func transaction(_ id: String) async throws -> ListedTransaction {
        try await store.read { reader in
            let ledger = try LedgerNames(reader)
            let booked = try BookedTransaction(reader.ledgerTransaction(id), in: reader)
            return ListedTransaction(booked, ledger.accounts.names, ledger.tree)
        }
    }
}

/// A query with what it names.
struct TransactionFilter {
    let account: Account?
    let first: CalendarDay?
    let last: CalendarDay?
    private let categories: Set<UUID>?
    private let kind: BookedTransaction.Kind?
    private let status: Posting.Status?
    private let least: Ratio?
    private let most: Ratio?
    private let query: TransactionQuery

    init(_ query: TransactionQuery, _ ledger: LedgerNames) throws {
        var reader = RequestReader()
        func word<Choice: RawRepresentable & CaseIterable>(
            _ field: String, _ text: String?, _ type: Choice.Type
        ) throws -> Choice? where Choice.RawValue == String {
            try reader.read(field) {
                try text.map { word in
                    guard let found = Choice(rawValue: word) else {
                        throw LedgerError.unknownWord(field: field, word: word, known: Choice.allCases.map(\.rawValue))
                    }
                    return found
                }
            } ?? nil
        }
        account = try reader.read("account") { try query.account.map { try ledger.account($0) } } ?? nil
        categories =
            try reader.read("category") {
                try query.category.map { ledger.tree.subtree(of: try ledger.tree.find(named: $0).id) }
            } ?? nil
        kind = try word("type", query.kind, BookedTransaction.Kind.self)
        status = try word("status", query.status, Posting.Status.self)
        least = try reader.read("min") { try query.least.map { try Money(entered: $0, .eur).ratio } } ?? nil
        most = try reader.read("max") { try query.most.map { try Money(entered: $0, .eur).ratio } } ?? nil
        if let least, let most, most < least {
            reader.add([
                ValidationIssue(
                    code: "emptyRange", field: "max",
                    message: "The greatest size \(query.most ?? "") is below the least \(query.least ?? "").")
            ])
        }
        (first, last) = (query.period?.first, query.period?.last)
        self.query = query
        try reader.check()
    }

    func matches(_ booked: BookedTransaction, _ ledger: LedgerNames) -> Bool {
        let transaction = booked.transaction
        if let account, !booked.postings.contains(where: { $0.accountID == account.id }) { return false }
        if let categories, !booked.splits.contains(where: { $0.categoryID.map(categories.contains) ?? false }) {
            return false
        }
        if let kind, booked.kind(in: ledger.tree) != kind { return false }
        if query.isUncategorised, !booked.splits.contains(where: { $0.categoryID == nil }) { return false }
        if query.isPossible, !transaction.isPossible { return false }
        if let tag = query.tag, !transaction.tags.contains(where: { LedgerText.folded($0) == LedgerText.folded(tag) }) {
            return false
        }
        let own = booked.postings.filter { posting in account.map { posting.accountID == $0.id } ?? true }
        if let status, !own.contains(where: { $0.status == status }) { return false }
        if let size = own.first?.amount.size {
            if let least, size < least { return false }
            if let most, size > most { return false }
        }
        if let payee = query.payee, !Self.has(payee, in: [transaction.payee]) { return false }
        if let text = query.text {
            let paths = booked.splits.map { $0.categoryID.map { ledger.tree.path(of: $0) } }
            let texts = [transaction.payee, transaction.note] + booked.postings.map(\.importedText) + paths
            if !Self.has(text, in: texts + transaction.tags) { return false }
        }
        return true
    }

    private static func has(_ part: String, in texts: [String?]) -> Bool {
        let wanted = LedgerText.folded(part)
        return texts.contains { $0.map { LedgerText.folded($0).contains(wanted) } ?? false }
    }
}

extension Money {
    /// The amount without its sign.
    var size: Ratio { isNegative ? negated.ratio : ratio }
}

extension EntityReader {
    /// The transactions of a period by day and order of entry, with all their parts.
    func booked(from first: CalendarDay?, through last: CalendarDay?) throws -> [BookedTransaction] {
        let range = Selection(
            by: "day", from: first.map { .text("\($0)") }, through: last.map { .text("\($0)") })
        var postings = Dictionary(grouping: try all(Posting.self, range), by: \.transactionID)
        var splits = Dictionary(grouping: try all(CategorySplit.self, range), by: \.transactionID)
        return try all(LedgerTransaction.self, range).map { transaction in
            BookedTransaction(
                transaction,
                postings: (postings.removeValue(forKey: transaction.id) ?? []).sorted { $0.position < $1.position },
                splits: (splits.removeValue(forKey: transaction.id) ?? []).sorted { $0.position < $1.position })
        }
    }

    /// The balance of an account after each of some transactions, by day, order of entry and id (G3).
    func running(of account: Account, for shown: [BookedTransaction]) throws -> [UUID: Money] {
        let days = shown.map(\.transaction.day)
        guard let first = days.min(), let last = days.max() else { return [:] }
        var balance = try balance(of: account, on: first.adding(days: -1))
        if account.openingDay >= first { balance = account.opening }
        let range = Selection(
            where: "accountID", is: .text(account.id.uuidString), by: "day", from: .text("\(first)"),
            through: .text("\(last)"))
        var found: [UUID: Money] = [:]
        for posting in try all(Posting.self, range) {
            balance = try balance.adding(posting.amount)
            found[posting.transactionID] = balance
        }
        return found
    }
}
