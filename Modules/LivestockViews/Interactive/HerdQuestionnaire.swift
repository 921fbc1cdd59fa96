public import Livestock
import Presentation
import Values

import struct Foundation.UUID

/// The questions for a first herd, one after the other: an answer in, the next question or a complaint out.
public struct HerdQuestionnaire: Sendable {
    /// The questions in their order.
    public enum Question: Int, Sendable, CaseIterable {
        /// The name of the holding.
        case holding
        /// Its currency.
        case currency
        /// Its saleyard.
        case saleyard
        /// The name of the herd.
        case name
        /// The species.
        case species
        /// The category.
        case category
        /// The head.
        case head
        /// The mean weight.
        case weight
        /// The price.
        case price
    }

    /// The text that goes back to the question before.
    public static let back = "<"
    /// The text that declines a suggestion.
    public static let none = "-"

    /// The question to be answered; nil when all are.
    public var question: Question? { place < questions.count ? questions[place] : nil }
    /// The new holding; nil where the herd belongs to one that is there.
    public var holding: HoldingFields? {
        guard isNewHolding else { return nil }
        var fields = HoldingFields()
        (fields.name, fields.currency, fields.saleyard) = (answers[.holding], answers[.currency], answers[.saleyard])
        return fields
    }
    /// The herd.
    public var herd: HerdFields {
        var fields = HerdFields()
        (fields.name, fields.species, fields.category) = (answers[.name], answers[.species], answers[.category])
        (fields.head, fields.weight, fields.price) = (answers[.head], answers[.weight], answers[.price])
        fields.holding = existing?.id.uuidString
        return fields
    }

    private let questions: [Question]
    private let existing: Holding?
    private var isNewHolding: Bool { existing == nil }
    private var answers: [Question: String] = [:]
    private var place = 0

    /// The questions for a herd of a holding; for a new holding where there is none.
    public init(holding: Holding?) {
        existing = holding
        questions = Question.allCases.filter { holding == nil || $0.rawValue >= Question.name.rawValue }
    }

    /// The question in words, with what Return stands for in brackets.
    public var prompt: String {
        switch question {
        case .holding: "What is the holding called?\(bracket("Home"))"
        case .currency: "In which currency are its herds valued?\(bracket("AUD"))"
        case .saleyard: "At which saleyard would you sell?\(bracket(Self.none)) (\(Self.none) for none)"
        case .name: "What is the herd called, as in Steers?\(bracket(nil))"
        case .species: "cattle, sheep, goat or pig?\(bracket("cattle"))"
        case .category: "Which category, as in \(examples)?\(bracket(nil))"
        case .head: "How many head?\(bracket(nil))"
        case .weight: "What does one weigh in kilograms, on average?\(bracket(Self.none)) (\(Self.none) if not known)"
        case .price: "What is paid, as in 4.00/kg, 7.20/kg-cwt or 850/head?\(bracket(nil))"
        case nil: ""
        }
    }

    /// Takes an answer and goes on. What cannot be used is shown, and the question stays.
    public mutating func answer(_ text: String) -> [String] {
        guard let question else { return [] }
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if text == Self.back {
            goBack()
            return []
        }
        let given = text.isEmpty ? suggestion(question) ?? "" : text
        if given == Self.none, question == .saleyard || question == .weight {
            answers[question] = nil
        } else {
            do {
                try check(given, question)
            } catch {
                return ["\(error)"]
            }
            answers[question] = given
        }
        place += 1
        return []
    }

    /// Comes back to the question before, to the first from the first.
    public mutating func goBack() { place = max(0, place - 1) }

    private func suggestion(_ question: Question) -> String? {
        if let answer = answers[question] { return answer }
        switch question {
        case .holding: return "Home"
        case .currency: return "AUD"
        case .species: return "cattle"
        case .saleyard, .weight: return Self.none
        default: return nil
        }
    }

    private func check(_ text: String, _ question: Question) throws {
        switch question {
        case .holding, .name, .category:
            guard !text.isEmpty else { throw Complaint("A name is needed.") }
        case .saleyard: break
        case .currency: _ = try Currency(code: text)
        case .species:
            guard Species(rawValue: text) != nil else {
                throw LivestockError.notAChoice(text, known: Species.allCases.map(\.rawValue))
            }
        case .head:
            guard let head = Int(text), (1...10_000_000).contains(head) else { throw LivestockError.notAHead(text) }
        case .weight: _ = try Kilograms(weight: text)
        case .price: _ = try EnteredPrice(text, currency)
        }
    }

    private var currency: Currency {
        existing?.currency ?? answers[.currency].flatMap { try? Currency(code: $0) } ?? .usd
    }

    private var examples: String {
        let species = answers[.species].flatMap(Species.init) ?? .cattle
        return AnimalCategory.all.filter { $0.species == species }.prefix(5).map(\.name).joined(separator: ", ")
    }

    private func bracket(_ usual: String?) -> String {
        guard let text = question.flatMap({ answers[$0] }) ?? usual else { return "" }
        return " [\(TextWidth.printable(text))]"
    }
}

private struct Complaint: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
