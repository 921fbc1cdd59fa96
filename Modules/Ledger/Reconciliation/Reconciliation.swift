public import Values

public import struct Foundation.UUID

/// An account against a statement of the bank (G7).
///
/// ```swift
/// let comparison = try Reconciliation(
///     opening: Money("200", .eur), postings: postings, statement: Money("150", .eur), on: day)
/// comparison.difference  // -20.00 EUR
/// ```
public struct Reconciliation: Sendable, Hashable {
    /// The cleared balance at the end of the day.
    public let cleared: Money
    /// The statement without what is cleared.
    public let difference: Money
    /// The cleared postings that the statement has.
    public let reconciles: [Posting]
    /// The uncleared postings up to the day that sum to the difference: single ones, else pairs. Empty when there is none.
    public let explains: [[UUID]]
    /// How many uncleared postings there are up to the day.
    public let unclearedCount: Int
    /// The sum of the uncleared postings up to the day.
    public let uncleared: Money
    /// The cleared postings up to the day that the bank has on later days, where together they explain the difference; empty otherwise.
    public let laterAtBank: [UUID]

    /// Whether all uncleared postings up to the day together sum to the difference.
    public var isExplainedByAll: Bool { unclearedCount > 0 && uncleared == difference }

    private static let mostExplanations = 10

    /// A comparison.
    ///
    /// - Parameters:
    ///   - opening: the account's opening balance.
    ///   - postings: all postings of the account, in their order.
    ///   - statement: the balance that the bank states at the end of the day.
    /// - Throws: ``Values/MoneyError``.
    public init(opening: Money, postings: [Posting], statement: Money, on day: CalendarDay) throws(MoneyError) {
        var sum = opening
        var clearedNow: [Posting] = []
        var open: [Posting] = []
        for posting in postings {
            switch posting.status {
            case .reconciled: sum = try sum.adding(posting.amount)
            case .cleared where posting.day <= day:
                sum = try sum.adding(posting.amount)
                clearedNow.append(posting)
            case .uncleared where posting.day <= day: open.append(posting)
            case .cleared, .uncleared: break
            }
        }
        cleared = sum
        let difference = try statement.subtracting(sum)
        self.difference = difference
        reconciles = clearedNow
        unclearedCount = open.count
        uncleared = try Money.sum(open.map(\.amount), in: opening.currency)
        let later = clearedNow.filter { posting in posting.importedDay.map { $0 > day } ?? false }
        let moved = try Money.sum(later.map(\.amount), in: opening.currency)
        laterAtBank = !later.isEmpty && moved == difference.negated ? later.map(\.transactionID) : []
        guard !difference.isZero else {
            explains = []
            return
        }
        let singles = open.filter { $0.amount == difference }.map { [$0.transactionID] }
        guard singles.isEmpty else {
            explains = Array(singles.prefix(Self.mostExplanations))
            return
        }
        var pairs: [[UUID]] = []
        var places: [Money: [Int]] = [:]
        for (index, posting) in open.enumerated() { places[posting.amount, default: []].append(index) }
        for (index, posting) in open.enumerated() where pairs.count < Self.mostExplanations {
            let rest = try difference.subtracting(posting.amount)
            for other in places[rest] ?? [] where other > index && pairs.count < Self.mostExplanations {
                pairs.append([posting.transactionID, open[other].transactionID])
            }
        }
        explains = pairs
    }
}
