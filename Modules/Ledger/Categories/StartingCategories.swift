import Persistence
import Values

import struct Foundation.UUID

extension Category {
    /// The neutral category for differences from statements.
    static let adjustments = "Adjustments"
}

/// A tree of categories to begin with.
enum StartingCategories {
    private typealias Branch = (name: String, icon: String, color: String, kind: Category.Kind, below: [String])

    private static let tree: [Branch] = [
        ("Salary", "💼", "#3E8E5A", .income, []),
        ("Other income", "➕", "#6BA36F", .income, ["Interest", "Gifts received"]),
        ("Home", "🏠", "#4A6FA5", .expense, ["Rent", "Energy", "Internet and phone", "Furniture", "Repairs"]),
        ("Food", "🍎", "#C0572D", .expense, ["Groceries", "Eating out"]),
        ("Transport", "🚌", "#7A5BA6", .expense, ["Public transport", "Car", "Fuel"]),
        ("Health", "🩺", "#B03A5B", .expense, ["Doctor", "Medicine", "Sport"]),
        ("Clothes", "👕", "#A67C52", .expense, []), ("Children", "🧸", "#D98E04", .expense, []),
        ("Leisure", "🎬", "#2A7F9E", .expense, ["Culture", "Holidays", "Hobbies"]),
        ("Gifts", "🎁", "#B5651D", .expense, []), ("Insurance", "☂️", "#5C6B73", .expense, []),
        ("Taxes", "🏛", "#70543E", .expense, []), ("Fees", "🏦", "#8A8D91", .expense, []),
        (Category.adjustments, "⚖️", "#9AA0A6", .neutral, []),
    ]

    /// Adds the categories that are not there yet.
    ///
    /// - Returns: how many there were to add.
    static func add(to writer: any StoreWriter) throws -> Int {
        let known = CategoryTree(try writer.all(Category.self))
        var count = 0
        func place(_ name: String, _ parent: Category?, _ branch: Branch) throws -> Category {
            let folded = LedgerText.folded(name)
            let there = known.children(of: parent?.id).first { LedgerText.folded($0.name) == folded }
            if let there, parent != nil || there.kind == branch.kind { return there }
            let isTop = parent == nil
            let category = Category(
                id: UUID(), name: there == nil ? name : "\(name) (\(branch.kind.rawValue))", parentID: parent?.id,
                kind: branch.kind, icon: isTop ? branch.icon : nil, color: isTop ? branch.color : nil)
            try writer.insert(category)
            count += 1
            return category
        }
        for branch in tree {
            let top = try place(branch.name, nil, branch)
            for name in branch.below { _ = try place(name, top, branch) }
        }
        return count
    }
}
