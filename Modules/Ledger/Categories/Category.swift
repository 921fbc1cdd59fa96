public import Values

public import struct Foundation.UUID

/// A purpose that money is spent for, or a source that it is earned from: a node of a tree.
public struct Category: Sendable, Hashable, Identifiable {
    /// The part of the statistics that its splits count in (G2).
    public enum Kind: String, ColumnChoice, Hashable, CaseIterable {
        /// Money earned.
        case income
        /// Money spent.
        case expense
        /// Neither, as corrections of a balance are.
        case neutral
    }

    /// The most levels of the tree.
    public static let maximumDepth = 8

    /// Its id.
    public let id: UUID
    /// Its name, unique among the categories beside it.
    public var name: String
    /// The category above it; nil at the top.
    public var parentID: UUID?
    /// The kind, which is that of the category at the top.
    public var kind: Kind
    /// An emoji; nil for none.
    public var icon: String?
    /// A colour as in `#4A90D9`; nil for none.
    public var color: String?

    /// A category.
    public init(
        id: UUID, name: String, parentID: UUID? = nil, kind: Kind, icon: String? = nil, color: String? = nil
    ) {
        self.id = id
        self.name = name
        self.parentID = parentID
        self.kind = kind
        self.icon = icon
        self.color = color
    }
}

extension Category: Entity {
    /// How it is kept.
    public static let declaration = Declaration<Category>(
        "category", table: "categories", since: "0.5.0", order: ["name", "id"], title: "name",
        fields: Fields(
            .key("id", \.id), .value("name", \.name), .value("parentID", \.parentID, to: "category"),
            .value("kind", \.kind), .value("icon", \.icon), .value("color", \.color)
        ) { Category(id: $0, name: $1, parentID: $2, kind: $3, icon: $4, color: $5) },
        whole: { try $0.issuesInTree(of: $1) })

    /// "category 'Food', expense".
    public var summary: String { "category '\(name.printable)', \(kind.rawValue)" }

    /// Issues of its own name, icon and colour.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        var issues = ValidationIssue.issues(ofName: name, field: "name", of: "category")
        if name.contains(":") {
            issues.append(
                ValidationIssue(
                    code: "colon", field: "name",
                    message: "'\(name.printable)' has a colon, which stands between a category and the one below it."))
        }
        if let color, color.wholeMatch(of: /#[0-9A-Fa-f]{6}/) == nil {
            issues.append(
                ValidationIssue(
                    code: "notAColor", field: "color",
                    message: "'\(color.printable)' is not a colour. Write it as in #4A90D9."))
        }
        if let icon {
            issues += ValidationIssue.lineIssues(icon, field: "icon")
            if icon.count > 2 {
                issues.append(
                    ValidationIssue(
                        code: "tooLong", field: "icon", message: "'\(icon.printable)' is no icon: give one emoji."))
            }
        }
        return issues
    }

    /// Issues of its place in the tree (G8), once all of a write is done.
    private func issuesInTree(of reader: any EntityReader) throws -> [ValidationIssue] {
        let tree = CategoryTree(try reader.all(Category.self))
        var issues: [ValidationIssue] = []
        let folded = LedgerText.folded(name)
        if tree.children(of: parentID).contains(where: { $0.id != id && LedgerText.folded($0.name) == folded }) {
            issues.append(
                ValidationIssue(
                    code: "nameTaken", field: "name",
                    message: "There is a category '\(tree.path(of: id).printable)' already. Give another name."))
        }
        let above = tree.ancestors(of: id)
        if above.contains(where: { $0.id == id }) {
            issues.append(
                ValidationIssue(
                    code: "ledger.belowItself", field: "parent",
                    message: "'\(name.printable)' cannot be below itself."))
            return issues
        }
        if let root = above.last, root.kind != kind {
            issues.append(
                ValidationIssue(
                    code: "ledger.otherKind", field: "kind",
                    message: "'\(tree.path(of: id).printable)' is below '\(root.name.printable)', whose kind is "
                        + "\(root.kind.rawValue), not \(kind.rawValue)."))
        }
        if above.count + tree.height(of: id) > Self.maximumDepth {
            issues.append(
                ValidationIssue(
                    code: "ledger.tooDeep", field: "name",
                    message: "Categories have at most \(Self.maximumDepth) levels."))
        }
        return issues
    }
}
