public import struct Foundation.Date
public import struct Foundation.UUID

/// A change of an asset's balance on a day.
public struct Transaction: Sendable, Hashable, Identifiable {
    /// Why the balance changes.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// What the asset held when it was entered: stock, never a contribution.
        case opening
        /// What was spent of an ended goal's money: never a contribution.
        case spending
        /// Anything else that a person entered.
        case manual
    }

    /// Identity, kept for life.
    public let id: UUID
    /// The asset whose balance changes.
    public let assetID: UUID
    /// The change in the asset's currency: positive in, negative out.
    public var amount: Money
    /// The day it counts from.
    public var day: CalendarDay
    /// Why the balance changes.
    public var kind: Kind
    /// The instant of the command that entered it, to the millisecond: the order within a day.
    public let entered: Date
    /// The ended goal whose money was spent; nil unless the kind is `spending`.
    public var goalID: UUID?
    /// Free text, or nil.
    public var note: String?
    /// The chain's hash when it was imported from there; nil when it was entered by hand.
    public var hash: String?
    /// The line of the file that the transaction was imported from, whatever is edited later; nil if it was entered otherwise.
    public let imported: ImportedLine?

    /// A transaction; ``issues(asset:)`` says what is wrong with it.
    public init(
        id: UUID, assetID: UUID, amount: Money, day: CalendarDay, kind: Kind = .manual, entered: Date,
        goalID: UUID? = nil, note: String? = nil, hash: String? = nil, imported: ImportedLine? = nil
    ) {
        self.id = id
        self.assetID = assetID
        self.amount = amount
        self.day = day
        self.kind = kind
        self.entered = entered.wholeMilliseconds
        self.goalID = goalID
        self.note = note
        self.hash = hash
        self.imported = imported
    }

    /// Everything that is wrong with the transaction as one of `asset`; empty when it is valid.
    public func issues(asset: Asset) -> [ValidationIssue] {
        var issues: [ValidationIssue] = []
        if amount.isZero {
            issues.append(
                ValidationIssue(
                    code: "zero", field: "amount", message: "A transaction of 0 changes nothing. Give an amount."))
        }
        if amount.currency != asset.currency {
            issues.append(
                ValidationIssue(
                    code: "currencyMismatch", field: "amount",
                    message: "\(amount) cannot go into '\(asset.name.printable)', which is in \(asset.currency)."))
        }
        issues += ValidationIssue.issues(ofSize: amount, field: "amount")
        if let note, note.count > 1000 {
            issues.append(
                ValidationIssue(
                    code: "tooLong", field: "note",
                    message: "The note has \(note.count) characters; at most 1000 are allowed."))
        }
        return issues
    }
}
