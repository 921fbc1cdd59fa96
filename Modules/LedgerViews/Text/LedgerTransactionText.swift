import Foundation
package import Ledger
package import Presentation
import Values

extension TextLayout {
    /// A page of transactions.
    package func lines(ledgerTransactions page: LedgerService.Page) -> [String] {
        guard !page.transactions.isEmpty else { return ["No transactions."] }
        var lines = table(page.transactions).lines(width: width, style: style)
        if let next = page.next { lines += ["", "There are more: add --after \(next.uuidString.lowercased())"] }
        return lines
    }

    /// Transactions, one in each row.
    package func table(_ transactions: [ListedTransaction]) -> TextTable {
        let hasBalances = transactions.contains { $0.lines.contains { $0.balance != nil } }
        var table = TextTable(
            [
                .init("ID", rank: 4), .init("DATE"), .init("PAYEE", isFlexible: true), .init("AMOUNT", .right),
                .init("CATEGORY", isFlexible: true, least: 8), .init("ACCOUNT", isFlexible: true, rank: 2),
                .init("", rank: 5),
            ] + (hasBalances ? [.init("BALANCE", .right, rank: 1)] : []))
        for listed in transactions {
            let line = listed.lines.first { $0.balance != nil } ?? listed.lines[0]
            let isIncome = line.posting.amount.isPositive && listed.kind != .transfer
            var cells: [TextTable.Cell] = [
                .init(listed.shortID, .weak), .init(style.day(listed.transaction.day)),
                .init(listed.transaction.payee ?? listed.transaction.note ?? line.posting.importedText ?? ""),
                .init(style.amount(line.posting.amount), isIncome ? .good : .plain),
                .init(listed.categoryText, listed.isUncategorised ? .attention : .plain),
                .init(listed.lines.map(\.account).joined(separator: " → ")),
                .init(listed.marks, .weak),
            ]
            if hasBalances { cells.append(.init(line.balance.map { style.amount($0) } ?? "")) }
            table.add(cells)
        }
        return table
    }

    /// One transaction with everything that is said of it.
    package func lines(ledgerTransaction listed: ListedTransaction) -> [String] {
        let transaction = listed.transaction
        var facts: [(String, String)] = [
            ("id", transaction.id.uuidString.lowercased()), ("day", style.day(transaction.day)),
            ("type", listed.kind.rawValue),
        ]
        if let payee = transaction.payee { facts.append(("payee", payee)) }
        if let note = transaction.note { facts.append(("note", note)) }
        if !transaction.tags.isEmpty { facts.append(("tags", transaction.tags.joined(separator: ", "))) }
        if let other = transaction.refundOf { facts.append(("refund of", other.uuidString.lowercased())) }
        for line in listed.lines {
            facts.append(
                ("account", "\(line.account)  \(style.amount(line.posting.amount))  \(line.posting.status.rawValue)"))
        }
        for part in listed.parts {
            facts.append(("split", "\(part.path ?? "(uncategorised)")  \(style.amount(part.amount))"))
        }
        if let rate = listed.booked.impliedRate {
            facts.append(("rate", "\(rate.significantString(digits: 10)) (implied)"))
        }
        for posting in listed.booked.postings {
            guard let day = posting.importedDay else { continue }
            let words = [posting.importedText, posting.importedID.map { "number \($0)" }, "of \(day)"]
            facts.append(("imported", words.compactMap(\.self).joined(separator: ", ")))
        }
        if transaction.isPossible { facts.append(("state", "possibly entered twice")) }
        return facts.map { "\($0.0)\(String(repeating: " ", count: 11 - $0.0.count))\(TextWidth.printable($0.1))" }
    }

    /// A sentence about an entry or a change, with the balances after it.
    package func line(_ verb: String, _ entered: LedgerService.Entered) -> String {
        let listed = entered.listed
        let amount = listed.lines[0].posting.amount
        var what = style.amount(amount.isNegative ? amount.negated : amount)
        if listed.kind == .transfer {
            let arriving = listed.lines[1].posting.amount
            what += " from '\(listed.lines[0].account)' to '\(listed.lines[1].account)'"
            if arriving != amount.negated { what += ", where \(style.amount(arriving)) arrives" }
        } else {
            what += " \(listed.kind == .mixed ? (amount.isNegative ? "expense" : "income") : listed.kind.rawValue)"
            what += " in \(listed.categoryText)"
        }
        if let payee = listed.transaction.payee { what += ", \(payee)" }
        let balances = entered.balances.map { "'\($0.account.name)' \(style.amount($0.balance))" }
        return "\(verb) \(what), on \(style.day(listed.transaction.day)). "
            + "Balance: \(balances.joined(separator: ", ")). (\(listed.shortID))"
    }
}

extension ListedTransaction {
    /// The beginning of the id.
    package var shortID: String { String(transaction.id.uuidString.lowercased().prefix(8)) }

    /// The category, or how many there are.
    package var categoryText: String {
        if kind == .transfer { return "transfer" }
        let paths = parts.map { $0.path ?? "(uncategorised)" }
        return paths.count == 1 ? paths[0] : "\(Set(paths).sorted().joined(separator: ", "))"
    }

    /// `c` for cleared, `r` for reconciled, `?` for possibly there already.
    var marks: String {
        let status = lines.map { line -> String in
            switch line.posting.status {
            case .uncleared: ""
            case .cleared: "c"
            case .reconciled: "r"
            }
        }
        return (Set(status).count == 1 ? status[0] : status.joined(separator: "-"))
            + (transaction.isPossible ? "?" : "")
    }
}
