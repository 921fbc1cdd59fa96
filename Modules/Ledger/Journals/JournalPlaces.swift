import FileFormats
import Persistence
import Values

import struct Foundation.UUID

/// The accounts and categories of a ledger that a journal's names stand for; those that are missing are made.
struct JournalPlaces {
    /// An account of a journal in one of its commodities.
    struct Key: Hashable {
        let account: String
        let currency: Currency
    }

    /// The dates by which an account begins.
    struct Beginning {
        /// The first day of a change other than the opening balance.
        var first: CalendarDay?
        /// The opening balance.
        var opening: (day: CalendarDay, amount: Money)?
    }

    private let journal: JournalLedger
    private let store: any StoreWriter
    private(set) var accounts: [Key: Account] = [:]
    private var categories: [String: Category?] = [:]
    /// The accounts that are new.
    private(set) var newAccounts: [Account] = []
    /// The categories that are new.
    private(set) var newCategories: [Category] = []
    private var tree: CategoryTree
    private var all: [Account]

    init(_ journal: JournalLedger, _ store: any StoreWriter) throws {
        self.journal = journal
        self.store = store
        all = try store.all(Account.self)
        tree = CategoryTree(try store.all(Category.self))
    }

    /// Whether an account was there before.
    func isNew(_ account: Account) -> Bool { newAccounts.contains { $0.id == account.id } }

    // MARK: - Accounts

    /// Finds the account of a key, or makes it.
    mutating func addAccount(_ key: Key, _ beginning: Beginning) throws {
        let kept = journal.names.accounts[key.account].flatMap { $0.currency == key.currency ? $0 : nil }
        if let kept, let there = all.first(where: { $0.id == kept.id }) { return accounts[key] = there }
        let name = kept?.name ?? name(key)
        let folded = LedgerText.folded(name)
        if let there = all.first(where: { LedgerText.folded($0.name) == folded && $0.currency == key.currency }) {
            return accounts[key] = there
        }
        var account =
            kept
            ?? Account(
                id: UUID(), name: free(name, key), kind: kind(key.account), opening: .zero(key.currency),
                openingDay: beginning.first ?? beginning.opening?.day ?? CalendarDay(dayNumber: 0))
        if kept == nil, let opening = beginning.opening { account.openingDay = opening.day }
        account.opening = beginning.opening?.amount ?? .zero(key.currency)
        if let first = beginning.first, first < account.openingDay { account.openingDay = first }
        try store.insert(account)
        all.append(account)
        newAccounts.append(account)
        accounts[key] = account
    }

    /// Makes the accounts of a journal of ours that no transaction names.
    mutating func addKeptAccounts() throws {
        for (name, account) in journal.names.accounts.sorted(by: { $0.key < $1.key }) {
            let key = Key(account: name, currency: account.currency)
            if accounts[key] == nil { try addAccount(key, Beginning()) }
        }
    }

    private func name(_ key: Key) -> String {
        let name = key.account.journalParts.joined(separator: ":")
        // An account has one currency: the others get accounts of their own.
        let isOther = accounts.keys.contains { $0.account == key.account }
        return isOther ? "\(name) \(JournalCommodities.symbol(key.currency))" : name
    }

    private func free(_ name: String, _ key: Key) -> String {
        func isFree(_ name: String) -> Bool {
            let folded = LedgerText.folded(name)
            return !all.contains { LedgerText.folded($0.name) == folded }
        }
        var names = [name, key.account, "\(name) \(JournalCommodities.symbol(key.currency))"]
        names += (2...1000).map { "\(name)-\($0)" }
        return names.first(where: isFree) ?? name
    }

    /// The sort of account, by the words in its name.
    private func kind(_ name: String) -> Account.Kind {
        let words = name.lowercased()
        func has(_ parts: String...) -> Bool { parts.contains(where: words.contains) }
        guard journal.names.role(name) == .account(isOwed: false) else {
            return has("loan", "mortgage", "credit:student") ? .loan : .creditCard
        }
        if has("saving") { return .savings }
        if has("cash", "wallet", "purse") { return .cash }
        return has("broker", "invest", "fund", "stock") ? .investment : .checking
    }

    // MARK: - Categories

    /// The category of a name; nil where the name says that there is none.
    mutating func category(_ name: String) throws -> Category? {
        if let known = categories[name] { return known }
        let category = journal.names.isUnknown(name) ? nil : try made(name)
        categories[name] = .some(category)
        return category
    }

    /// Makes the categories of a journal of ours that are missing, each after the one above it.
    mutating func addKeptCategories() throws {
        let kept = CategoryTree(journal.kept(Category.self))
        var ids: [UUID: UUID] = [:]
        let names = Dictionary(journal.names.categories.map { ($1.id, $0) }) { first, _ in first }
        for category in kept.inOrder {
            let parent = category.parentID.flatMap { ids[$0] }
            let folded = LedgerText.folded(category.name)
            let there =
                tree.byID[category.id]
                ?? tree.children(of: parent).first { LedgerText.folded($0.name) == folded && $0.kind == category.kind }
            var one = there ?? category
            if there == nil {
                one.parentID = parent
                try insert(one)
            }
            ids[category.id] = one.id
            if let name = names[category.id] { categories[name] = .some(one) }
        }
    }

    /// The category in the store that one of a journal of ours is.
    func kept(_ id: UUID) -> Category? {
        guard let name = journal.names.categories.first(where: { $0.value.id == id })?.key else { return nil }
        return categories[name] ?? nil
    }

    private mutating func made(_ name: String) throws -> Category? {
        let kind: Category.Kind
        switch journal.names.role(name) {
        case .category(let found): kind = found
        default: kind = .neutral
        }
        var parts = name.journalParts
        // Deeper ones are told apart by longer names.
        if parts.count > Category.maximumDepth {
            let last = parts[(Category.maximumDepth - 1)...].joined(separator: " - ")
            parts = parts.prefix(Category.maximumDepth - 1) + [last]
        }
        var parent: Category?
        for (index, part) in parts.enumerated() {
            let beside = tree.children(of: parent?.id)
            // At the top, the same name may stand for income and for expenses.
            let names = index == 0 ? [part, "\(part) (\(kind.rawValue))"] : [part]
            func there(_ name: String) -> Category? {
                beside.first { LedgerText.folded($0.name) == LedgerText.folded(name) }
            }
            if let found = names.lazy.compactMap(there).first(where: { $0.kind == kind }) {
                parent = found
                continue
            }
            let free = names.first { there($0) == nil } ?? part
            let category = Category(id: UUID(), name: free, parentID: parent?.id, kind: kind)
            try insert(category)
            parent = category
        }
        return parent
    }

    private mutating func insert(_ category: Category) throws {
        try store.insert(category)
        newCategories.append(category)
        tree = CategoryTree(Array(tree.byID.values) + [category])
    }
}
