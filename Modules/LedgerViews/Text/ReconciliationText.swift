import Foundation
package import Ledger
package import Presentation
import Values

extension TextLayout {
    /// Kept statements against the ledger.
    package func lines(checked: [ReconciliationService.Checked]) -> [String] {
        guard !checked.isEmpty else { return ["No statements are kept."] }
        var table = TextTable([
            .init("ACCOUNT", isFlexible: true), .init("STATEMENT"), .init("BALANCE", .right), .init("LEDGER", .right),
            .init(""),
        ])
        for one in checked {
            let isEqual = one.holds && one.difference.isZero
            let state =
                isEqual ? "holds" : one.holds ? "differs by \(style.amount(one.difference))" : "differs"
            table.add([
                .init(one.account.name), .init(style.day(one.statement.day)),
                .init(style.amount(one.statement.balance)), .init(style.amount(one.balance)),
                .init(state, isEqual ? .good : one.holds ? .attention : .bad),
            ])
        }
        var lines = table.lines(width: width, style: style)
        let later = checked.flatMap { one in one.later.map { (one, $0) } }
        guard !later.isEmpty else { return lines }
        var rows = TextTable([
            .init("CAME LATER"), .init("DATE"), .init("PAYEE", isFlexible: true), .init("AMOUNT", .right),
            .init("ACCOUNT", isFlexible: true, rank: 2), .init("STATEMENT", rank: 1),
        ])
        for (one, listed) in later {
            rows.add([
                .init(shortID(listed), .weak), .init(style.day(listed.transaction.day)),
                .init(listed.transaction.payee ?? ""),
                .init(listed.amount(in: one.account).map { style.amount($0) } ?? ""), .init(one.account.name),
                .init(style.day(one.statement.day)),
            ])
        }
        lines += [""] + rows.lines(width: width, style: style) + [""]
        let sentence =
            "These were entered after the statement of their time was kept. If the bank has them later, the next "
            + "statement takes them; if not, see cst-ledger show."
        return lines + wrapped(sentence)
    }

    /// The beginning of a transaction's id, by which commands name it.
    func shortID(_ listed: ListedTransaction) -> String {
        String(listed.transaction.id.uuidString.lowercased().prefix(8))
    }
}
