public import Values

public import struct Foundation.Date
public import struct Foundation.UUID

/// An amount in an account, + into it: a part of a transaction.
public struct Posting: Sendable, Hashable {
    /// How far it agrees with the bank.
    public enum Status: String, ColumnChoice, Hashable, CaseIterable {
        /// Nobody has compared it.
        case uncleared
        /// The bank has it.
        case cleared
        /// A kept statement has it.
        case reconciled
    }

    /// The transaction.
    public let transactionID: UUID
    /// 0 for the first posting, 1 for the second one of a transfer.
    public let position: Int
    /// The account.
    public var accountID: UUID
    /// The transaction's day.
    public var day: CalendarDay
    /// The instant of the transaction's entry.
    public let entered: Date
    /// The amount in the account's currency, + into it.
    public var amount: Money
    /// How far it agrees with the bank.
    public var status: Status
    /// The kept statement that has it; nil unless it is reconciled.
    public var statementID: UUID?
    /// The payee, or else the text, that the bank gave it; nil for one that no file had.
    public var importedText: String?
    /// All text that the bank gave it, where that is more than ``importedText``; nil otherwise.
    public var importedNote: String?
    /// The number that the bank gave it; nil for none.
    public var importedID: String?
    /// The day that the bank gave it; nil for one that no file had.
    public var importedDay: CalendarDay?
    /// The amount that the bank gave it, where a person changed it since; nil otherwise.
    public var importedAmount: Money?

    /// A posting.
    public init(
        transactionID: UUID, position: Int, accountID: UUID, day: CalendarDay, entered: Date, amount: Money,
        status: Status = .uncleared, statementID: UUID? = nil, importedText: String? = nil,
        importedNote: String? = nil, importedID: String? = nil, importedDay: CalendarDay? = nil,
        importedAmount: Money? = nil
    ) {
        self.transactionID = transactionID
        self.position = position
        self.accountID = accountID
        self.day = day
        self.entered = entered
        self.amount = amount
        self.status = status
        self.statementID = statementID
        self.importedText = importedText
        self.importedNote = importedNote
        self.importedID = importedID
        self.importedDay = importedDay
        self.importedAmount = importedAmount
    }
}

extension Posting {
    /// All text that the bank gave it, by which rows of a file are compared (G10); nil for one that no file had.
    var importedWhole: String? {
        guard importedDay != nil else { return nil }
        return importedNote ?? importedText
    }
}

extension Posting: Entity {
    /// How it is kept.
    public static let declaration = Declaration<Posting>(
        "posting", table: "postings", since: "0.5.0", order: ["day", "entered", "transactionID", "position"],
        totals: [.sum("amount", by: "accountID", upTo: "day", split: "status")],
        indexes: [.index("day")],
        fields: Fields(
            .key("transactionID", \.transactionID, partOf: "ledgerTransaction"), .key("position", \.position),
            .value("accountID", \.accountID, to: "account"), .value("day", \.day), .value("entered", \.entered),
            .value("amount", \.amount, currency: "currency"), .value("status", \.status),
            .value("statementID", \.statementID, to: "keptStatement"), .value("importedText", \.importedText),
            .value("importedNote", \.importedNote),
            .value("importedID", \.importedID), .value("importedDay", \.importedDay),
            .value("importedAmount", \.importedAmount, currency: "importedCurrency")
        ) { id, position, account, day, entered, amount, status, statement, text, note, number, importedDay, bank in
            Posting(
                transactionID: id, position: position, accountID: account, day: day, entered: entered, amount: amount,
                status: status, statementID: statement, importedText: text, importedNote: note, importedID: number,
                importedDay: importedDay, importedAmount: bank)
        })

    /// "posting of -12.50 EUR on 2026-05-20".
    public var summary: String { "posting of \(amount) on \(day)" }

    /// Issues with its account: another currency, a day before it was opened.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        var issues = ValidationIssue.ledgerIssues(ofAmount: amount, field: "amount")
        if amount.isZero {
            issues.append(ValidationIssue(code: "zero", field: "amount", message: "The amount is 0."))
        }
        guard let account = try reader.find(Account.self, accountID) else { return issues }
        if account.currency != amount.currency {
            issues.append(
                ValidationIssue(
                    code: "currencyMismatch", field: "amount",
                    message: "'\(account.name.printable)' is in \(account.currency), not in \(amount.currency)."))
        }
        if day < account.openingDay {
            issues.append(
                ValidationIssue(
                    code: "ledger.beforeOpening", field: "date",
                    message: "\(day) is before \(account.openingDay), on which '\(account.name.printable)' was opened.")
            )
        }
        if (status == .reconciled) != (statementID != nil) {
            issues.append(
                ValidationIssue(
                    code: "ledger.noStatement", field: "status",
                    message: "A reconciled posting belongs to a statement, and no other one does."))
        }
        return issues
    }
}
