import Foundation
package import Ledger
package import Presentation
import Values

extension TextLayout {
    /// The tree of categories.
    package func lines(categories: [CategoryService.Listed]) -> [String] {
        guard !categories.isEmpty else { return ["No categories. Begin with a tree: cst-ledger category init"] }
        var table = TextTable([.init("CATEGORY", isFlexible: true), .init("KIND"), .init("SPLITS", .right, rank: 1)])
        for listed in categories {
            let indent = String(repeating: "  ", count: listed.depth - 1)
            let icon = listed.category.icon.map { "\($0) " } ?? ""
            table.add([
                .init(indent + icon + listed.category.name), .init(listed.category.kind.rawValue, .weak),
                .init(listed.splits == 0 ? "" : "\(listed.splits)"),
            ])
        }
        return table.lines(width: width, style: style)
    }

    /// The rules in their order.
    package func lines(rules: [RuleService.Listed]) -> [String] {
        guard !rules.isEmpty else {
            return ["No rules. Add one: cst-ledger rule add Spar --if \"payee contains spar\" --set category=Groceries"]
        }
        // A condition that is cut says nothing: where there is no room for all, each rule has lines of its own.
        var table = TextTable([
            .init("#", .right), .init("RULE", isFlexible: true, least: 12), .init("IF"), .init("SETS"),
        ])
        for (index, listed) in rules.enumerated() { table.add([.init("\(index + 1)", .weak)] + cells(listed)) }
        return table.lines(width: width, style: style)
    }

    private func cells(_ listed: RuleService.Listed) -> [TextTable.Cell] {
        let rule = listed.rule
        let sets =
            [rule.payee.map { "payee \($0)" }, listed.path.map { "category \($0)" }].compactMap(\.self)
            + rule.tags.map { "tag \($0)" } + (rule.stops ? ["stop"] : [])
        return [
            .init(rule.name), .init(rule.conditions.map(\.text).joined(separator: rule.isAny ? " or " : " and ")),
            .init(sets.joined(separator: ", ")),
        ]
    }

    /// The changes that rules make.
    package func lines(ruleChanges changes: [RuleService.Change], isPreview: Bool) -> [String] {
        guard !changes.isEmpty else { return ["The rules change nothing."] }
        var table = TextTable([
            .init("ID", rank: 2), .init("DATE"), .init("FIELD", rank: 1), .init("FROM", isFlexible: true),
            .init("TO", isFlexible: true), .init("RULE", isFlexible: true, rank: 3),
        ])
        for change in changes {
            let transaction = change.transaction.transaction
            table.add([
                .init(String(transaction.id.uuidString.lowercased().prefix(8)), .weak),
                .init(style.day(transaction.day)), .init(change.field), .init(change.before ?? ""),
                .init(change.after ?? ""), .init(change.rule ?? ""),
            ])
        }
        let count = Set(changes.map(\.transaction.transaction.id)).count
        let noun = "\(count) transaction\(count == 1 ? "" : "s")"
        return table.lines(width: width, style: style) + ["", isPreview ? "Would change \(noun)." : "Changed \(noun)."]
    }
}
