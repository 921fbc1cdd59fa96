import Foundation
package import Ledger
package import Presentation
package import Values

extension Document {
    private static let category = Shape<CategoryService.Listed>(
        .value("id", \.category.id), .value("name", \.category.name), .value("path", \.path),
        .value("kind", \.category.kind), .value("depth", \.depth), .value("parent", \.category.parentID),
        .value("icon", \.category.icon), .value("color", \.category.color), .value("splits", \.splits))
    private static let categoryShape = DocumentShape<CategoryService.Listed>(
        "category", "A category that was added, changed or deleted.", main: "category",
        Shape(.object("category", category, { $0 })))
    private static let categoriesShape = DocumentShape<[CategoryService.Listed]>(
        "categories", "The tree of categories.", main: "categories", Shape(.list("categories", category, { $0 })))

    private static let rule = Shape<RuleService.Listed>(
        .value("id", \.rule.id), .value("name", \.rule.name), .value("position", \.rule.position),
        .value("if", { $0.rule.conditions.map(\.text) }), .value("any", \.rule.isAny),
        .value("payee", \.rule.payee), .value("category", \.path), .value("tags", \.rule.tags),
        .value("stop", \.rule.stops))
    private static let ruleShape = DocumentShape<RuleService.Listed>(
        "rule", "A rule that was added, changed or deleted.", main: "rule", Shape(.object("rule", rule, { $0 })))
    private static let rulesShape = DocumentShape<[RuleService.Listed]>(
        "rules", "The rules in their order.", main: "rules", Shape(.list("rules", rule, { $0 })))

    private static let change = Shape<RuleService.Change>(
        .value("transaction", \.transaction.transaction.id), .value("field", \.field), .value("from", \.before),
        .value("to", \.after), .value("rule", \.rule))
    private static let previewShape = DocumentShape<[RuleService.Change]>(
        "rulePreview", "What rules change.", main: "changes", Shape(.list("changes", change, { $0 })))

    static let ofCategories = [
        categoryShape.description, categoriesShape.description, ruleShape.description, rulesShape.description,
        previewShape.description,
    ]

    /// A category that was just added, changed or deleted.
    package init(category listed: CategoryService.Listed, asOf day: CalendarDay) {
        self.init(Self.categoryShape, listed, asOf: day)
    }

    /// The tree of categories.
    package init(categories listed: [CategoryService.Listed], asOf day: CalendarDay) {
        self.init(Self.categoriesShape, listed, asOf: day)
    }

    /// A rule that was just added, changed or deleted.
    package init(rule listed: RuleService.Listed, asOf day: CalendarDay) {
        self.init(Self.ruleShape, listed, asOf: day)
    }

    /// The rules in their order.
    package init(rules listed: [RuleService.Listed], asOf day: CalendarDay) {
        self.init(Self.rulesShape, listed, asOf: day)
    }

    /// The changes that rules make.
    package init(ruleChanges changes: [RuleService.Change], asOf day: CalendarDay) {
        self.init(Self.previewShape, changes, asOf: day)
    }
}
