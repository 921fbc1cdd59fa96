import Persistence
import Values

import struct Foundation.UUID

/// The accounts and categories by which a request names things.
struct LedgerNames: Sendable {
    /// All accounts, by name.
    let accounts: [Account]
    /// All categories.
    let tree: CategoryTree

    init(_ reader: any EntityReader) throws {
        accounts = try reader.all(Account.self)
        tree = CategoryTree(try reader.all(Category.self))
    }

    /// The account that a name means.
    func account(_ name: String) throws -> Account { try accounts.find(named: name) }

    /// The account that a name means, which takes transactions.
    func openAccount(_ name: String) throws -> Account {
        let account = try account(name)
        guard account.isActive else { throw LedgerError.accountClosed(account.name) }
        return account
    }

    /// The category that a name means, which fits a word.
    func category(_ name: String, for word: LedgerService.Word) throws -> Category {
        let category = try tree.find(named: name)
        guard category.kind == .neutral || category.kind == word.kind else { throw wrongWord(category, word) }
        return category
    }

    /// That a word fits none of its categories, with the one that does.
    func wrongWord(_ category: Category, _ word: LedgerService.Word) -> LedgerError {
        let better: LedgerService.Word =
            switch (category.kind, word) {
            case (.income, _), (.neutral, _): .income
            case (.expense, .income): .refund
            case (.expense, _): .expense
            }
        return .wrongWord(
            category: tree.path(of: category.id), kind: category.kind.rawValue, word: word.rawValue,
            better: better.rawValue)
    }
}

/// The splits of an entry, read from text.
struct SplitReading {
    let ledger: LedgerNames
    let word: LedgerService.Word
    let id: UUID
    let day: CalendarDay
    /// Whether categories of every kind fit.
    let isLenient: Bool

    init(
        _ ledger: LedgerNames, _ word: LedgerService.Word, of id: UUID, on day: CalendarDay, isLenient: Bool = false
    ) {
        self.isLenient = isLenient
        self.ledger = ledger
        self.word = word
        self.id = id
        self.day = day
    }

    /// The splits of a posting.
    ///
    /// - Parameters:
    ///   - texts: each a category, an equals sign, and an amount or `rest`; amounts have the sign of the word, with a minus the other.
    ///   - category: the category of what they leave.
    ///   - total: the posting.
    func splits(_ texts: [String], category name: String?, total: Money) throws -> [CategorySplit] {
        guard !texts.isEmpty else {
            let category = try name.flatMap(\.orNothing).map { try ledger.category($0, for: word) }
            return [split(0, category, total)]
        }
        var parts: [(category: Category?, amount: Money?)] = []
        for text in texts {
            guard let equals = text.lastIndex(of: "=") else { throw LedgerError.notASplit(text) }
            let path = String(text[..<equals]).trimmedName
            let category = try path.orNothing.map { try ledger.tree.find(named: $0) }
            let digits = String(text[text.index(after: equals)...]).trimmedName
            if digits == "rest" {
                parts.append((category, nil))
            } else {
                let amount = try Money(entered: digits, total.currency)
                parts.append((category, word.goesOut ? amount.negated : amount))
            }
        }
        let known = try Money.sum(parts.compactMap(\.amount), in: total.currency)
        let rest = try total.subtracting(known)
        if let name = name?.orNothing {
            guard parts.allSatisfy({ $0.amount != nil }) else { throw LedgerError.twoRests }
            guard rest.isZero || rest.isNegative == total.isNegative else {
                throw LedgerError.nothingLeft(
                    splits: word.goesOut ? known.negated : known, total: word.goesOut ? total.negated : total)
            }
            if !rest.isZero { parts.insert((try ledger.tree.find(named: name), rest), at: 0) }
        }
        guard parts.count(where: { $0.amount == nil }) <= 1 else { throw LedgerError.twoRests }
        let categories = parts.compactMap(\.category)
        let fits =
            isLenient || categories.count < parts.count
            || categories.contains { $0.kind == .neutral || $0.kind == word.kind }
        if !fits, let first = categories.first { throw ledger.wrongWord(first, word) }
        return parts.enumerated().map { split($0.offset, $0.element.category, $0.element.amount ?? rest) }
    }

    private func split(_ position: Int, _ category: Category?, _ amount: Money) -> CategorySplit {
        CategorySplit(transactionID: id, position: position, categoryID: category?.id, day: day, amount: amount)
    }
}

extension EntityReader {
    /// The transaction with an id, or the only one whose id begins so.
    func ledgerTransaction(_ text: String) throws -> LedgerTransaction {
        if let id = UUID(uuidString: text) {
            guard let found = try find(LedgerTransaction.self, id) else { throw LedgerError.unknownTransaction(text) }
            return found
        }
        let isPrefix = text.utf8.count >= 4 && text.allSatisfy { $0.isHexDigit || $0 == "-" }
        guard isPrefix else { throw LedgerError.unknownTransaction(text) }
        let prefix = text.uppercased()
        let found = try all(
            LedgerTransaction.self, Selection(by: "id", from: .text(prefix), through: .text(prefix + "~")))
        guard let first = found.first else { throw LedgerError.unknownTransaction(text) }
        guard found.count == 1 else { throw LedgerError.ambiguousTransaction(text, count: found.count) }
        return first
    }
}
