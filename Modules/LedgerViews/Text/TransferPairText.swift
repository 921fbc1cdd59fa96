package import Ledger
package import Presentation
import Values

import struct Foundation.UUID

extension StatementImportService.Pairs {
    /// A pair with its transactions.
    struct Listed: Sendable {
        let pair: TransferPairs.Pair
        let from: ListedTransaction
        let to: ListedTransaction
        var isAlike = true

        /// A pair; nil where one of its transactions is gone.
        init?(_ pair: TransferPairs.Pair, _ transactions: [UUID: ListedTransaction]) {
            guard let from = transactions[pair.from], let to = transactions[pair.to] else { return nil }
            (self.pair, self.from, self.to) = (pair, from, to)
        }
    }

    /// Pairs with their transactions.
    func listed(_ pairs: [TransferPairs.Pair]) -> [Listed] {
        pairs.compactMap { pair in
            var listed = Listed(pair, transactions)
            listed?.isAlike = !unlike.contains(pair)
            return listed
        }
    }
}

extension TextLayout {
    /// Transactions that are one transfer.
    package func lines(pairs: StatementImportService.Pairs, verb: String) -> [String] {
        guard !pairs.pairs.isEmpty || !pairs.others.isEmpty else {
            return ["No transfers were found."] + gaps(pairs.unavailable)
        }
        var lines: [String] = []
        for (title, list) in [("TRANSFER", pairs.listed(pairs.pairs)), ("NOT SURE", pairs.listed(pairs.others))]
        where !list.isEmpty {
            lines += (lines.isEmpty ? [] : [""]) + pairTable(title, list).lines(width: width, style: style)
        }
        let count = pairs.pairs.count
        lines += ["", "\(verb) \(count) transfer\(count == 1 ? "" : "s") of two transactions each."]
        if !pairs.unlike.isEmpty {
            lines.append("Where payees are marked with ?, they have nothing in common.")
        }
        if let first = pairs.listed(pairs.others).first {
            lines.append("Join two: cst-ledger pair \(shortID(first.from)) \(shortID(first.to))")
        }
        return lines + gaps(pairs.unavailable)
    }

    /// Pairs as a table, with what a person needs to judge them and to name them.
    func pairTable(_ title: String, _ list: [StatementImportService.Pairs.Listed]) -> TextTable {
        var table = TextTable([
            .init(title), .init("DATE"), .init("FROM", isFlexible: true, rank: 2),
            .init("PAYEE", isFlexible: true, least: 8),
            .init("LEFT", .right), .init("", rank: 3), .init("DATE", rank: 4), .init("TO", isFlexible: true, rank: 1),
            .init("PAYEE", isFlexible: true, least: 8), .init("ARRIVED", .right),
        ])
        for pair in list {
            let mark = pair.isAlike ? "" : "? "
            let tone: TextStyle.Emphasis = pair.isAlike ? .plain : .attention
            table.add([
                .init(shortID(pair.from), .weak), .init(style.day(pair.from.transaction.day)),
                .init(pair.from.lines[0].account), .init(mark + (pair.from.transaction.payee ?? ""), tone),
                .init(style.amount(pair.from.lines[0].posting.amount)), .init(shortID(pair.to), .weak),
                .init(style.day(pair.to.transaction.day)), .init(pair.to.lines[0].account),
                .init(mark + (pair.to.transaction.payee ?? ""), tone),
                .init(style.amount(pair.to.lines[0].posting.amount)),
            ])
        }
        return table
    }
}
