public import Values

public import struct Foundation.UUID

/// A rule that sets the payee, the category or tags of transactions (G9).
public struct CategoryRule: Sendable, Hashable, Identifiable {
    /// One condition.
    public struct Condition: NestedValue, Hashable {
        /// The fact that is looked at.
        public enum Subject: String, ColumnChoice, Hashable, CaseIterable {
            /// The payee, as earlier rules left it.
            case payee
            /// The text that the file gave.
            case importedPayee
            /// The account's name.
            case account
            /// The size of the amount, without its sign.
            case amount
        }

        /// The comparison.
        public enum Test: String, ColumnChoice, Hashable, CaseIterable {
            /// Equal.
            case `is`
            /// The text is in it.
            case contains
            /// It begins with the text.
            case startsWith
            /// It ends with the text.
            case endsWith
            /// Below the number.
            case less
            /// Above the number.
            case greater
            /// From the first number to the second, both included.
            case between
        }

        /// The fact that is looked at.
        public let subject: Subject
        /// The comparison.
        public let test: Test
        /// The text or number.
        public let value: String
        /// The second number of a range; nil for others.
        public let upper: String?

        /// A condition.
        public init(_ subject: Subject, _ test: Test, _ value: String, upper: String? = nil) {
            self.subject = subject
            self.test = test
            self.value = value
            self.upper = upper
        }

        /// How it is kept.
        public static let fields = Fields(
            Column<Condition, Subject>.value("subject", \.subject), Column<Condition, Test>.value("test", \.test),
            Column<Condition, String>.value("value", \.value), Column<Condition, String?>.value("upper", \.upper)
        ) { Condition($0, $1, $2, upper: $3) }
    }

    /// Its id.
    public let id: UUID
    /// Its name, unique among all rules.
    public var name: String
    /// The place in the order of rules, from 0.
    public var position: Int
    /// The conditions; at least one.
    public var conditions: [Condition]
    /// Whether one condition is enough; otherwise all have to hold.
    public var isAny: Bool
    /// The payee that it sets; nil for none.
    public var payee: String?
    /// The category that it sets; nil for none.
    public var categoryID: UUID?
    /// The tags that it adds.
    public var tags: [String]
    /// Whether later rules are not looked at.
    public var stops: Bool

    /// A rule.
    public init(
        id: UUID, name: String, position: Int, conditions: [Condition], isAny: Bool = false, payee: String? = nil,
        categoryID: UUID? = nil, tags: [String] = [], stops: Bool = false
    ) {
        self.id = id
        self.name = name
        self.position = position
        self.conditions = conditions
        self.isAny = isAny
        self.payee = payee
        self.categoryID = categoryID
        self.tags = tags
        self.stops = stops
    }
}

extension CategoryRule: Entity {
    /// How it is kept.
    public static let declaration = Declaration<CategoryRule>(
        "categoryRule", table: "categoryRules", since: "0.5.0", order: ["position", "id"], title: "name",
        fields: Fields(
            .key("id", \.id), .value("name", \.name), .value("position", \.position),
            .value("conditions", \.conditions), .value("isAny", \.isAny), .value("payee", \.payee),
            .value("categoryID", \.categoryID, to: "category"), .value("tags", \.tags), .value("stops", \.stops)
        ) { id, name, position, conditions, isAny, payee, category, tags, stops in
            CategoryRule(
                id: id, name: name, position: position, conditions: conditions, isAny: isAny, payee: payee,
                categoryID: category, tags: tags, stops: stops)
        })

    /// "rule 'Groceries'".
    public var summary: String { "rule '\(name.printable)'" }

    /// Issues of its name, its conditions, and what it sets.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        var issues = ValidationIssue.issues(ofName: name, field: "name", of: "rule")
        let folded = LedgerText.folded(name)
        if try reader.all(CategoryRule.self).contains(where: { $0.id != id && LedgerText.folded($0.name) == folded }) {
            issues.append(
                ValidationIssue(
                    code: "nameTaken", field: "name",
                    message: "There is a rule '\(name.printable)' already. Give another name."))
        }
        if conditions.isEmpty {
            issues.append(
                ValidationIssue(
                    code: "required", field: "if", message: "The rule needs a condition, as in: payee contains spar."))
        }
        if payee == nil, categoryID == nil, tags.isEmpty, !stops {
            issues.append(ValidationIssue(code: "required", field: "set", message: "The rule sets nothing."))
        }
        if let payee { issues += ValidationIssue.issues(ofName: payee, field: "set", of: "payee") }
        for tag in tags { issues += ValidationIssue.issues(ofName: tag, field: "set", of: "tag") }
        return issues
    }
}
