import Foundation
package import Ledger
import Persistence
package import Presentation
package import Values

extension Document {
    private static let item = Shape<ReviewService.Item>(
        .members(ListedTransaction.shape, \.listed), .value("proposal", \.proposal), .value("rule", \.condition))
    private static let reviewShape = DocumentShape<[ReviewService.Item]>(
        "review", "Transactions without a category, or possibly there twice.", main: "transactions",
        Shape(.list("transactions", item, { $0 })))

    static let ofReview = [reviewShape.description]

    /// Transactions to look at.
    package init(review items: [ReviewService.Item], asOf day: CalendarDay) {
        self.init(Self.reviewShape, items, asOf: day)
    }
}

extension TextLayout {
    /// Transactions to look at, with what to do about them.
    package func lines(review items: [ReviewService.Item]) -> [String] {
        guard !items.isEmpty else { return ["Nothing to look at: every transaction has its category."] }
        var table = TextTable([
            .init("ID"), .init("DATE"), .init("PAYEE", isFlexible: true), .init("AMOUNT", .right),
            .init("ACCOUNT", isFlexible: true, rank: 2), .init("PROPOSED", isFlexible: true, rank: 1),
        ])
        for item in items {
            let listed = item.listed
            table.add([
                .init(listed.shortID, .weak), .init(style.day(listed.transaction.day)),
                .init(listed.transaction.payee ?? listed.transaction.note ?? ""),
                .init(style.amount(listed.lines[0].posting.amount)), .init(listed.lines[0].account),
                .init(
                    listed.transaction.isPossible ? "there twice?" : item.proposal ?? "",
                    listed.transaction.isPossible ? .attention : .good),
            ])
        }
        var lines = table.lines(width: width, style: style) + [""]
        if items.contains(where: { $0.proposal != nil }) {
            lines.append("To accept what is proposed: cst-ledger review --accept")
        }
        if let item = items.first(where: { $0.proposal == nil && $0.listed.isUncategorised }) {
            lines.append("One by one: cst-ledger categorise \(item.listed.shortID) CATEGORY")
            if let condition = item.condition {
                let payee = (item.listed.transaction.payee ?? "").shellWord
                lines.append(
                    "By a rule: cst-ledger rule add \(payee) --if \(condition.shellWord) --set category=CATEGORY, then cst-ledger rule apply"
                )
            }
        }
        if let item = items.first(where: { $0.listed.transaction.isPossible }) {
            lines.append(
                "To keep it, as a transaction of its own: cst-ledger review --keep \(item.listed.shortID). "
                    + "To delete it, as the same again: cst-ledger delete \(item.listed.shortID)"
            )
        }
        return lines
    }
}
