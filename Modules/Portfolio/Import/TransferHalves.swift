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

    private var halves: [Half] = []
    /// The pairs of lines within one portfolio, which change nothing.
    private var within: [(out: Int, back: Int)] = []

    /// Takes a half: units that go, or that come.
    mutating func add(_ transaction: PortfolioTransaction, line: Int, goesOut: Bool) {
        halves.append(Half(transaction: transaction, line: line, goesOut: goesOut))
    }

    /// One transfer for each pair of the same units, and the halves that are left: what comes is of unknown cost.
    mutating func joined() -> [PortfolioTransaction] {
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
            found.append(halves[index].transaction)
        }
        return found
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
        let alone = halves.filter { !$0.isJoined }
        for half in alone.prefix(Self.mostNamed) {
            let transaction = half.transaction
            let units = transaction.units.map(UnitsText.text) ?? ""
            let name = names.instrument(transaction.instrumentID)
            let movement = "Line \(half.line): \(units) '\(name)' \(half.goesOut ? "go" : "come") by a transfer, and "
            let rest =
                half.goesOut
                ? "the file does not say where they arrive. They are entered as removed, with their cost."
                : "the file does not say where they come from. They are entered at an unknown cost: the value in such "
                    + "a row is no cost."
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
}
