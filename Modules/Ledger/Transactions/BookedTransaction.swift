import Persistence
public import Values

import struct Foundation.UUID

/// A transaction with its postings and splits: what is entered, checked and shown as one.
public struct BookedTransaction: Sendable, Hashable {
    /// The sort of transaction, by its categories (G2).
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Between two accounts.
        case transfer
        /// Earned alone.
        case income
        /// Spent alone.
        case expense
        /// Spent before, and received again.
        case refund
        /// In neutral categories alone.
        case neutral
        /// Of several sorts.
        case mixed
    }

    /// The transaction.
    public var transaction: LedgerTransaction
    /// One posting, or the two of a transfer.
    public var postings: [Posting]
    /// The splits, in order.
    public var splits: [CategorySplit]

    /// A transaction with its parts.
    public init(_ transaction: LedgerTransaction, postings: [Posting], splits: [CategorySplit]) {
        self.transaction = transaction
        self.postings = postings
        self.splits = splits
    }

    /// A transaction with the parts that a store has.
    ///
    /// - Throws: The store's error.
    public init(_ transaction: LedgerTransaction, in reader: any EntityReader) throws {
        self.transaction = transaction
        postings = try reader.all(Posting.self, where: "transactionID", is: transaction.id).sorted {
            $0.position < $1.position
        }
        splits = try reader.all(CategorySplit.self, where: "transactionID", is: transaction.id).sorted {
            $0.position < $1.position
        }
    }

    /// Whether it moves money between two accounts.
    public var isTransfer: Bool { postings.count == 2 }

    /// The sort of transaction; a split without a category counts by its sign.
    public func kind(in categories: CategoryTree) -> Kind {
        if isTransfer { return .transfer }
        let kinds = Set(splits.map { $0.kind(in: categories) })
        guard kinds.count == 1, let kind = kinds.first else { return .mixed }
        switch kind {
        case .income: return .income
        case .neutral: return .neutral
        case .expense: return postings.first?.amount.isPositive ?? false ? .refund : .expense
        }
    }

    /// Units of the second account's currency for one of the first, exact (G4); nil for what is no transfer between currencies.
    public var impliedRate: Ratio? {
        guard isTransfer, postings[0].amount.currency != postings[1].amount.currency else { return nil }
        let sent = splits.reduce(postings[0].amount.negated.ratio) { $0 + $1.amount.ratio }
        return postings[1].amount.ratio.divided(by: sent)
    }

    /// Everything that is wrong with it as a whole (G1, G4).
    ///
    /// - Throws: The store's error.
    func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        guard (1...2).contains(postings.count) else {
            return [
                ValidationIssue(
                    code: "ledger.postings", field: "account", message: "A transaction has one account, or two.")
            ]
        }
        if postings.contains(where: { $0.day != transaction.day || $0.entered != transaction.entered })
            || splits.contains(where: { $0.day != transaction.day })
        {
            return [
                ValidationIssue(
                    code: "ledger.otherDay", field: "date", message: "All parts of a transaction have its day.")
            ]
        }
        let currency = postings[0].amount.currency
        if let other = splits.first(where: { $0.amount.currency != currency }) {
            return [
                ValidationIssue(
                    code: "currencyMismatch", field: "split",
                    message: "The split of \(other.amount) is not in \(currency), as its account is.")
            ]
        }
        return try isTransfer ? transferIssues() : balanceIssues(postings[0].amount)
    }

    /// Issues of the splits against what they have to sum to.
    private func balanceIssues(_ total: Money, of name: String = "amount") throws -> [ValidationIssue] {
        guard !splits.isEmpty || isTransfer else {
            return [ValidationIssue(code: "ledger.splitNeeded", field: "split", message: "It needs a split.")]
        }
        let sum = try Money.sum(splits.map(\.amount), in: total.currency)
        guard sum != total else { return [] }
        let difference = try total.subtracting(sum)
        return [
            ValidationIssue(
                code: "ledger.unbalanced", field: "split",
                message: "The splits sum to \(sum), not to the \(name) of \(total): the difference is \(difference).")
        ]
    }

    private func transferIssues() throws -> [ValidationIssue] {
        let (first, second) = (postings[0], postings[1])
        var issues: [ValidationIssue] = []
        if first.accountID == second.accountID {
            issues.append(
                ValidationIssue(
                    code: "ledger.sameAccount", field: "to",
                    message: "An account cannot be transferred to itself."))
        }
        if !first.amount.isNegative || !second.amount.isPositive {
            issues.append(
                ValidationIssue(
                    code: "ledger.direction", field: "amount",
                    message: "A transfer leaves its first account and reaches its second one."))
        }
        if let positive = splits.first(where: { $0.amount.isPositive }) {
            issues.append(
                ValidationIssue(
                    code: "ledger.feeSign", field: "fee",
                    message: "The fee of a transfer is money spent, so \(positive.amount) cannot be one."))
        }
        guard issues.isEmpty else { return issues }
        if first.amount.currency == second.amount.currency {
            return try balanceIssues(first.amount.adding(second.amount), of: "difference of both amounts")
        }
        let sent = try Money.sum(splits.map(\.amount), in: first.amount.currency).adding(first.amount.negated)
        guard !sent.isPositive else { return [] }
        return [
            ValidationIssue(
                code: "ledger.feeTooLarge", field: "fee",
                message: "The fee leaves nothing of the \(first.amount.negated) to arrive.")
        ]
    }
}

extension CategorySplit {
    /// The kind of its category; without one, by its sign.
    func kind(in categories: CategoryTree) -> Category.Kind {
        categoryID.flatMap { categories.byID[$0]?.kind } ?? (amount.isNegative ? .expense : .income)
    }
}

extension StoreWriter {
    /// Enters a transaction with its parts.
    func insert(_ booked: BookedTransaction) throws {
        try insert(booked.transaction, issuesOfWhole: booked.issues(in: self)) {
            for posting in booked.postings { try insert(posting) }
            for split in booked.splits { try insert(split) }
        }
    }

    /// Gives a transaction and its parts new contents.
    func update(_ old: BookedTransaction, to new: BookedTransaction) throws {
        if old.transaction != new.transaction { try update(old.transaction, to: new.transaction) }
        try updateParts(old.postings, new.postings)
        try updateParts(old.splits, new.splits)
    }

    private func updateParts<Part: Entity>(_ old: [Part], _ new: [Part]) throws {
        for (before, after) in zip(old, new) where before != after { try update(before, to: after) }
        for gone in old.dropFirst(new.count) { try delete(gone) }
        for added in new.dropFirst(old.count) { try insert(added) }
    }
}
