import Models

import struct Foundation.UUID

/// Rows of a file that are new by their content, and may be what was entered before: named, and entered all the same (I6).
struct LikelyDuplicates {
    /// Days within which what was entered by hand may be a row of a file.
    private static let nearDays = 4
    /// The most rows that are named one by one.
    private static let mostNamed = 5

    private struct Place: Hashable {
        let kind: PortfolioTransaction.Kind
        let portfolio: UUID?
        let instrument: UUID?
    }

    private struct Candidate {
        let transaction: PortfolioTransaction
        let units: Ratio?
    }

    private var candidates: [Place: [Candidate]] = [:]

    /// - Parameter transactions: those that were there and that no row of the file was known by.
    init(_ transactions: [PortfolioTransaction]) {
        for transaction in transactions.inOrder {
            let units = transaction.units
            if transaction.kind == .transfer {
                // A file may tell a transfer as units that go and units that come.
                note(transaction, .give, transaction.portfolioID, units)
                note(transaction, .receive, transaction.toPortfolioID, transaction.received ?? units)
            }
            note(transaction, transaction.kind, transaction.portfolioID, units)
        }
    }

    private mutating func note(
        _ transaction: PortfolioTransaction, _ kind: PortfolioTransaction.Kind, _ portfolio: UUID?, _ units: Ratio?
    ) {
        let place = Place(kind: kind, portfolio: portfolio, instrument: transaction.instrumentID)
        candidates[place, default: []].append(Candidate(transaction: transaction, units: units))
    }

    /// Remarks on new transactions.
    ///
    /// - Parameter lines: the line of each, by id.
    mutating func warnings(_ found: [PortfolioTransaction], _ lines: [UUID: Int], _ names: PortfolioNames) -> [Warning]
    {
        var pairs: [(line: Int, new: PortfolioTransaction, old: PortfolioTransaction)] = []
        for transaction in found {
            guard let line = lines[transaction.id], let old = takeMatch(of: transaction) else { continue }
            pairs.append((line, transaction, old))
        }
        pairs.sort { $0.line < $1.line }
        var warnings = pairs.prefix(Self.mostNamed).map { pair in
            let subject =
                pair.new.instrumentID.map { " '\(names.instrument($0))'" } ?? ""
            let size = (pair.new.units.map(UnitsText.text) ?? pair.new.gross?.description).map { " of \($0)" } ?? ""
            let id = pair.old.id.uuidString.lowercased().prefix(8)
            return Warning(
                code: "possiblyKnown",
                message:
                    "Line \(pair.line): the \(pair.new.kind.rawValue)\(size)\(subject) on \(pair.new.day) may be there "
                    + "already, as \(id), the \(pair.old.kind.rawValue) of \(pair.old.day).",
                remedy: .deleteDuplicate(String(id)))
        }
        if pairs.count > Self.mostNamed {
            warnings.append(
                Warning(
                    code: "possiblyKnown",
                    message: "\(pairs.count - Self.mostNamed) more rows may be there already, the last in line "
                        + "\(pairs[pairs.count - 1].line)."))
        }
        return warnings
    }

    private mutating func takeMatch(of new: PortfolioTransaction) -> PortfolioTransaction? {
        let place = Place(kind: new.kind, portfolio: new.portfolioID, instrument: new.instrumentID)
        let all = candidates[place] ?? []
        func distance(_ index: Int) -> Int { abs(all[index].transaction.day.days(until: new.day)) }
        let fitting = all.indices.filter { index in
            let old = all[index].transaction
            // Different numbers are different rows, and so are other days of two files.
            let isByHand = old.imported == nil && old.importedRow == nil
            guard old.imported == nil || new.imported == nil, distance(index) <= (isByHand ? Self.nearDays : 0) else {
                return false
            }
            if let units = new.units { return all[index].units == units }
            return new.gross == old.gross || new.settled != nil && new.settled == old.settled
        }
        guard let index = fitting.min(by: { distance($0) < distance($1) }) else { return nil }
        candidates[place]?.remove(at: index)
        return all[index].transaction
    }
}
