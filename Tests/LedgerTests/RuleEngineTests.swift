import Foundation
import Ledger
import TestSupport
import Testing
import Values

/// Rules (G9).
struct RuleEngineTests {
    @Test func `a rule sees the payee that earlier rules left`() throws {
        let books = UUID()
        let amount = try money("-12 EUR")
        let rules = [
            CategoryRule(
                id: UUID(), name: "Books", position: 1, conditions: [.init(.payee, .is, "amazon")], categoryID: books),
            CategoryRule(
                id: UUID(), name: "Amazon", position: 0, conditions: [.init(.payee, .startsWith, "amzn mktp")],
                payee: "Amazon"),
        ]
        let result = RuleEngine(rules).result(of: .init(payee: "AMZN  Mktp DE", account: "Bank", amount: amount))
        #expect(result.payee == "Amazon")
        #expect(result.categoryID == books)
    }

    @Test(arguments: [
        ("payee contains spar", true), ("payee is Spar Wien", true), ("payee endsWith WIEN", true),
        ("payee startsWith wien", false), ("account is bank", true), ("amount is 12.5", true),
        ("amount less 12.5", false),
        ("amount between 10 and 12.50", true), ("amount greater 13", false), ("importedPayee contains 4711", false),
    ])
    func `conditions are read and compared`(text: String, holds: Bool) throws {
        let condition = try CategoryRule.Condition(text: text)
        #expect(try CategoryRule.Condition(text: condition.text) == condition)
        let rule = CategoryRule(id: UUID(), name: "r", position: 0, conditions: [condition], tags: ["t"])
        let result = RuleEngine([rule]).result(
            of: .init(payee: " SPAR  wien", account: "Bank", amount: try money("-12.50 EUR")))
        #expect(result.tags == (holds ? ["t"] : []))
    }

    @Test(arguments: [
        "payee spar", "colour is red", "payee less 3", "amount contains 3", "amount less x", "amount between 3",
        "amount less -1", "",
    ])
    func `what is no condition is refused`(text: String) {
        #expect(throws: (any Error).self) { try CategoryRule.Condition(text: text) }
    }

    /// Rules as a person would follow them on paper.
    private static func slow(_ rules: [CategoryRule], _ payee: String, _ account: String, _ amount: Money) -> [String] {
        var (now, category): (String, String) = (payee, "")
        var tags: Set<String> = []
        for rule in rules.sorted(by: { $0.position < $1.position }) {
            let results = rule.conditions.map { condition -> Bool in
                let words: String
                switch condition.subject {
                case .payee: words = LedgerText.folded(now)
                case .importedPayee: words = LedgerText.folded(payee)
                case .account: words = LedgerText.folded(account)
                case .amount:
                    let (size, value) = (
                        abs(Int(amount.amountText.replacing(".", with: "")) ?? 0), (Int(condition.value) ?? 0) * 100
                    )
                    switch condition.test {
                    case .is: return size == value
                    case .less: return size < value
                    case .greater: return size > value
                    case .between: return value <= size && size <= (Int(condition.upper ?? "") ?? 0) * 100
                    default: return false
                    }
                }
                let value = LedgerText.folded(condition.value)
                switch condition.test {
                case .is: return words == value
                case .contains: return words.range(of: value) != nil
                case .startsWith: return words.hasPrefix(value)
                case .endsWith: return words.hasSuffix(value)
                default: return false
                }
            }
            guard rule.isAny ? results.contains(true) : !results.contains(false) else { continue }
            if let payee = rule.payee { now = payee }
            if let id = rule.categoryID { category = id.uuidString }
            tags.formUnion(rule.tags)
            if rule.stops { break }
        }
        return [now, category] + tags.sorted()
    }

    @Test(arguments: SeededGenerator.seeds)
    func `many rules give the same as on paper`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let words = ["spar", "bar", "Amazon", "AMZN mktp", "rent"]
        for round in 0..<340 {
            let rules = (0..<generator.int(0...6)).map { index in
                let conditions = (0..<generator.int(1...3)).map { _ -> CategoryRule.Condition in
                    if generator.chance(1, in: 3) {
                        return .init(
                            .amount, generator.pick([.is, .less, .greater, .between]), "\(generator.int(1...9))",
                            upper: "\(generator.int(5...12))")
                    }
                    return .init(
                        generator.pick([.payee, .importedPayee, .account]),
                        generator.pick([.is, .contains, .startsWith, .endsWith]), generator.pick(words + ["a", "bank"]))
                }
                return CategoryRule(
                    id: generator.uuid(), name: "\(index)", position: index, conditions: conditions,
                    isAny: generator.chance(1, in: 2), payee: generator.chance(1, in: 2) ? generator.pick(words) : nil,
                    categoryID: generator.chance(1, in: 2) ? generator.uuid() : nil,
                    tags: generator.chance(1, in: 3) ? [generator.pick(["x", "y"])] : [],
                    stops: generator.chance(1, in: 6))
            }
            let payee = generator.pick(words) + generator.pick(["", " 12", "  DE"])
            let amount = try money("\(generator.int(-9...9)).00 EUR")
            let result = RuleEngine(rules.shuffled(using: &generator)).result(
                of: .init(payee: payee, account: "Bank", amount: amount))
            let found = [result.payee ?? "", result.categoryID?.uuidString ?? ""] + result.tags
            #expect(found == Self.slow(rules, payee, "Bank", amount), "seed \(seed), round \(round)")
        }
    }
}
