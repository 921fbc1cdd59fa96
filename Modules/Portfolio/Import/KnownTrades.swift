import Models

import struct Foundation.UUID

/// The rows that were imported and the transactions that were entered before, by which rows of a file are known again (I6).
struct KnownTrades {
    /// Days within which an equal number and an equal amount mean one row.
    private static let nearDays = 10

    /// The position or the account, and the kind.
    private struct Place: Hashable {
        let kind: PortfolioTransaction.Kind
        let portfolio: UUID?
        let instrument: UUID?

        init(_ transaction: PortfolioTransaction) {
            (kind, portfolio, instrument) = (transaction.kind, transaction.portfolioID, transaction.instrumentID)
        }
    }

    /// A row's place, day and main amounts; the charges are compared apart.
    private struct Content: Hashable {
        let place: Place
        let day: CalendarDay
        let units: Ratio?
        let gross: Money?

        init(_ transaction: PortfolioTransaction, _ content: RowContent) {
            place = Place(transaction)
            (day, units, gross) = (content.day, content.units, content.gross)
        }
    }

    /// A number with the amounts beside it: several executions of one order have the same number.
    private struct Numbered: Hashable {
        let place: Place
        let number: String
        let units: Ratio?
        let gross: Money?

        init(_ number: String, _ transaction: PortfolioTransaction, _ content: RowContent) {
            place = Place(transaction)
            (self.number, units, gross) = (number, content.units, content.gross)
        }
    }

    private struct Number: Hashable {
        let portfolio: UUID?
        let number: String
    }

    /// Units that go or come by a transfer.
    private struct Half: Hashable {
        let goesOut: Bool
        let portfolio: UUID?
        let instrument: UUID?
        let units: Ratio?
    }

    /// The contents of transactions without a number, and of those with one.
    private var contents: [Content: [RowContent]] = [:]
    private var numberedContents: [Content: [RowContent]] = [:]
    private var stored: [Numbered: [CalendarDay]] = [:]
    private var ofFile: [Numbered: [CalendarDay]] = [:]
    private var numbers: Set<Number> = []
    /// The days of the halves of transfers that are there.
    private var halves: [Half: [CalendarDay]] = [:]
    /// The lines that repeat another one of the file.
    private var repeated: [Int] = []
    /// The lines with a number that is there with other amounts, or at another time.
    private var reused: [Int] = []
    /// The number of rows that were known.
    private(set) var count = 0
    private let transactions: [PortfolioTransaction]
    /// The transactions that rows of the file are, by content.
    private var recognised: [Content: Int] = [:]

    init(_ transactions: [PortfolioTransaction]) {
        self.transactions = transactions
        for transaction in transactions {
            let content = RowContent(transaction)
            if transaction.kind == .transfer { noteHalves(transaction, content) }
            if let number = transaction.imported {
                stored[Numbered(number, transaction, content), default: []].append(content.day)
                numbers.insert(Number(portfolio: transaction.portfolioID, number: number))
                numberedContents[Content(transaction, content), default: []].append(content)
            } else {
                contents[Content(transaction, content), default: []].append(content)
            }
        }
    }

    private mutating func noteHalves(_ transfer: PortfolioTransaction, _ content: RowContent) {
        let arrived = transfer.importedRow == nil ? transfer.received ?? transfer.units : content.units
        let out = Half(
            goesOut: true, portfolio: transfer.portfolioID, instrument: transfer.instrumentID, units: content.units)
        let back = Half(
            goesOut: false, portfolio: transfer.toPortfolioID, instrument: transfer.instrumentID, units: arrived)
        for half in [out, back] { halves[half, default: []].append(content.day) }
    }

    /// Whether the half of a transfer is there already as a part of a whole one; each counts once.
    mutating func containsHalf(_ transaction: PortfolioTransaction) -> Bool {
        let half = Half(
            goesOut: transaction.kind == .give, portfolio: transaction.portfolioID,
            instrument: transaction.instrumentID, units: transaction.units)
        let days = halves[half] ?? []
        func distance(_ index: Int) -> Int { abs(days[index].days(until: transaction.day)) }
        guard let nearest = days.indices.min(by: { distance($0) < distance($1) }),
            distance(nearest) <= TransferHalves.nearDays
        else { return false }
        halves[half]?.remove(at: nearest)
        count += 1
        return true
    }

    /// Whether the transaction of a row is there already; notes it as there from now on.
    mutating func contains(_ transaction: PortfolioTransaction, line: Int) -> Bool {
        let isKnown = isKnown(transaction, line)
        if isKnown {
            count += 1
            recognised[Content(transaction, RowContent(transaction)), default: 0] += 1
        }
        return isKnown
    }

    private mutating func isKnown(_ transaction: PortfolioTransaction, _ line: Int) -> Bool {
        let content = RowContent(transaction)
        guard let number = transaction.imported else {
            // The k-th of equal rows is the k-th of equal transactions.
            let key = Content(transaction, content)
            return content.take(from: &contents[key]) || content.take(from: &numberedContents[key])
        }
        let key = Numbered(number, transaction, content)
        func isNear(_ days: [CalendarDay]?) -> Bool {
            (days ?? []).contains { abs($0.days(until: content.day)) <= Self.nearDays }
        }
        if isNear(stored[key]) { return true }
        // What was entered by hand, or came with a file without numbers, has none.
        if content.take(from: &contents[Content(transaction, content)]) { return true }
        if isNear(ofFile[key]) {
            repeated.append(line)
            return true
        }
        if numbers.contains(Number(portfolio: transaction.portfolioID, number: number)) { reused.append(line) }
        ofFile[key, default: []].append(content.day)
        return false
    }

    /// The transactions that no row of the file was known by.
    var unrecognised: [PortfolioTransaction] {
        var left = recognised
        return transactions.filter { transaction in
            let content = Content(transaction, RowContent(transaction))
            guard let count = left[content], count > 0 else { return true }
            left[content] = count - 1
            return false
        }
    }

    /// Remarks on numbers that stand beside several rows.
    var warnings: [Warning] {
        var warnings: [Warning] = []
        if let first = repeated.min() {
            warnings.append(
                Warning(
                    code: "repeatedRow",
                    message: repeated.count == 1
                        ? "Line \(first) has the number and the amounts of another row of the file, and is entered once."
                        : "\(repeated.count) rows have the number and the amounts of others of the file, and are entered "
                            + "once. The first is in line \(first)."))
        }
        if let first = reused.min() {
            warnings.append(
                Warning(
                    code: "possiblyKnown",
                    message: "\(reused.count == 1 ? "One row has a number" : "\(reused.count) rows have numbers") that "
                        + "earlier transactions with other amounts or days have, as in line \(first): "
                        + "\(reused.count == 1 ? "it is" : "they are") entered beside them."))
        }
        return warnings
    }
}
