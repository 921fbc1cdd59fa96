import Models

import struct Foundation.UUID

/// The halves of transfers that a file has in rows of their own: what goes and what comes are one transfer, which keeps cost and day of
/// acquisition (P8). Programs write the market value beside such rows, which is no cost.
struct TransferHalves {
    /// Days within which two halves are one transfer.
    static let nearDays = 5

    private struct Half {
        var transaction: PortfolioTransaction
        let line: Int
        let goesOut: Bool
        var isJoined = false
    }

    /// A half of the file and the stored one that it completes.
    private struct Completed {
        let line: Int
        let half: PortfolioTransaction
        let goesOut: Bool
        let old: PortfolioTransaction
    }

    private var halves: [Half] = []
    /// The pairs of lines within one portfolio, which change nothing.
    private var within: [(out: Int, back: Int)] = []
    private var completed: [Completed] = []

    /// The stored halves that became transfers, by id.
    var replaced: [UUID: PortfolioTransaction] {
        Dictionary(completed.map { ($0.old.id, $0.old) }, uniquingKeysWith: { first, _ in first })
    }

    /// Takes a half: units that go, or that come.
    mutating func add(_ transaction: PortfolioTransaction, line: Int, goesOut: Bool) {
        halves.append(Half(transaction: transaction, line: line, goesOut: goesOut))
    }

    /// One transfer for each pair of the same units, and the halves that are left: what comes is of unknown cost.
    ///
    /// - Parameters:
    ///   - stored: the halves that earlier files brought.
    ///   - others: the other transactions of the file.
    mutating func joined(
        with stored: inout StoredHalves, beside others: [PortfolioTransaction]
    ) -> [PortfolioTransaction] {
        var found: [PortfolioTransaction] = []
        for index in halves.indices where halves[index].goesOut {
            let out = halves[index].transaction
            let fitting = halves.indices.filter { other in
                let half = halves[other]
                return !half.goesOut && !half.isJoined && half.transaction.instrumentID == out.instrumentID
                    && half.transaction.units == out.units
                    && abs(half.transaction.day.days(until: out.day)) <= Self.nearDays
            }
            func distance(_ other: Int) -> Int { abs(halves[other].transaction.day.days(until: out.day)) }
            let elsewhere = fitting.filter { halves[$0].transaction.portfolioID != out.portfolioID }
            guard let other = (elsewhere.isEmpty ? fitting : elsewhere).min(by: { distance($0) < distance($1) })
            else { continue }
            (halves[index].isJoined, halves[other].isJoined) = (true, true)
            let back = halves[other].transaction
            if elsewhere.isEmpty {
                within.append((halves[index].line, halves[other].line))
                continue
            }
            found.append(Self.transfer(out, back))
        }
        for index in halves.indices where !halves[index].isJoined {
            if !halves[index].goesOut { halves[index].transaction.gross = nil }
        }
        let others = others + found
        for index in halves.indices where !halves[index].isJoined {
            let half = halves[index]
            let alone = halves.filter { !$0.isJoined && $0.line != half.line }.map(\.transaction)
            if let (old, new) = stored.complete(
                half.transaction, goesOut: half.goesOut, beside: others + alone)
            {
                halves[index].isJoined = true
                completed.append(
                    Completed(line: half.line, half: half.transaction, goesOut: half.goesOut, old: old))
                found.append(new)
            }
        }
        return found + halves.filter { !$0.isJoined }.map(\.transaction)
    }

    private static func transfer(_ out: PortfolioTransaction, _ back: PortfolioTransaction) -> PortfolioTransaction {
        // On the first of the two days, so that what came can be sold from its own day on.
        let first = out.day <= back.day ? out : back
        var transfer = PortfolioTransaction(
            id: out.id, kind: .transfer, portfolioID: out.portfolioID, instrumentID: out.instrumentID,
            toPortfolioID: back.portfolioID, day: first.day, entered: first.entered, units: out.units, fees: out.fees,
            note: out.note ?? back.note, imported: out.imported ?? back.imported)
        transfer.importedRow = RowContent(transfer).text
        return transfer
    }

    // MARK: - Remarks

    /// The most halves that are named one by one.
    private static let mostNamed = 5

    /// Remarks on halves without the other one, and on pairs within one portfolio.
    func warnings(_ names: PortfolioNames) -> [Warning] {
        var warnings = within.map { pair in
            Warning(
                code: "transferWithin",
                message: "Lines \(pair.out) and \(pair.back) move units within one portfolio, and are left out.")
        }
        warnings += joinings(names)
        let alone = halves.filter { !$0.isJoined }
        for half in alone.prefix(Self.mostNamed) {
            let transaction = half.transaction
            let units = transaction.units.map(UnitsText.text) ?? ""
            let name = names.instrument(transaction.instrumentID)
            let movement = "Line \(half.line): \(units) '\(name)' \(half.goesOut ? "go" : "come") by a transfer, and "
            let rest =
                half.goesOut
                ? "the file does not say where they arrive. They are entered as removed, with their cost, until a file of "
                    + "the other portfolio completes the transfer."
                : "the file does not say where they come from. They are entered at an unknown cost, since the value in "
                    + "such a row is none, until a file of the other portfolio completes the transfer."
            warnings.append(Warning(code: "halfTransfer", message: movement + rest, remedy: .enterTransfer(name)))
        }
        if alone.count > Self.mostNamed {
            warnings.append(
                Warning(
                    code: "halfTransfer",
                    message: "\(alone.count - Self.mostNamed) more transfers have one half in the file."))
        }
        return warnings
    }

    private func joinings(_ names: PortfolioNames) -> [Warning] {
        var warnings = completed.prefix(Self.mostNamed).map { pair in
            let units = pair.half.units.map(UnitsText.text) ?? ""
            let (portfolio, day) = (names.portfolio(pair.old.portfolioID), pair.old.day)
            let rest =
                pair.goesOut
                ? "go to '\(portfolio)', where they came on \(day)"
                : "come from '\(portfolio)', which they left on \(day)"
            return Warning(
                code: "joinedTransfer",
                message:
                    "Line \(pair.line): \(units) '\(names.instrument(pair.half.instrumentID))' \(rest). Both are one "
                    + "transfer now, with the cost and the days of its lots.")
        }
        if completed.count > Self.mostNamed {
            warnings.append(
                Warning(
                    code: "joinedTransfer",
                    message: "\(completed.count - Self.mostNamed) more transfers were completed by the file."))
        }
        return warnings
    }
}
