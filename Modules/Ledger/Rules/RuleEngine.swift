public import Values

public import struct Foundation.UUID

/// The application of rules to a transaction (G9): the same result for the same facts, however often it is repeated.
///
/// ```swift
/// let rule = CategoryRule(
///     id: UUID(), name: "Amazon", position: 0, conditions: [.init(.payee, .startsWith, "amzn mktp")],
///     payee: "Amazon")
/// let result = RuleEngine([rule]).result(of: .init(payee: "AMZN  Mktp DE", account: "Bank", amount: amount))
/// ```
public struct RuleEngine: Sendable {
    /// The facts of a transaction before any rule.
    public struct Facts: Sendable, Hashable {
        /// The payee: the text that a file gave, or what a person entered.
        public let payee: String?
        /// The text that a file gave; nil for none.
        public let importedPayee: String?
        /// The account's name.
        public let account: String
        /// The amount in the account.
        public let amount: Money
        /// Whether the payee is a person's, so that no rule sets another one.
        public let isPayeeFinal: Bool

        /// Facts. Without an imported payee, the payee is taken for it.
        public init(
            payee: String?, importedPayee: String? = nil, account: String, amount: Money, isPayeeFinal: Bool = false
        ) {
            self.isPayeeFinal = isPayeeFinal
            self.payee = payee
            self.importedPayee = importedPayee ?? payee
            self.account = account
            self.amount = amount
        }
    }

    /// The fields that rules set.
    public struct Result: Sendable, Hashable {
        /// The payee; that of the facts where no rule sets one.
        public var payee: String?
        /// The rule that set the payee; nil for none.
        public var payeeRule: UUID?
        /// The category; nil for none.
        public var categoryID: UUID?
        /// The rule that set the category; nil for none.
        public var categoryRule: UUID?
        /// The tags, each once, in order.
        public var tags: [String] = []
        /// The last rule that added a tag; nil for none.
        public var tagRule: UUID?
    }

    private let rules: [CategoryRule]
    /// The conditions of each rule: most rules apply to few transactions, so that nothing else of them is looked at.
    private let conditions: [[Prepared]]
    /// The bytes with which the payee of each rule begins, where it names some.
    private let beginnings: [Beginning?]

    /// The rules, in their order.
    public init(_ rules: [CategoryRule]) {
        self.rules = rules.sorted { ($0.position, $0.id.uuidString) < ($1.position, $1.id.uuidString) }
        let conditions = self.rules.map { $0.conditions.map(Prepared.init) }
        self.conditions = conditions
        beginnings = zip(self.rules, conditions).map { rule, conditions in
            rule.isAny && conditions.count > 1 ? nil : conditions.lazy.compactMap(\.beginning).first
        }
    }

    /// Returns the fields that the rules set for some facts.
    public func result(of facts: Facts) -> Result {
        var result = Result(payee: facts.payee)
        var tags: Set<String> = []
        var payee = LedgerText.folded(facts.payee ?? "")
        var head = Beginning.head(of: payee)
        let imported = facts.importedPayee == facts.payee ? payee : LedgerText.folded(facts.importedPayee ?? "")
        let account = LedgerText.folded(facts.account)
        func holds(_ condition: Prepared) -> Bool {
            switch condition.subject {
            case .payee: condition.holds(for: payee)
            case .importedPayee: condition.holds(for: imported)
            case .account: condition.holds(for: account)
            case .amount: condition.holds(for: facts.amount.size)
            }
        }
        for index in rules.indices {
            if let beginning = beginnings[index], !beginning.holds(for: head) { continue }
            let applies =
                rules[index].isAny
                ? conditions[index].contains(where: holds) : conditions[index].allSatisfy(holds)
            guard applies else { continue }
            let rule = rules[index]
            if let new = rule.payee, !facts.isPayeeFinal {
                (result.payee, result.payeeRule) = (new, rule.id)
                payee = LedgerText.folded(new)
                head = Beginning.head(of: payee)
            }
            if let category = rule.categoryID { (result.categoryID, result.categoryRule) = (category, rule.id) }
            if !rule.tags.isEmpty {
                tags.formUnion(rule.tags)
                result.tagRule = rule.id
            }
            if rule.stops { break }
        }
        result.tags = tags.sorted()
        return result
    }
}

/// The first bytes of a text, at most eight, that are compared as one number: of many rules, most begin otherwise.
private struct Beginning: Sendable {
    private let bytes: UInt64
    private let mask: UInt64

    init(_ text: String) {
        bytes = Self.head(of: text)
        mask = text.utf8.count >= 8 ? .max : UInt64(1) << (8 * UInt64(text.utf8.count)) - 1
    }

    /// Whether a text with these first bytes may begin so.
    func holds(for head: UInt64) -> Bool { head & mask == bytes }

    /// The first eight bytes of a text as a number.
    static func head(of text: String) -> UInt64 {
        var (head, shift) = (UInt64(0), UInt64(0))
        for byte in text.utf8.prefix(8) {
            head |= UInt64(byte) << shift
            shift += 8
        }
        return head
    }
}

/// A condition whose texts are folded and numbers read once.
private struct Prepared: Sendable {
    let subject: CategoryRule.Condition.Subject
    private let test: CategoryRule.Condition.Test
    private let text: String
    private let number: Ratio?
    private let upper: Ratio?

    init(_ condition: CategoryRule.Condition) {
        subject = condition.subject
        test = condition.test
        text = LedgerText.folded(condition.value)
        number = try? Ratio(decimal: condition.value)
        upper = condition.upper.flatMap { try? Ratio(decimal: $0) }
    }

    /// The first bytes of every payee for which it holds, as all are composed; nil where there are no such ones.
    var beginning: Beginning? {
        subject == .payee && (test == .is || test == .startsWith) ? Beginning(text) : nil
    }

    func holds(for value: String) -> Bool {
        switch test {
        case .is: value == text
        case .contains: value.contains(text)
        case .startsWith: value.hasPrefix(text)
        case .endsWith: value.hasSuffix(text)
        case .less, .greater, .between: false
        }
    }

    func holds(for size: Ratio) -> Bool {
        guard let number else { return false }
        switch test {
        case .is: return size == number
        case .less: return size < number
        case .greater: return size > number
        case .between: return upper.map { number <= size && size <= $0 } ?? false
        case .contains, .startsWith, .endsWith: return false
        }
    }
}
