public import Blockchain
import Foundation
import Models
public import Presentation

extension TextLayout {
    /// How many transactions are shown; JSON has all.
    private static let most = 20

    /// The transactions of an asset on its chain, newest first, each with the page that shows it.
    public func lines(chainTransactions rows: [TransactionService.Row]) -> [String] {
        guard !rows.isEmpty else { return [] }
        let dust = rows.count { $0.isDust }
        let listed = rows.filter { !$0.isDust }
        var lines = ["", style.apply(.strong, to: "Transactions on the chain")]
        for row in listed.prefix(Self.most) {
            let transaction = row.transaction
            var parts = ["\(transaction.day)", text(change: transaction.amount)]
            if let fee = transaction.fee { parts.append("fee \(style.amount(fee))") }
            if transaction.isFailed { parts.append("failed") }
            lines.append("  " + parts.joined(separator: "  "))
            if let page = transaction.explorer { lines.append("    " + style.apply(.weak, to: page)) }
        }
        let rest = listed.count - min(listed.count, Self.most)
        if rest > 0 { lines.append("  and \(rest) earlier: --format json lists all") }
        if dust > 0 {
            lines.append(
                "  and \(dust) sent to you of so little that \(dust == 1 ? "it counts" : "they count") as no payment "
                    + "(setting blockchain.dust)")
        }
        return lines
    }

    /// An amount by which a balance changed, with its sign; empty when it did not, or nobody knows.
    func text(change: Money?) -> String {
        change.map { $0.isZero ? "" : ($0.isPositive ? "+" : "") + style.amount($0) } ?? ""
    }

    /// When something was read: the time of today, or the day; empty when it was not.
    func text(time: Date?) -> String {
        guard let time else { return "" }
        let seconds = zone.secondsFromGMT(for: time)
        let day = CalendarDay(utc: time, secondsFromUTC: seconds)
        guard day == today else { return "\(day)" }
        let minutes = (Int(time.timeIntervalSince1970.rounded(.down)) + seconds) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60 % 24)):\(two(minutes % 60))"
    }
}
