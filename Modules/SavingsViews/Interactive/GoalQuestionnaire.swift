public import Models
import Presentation

public import struct Foundation.UUID

/// The questions for a new goal, one after the other: an answer in, the next question or a complaint out.
public struct GoalQuestionnaire: Sendable {
    /// What is asked, in this order.
    public enum Question: Int, Sendable, CaseIterable {
        /// What to save for.
        case name
        /// How much, in which currency.
        case target
        /// Until when.
        case deadline
        /// The emoji in lists.
        case emoji
        /// How often to remind.
        case reminder
    }

    /// What is typed to come back to the question before.
    public static let back = "<"
    /// What is typed for nothing where something would be taken.
    public static let none = "-"

    /// The question to be answered; nil when all are.
    public private(set) var question: Question? = .name
    /// The goal as far as it is known; valid when no question is left.
    public private(set) var goal: Goal

    private var answered: Set<Question> = []
    private let today: CalendarDay

    /// The questions for a goal that begins today, in a currency unless another is named.
    public init(id: UUID, today: CalendarDay, currency: Currency) {
        self.today = today
        goal = Goal(id: id, name: "", target: .zero(currency), start: today, deadline: today)
    }

    /// The question in words, with what Return stands for in brackets.
    public var prompt: String {
        switch question {
        case .name: "What do you save for?" + bracket(.name, goal.name)
        case .target:
            "How much, as in 12000 or 12000 EUR?" + bracket(.target, goal.target.description)
                + (answered.contains(.target) ? "" : " (in \(goal.currency) if not said)")
        case .deadline:
            "Until when, as in \(today.adding(months: 12)), or in how many months?"
                + bracket(.deadline, goal.deadline.description)
        case .emoji:
            "Which emoji?" + (proposedEmoji.map { " [\($0)] (\(Self.none) for none)" } ?? " [none]")
        case .reminder: "Remind you weekly, biweekly, monthly?" + " [\(goal.reminder?.rawValue ?? "no")]"
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
        var edited = goal
        do {
            try read(text, of: question, into: &edited)
        } catch {
            return ["\(error)"]
        }
        let issues = edited.issues.filter { $0.field == question.field }
        guard issues.isEmpty else { return issues.map(\.message) }
        goal = edited
        answered.insert(question)
        self.question = Question(rawValue: question.rawValue + 1)
        return []
    }

    /// Comes back to the question before, to the first from the first.
    public mutating func goBack() {
        let place = question.map { $0.rawValue - 1 } ?? Question.allCases.count - 1
        question = Question(rawValue: max(0, place))
    }

    private func read(_ text: String, of question: Question, into goal: inout Goal) throws {
        switch question {
        case .name: if !(text.isEmpty && answered.contains(.name)) { goal.name = text }
        case .target: if !(text.isEmpty && answered.contains(.target)) { goal.target = try amount(text) }
        case .deadline: if !(text.isEmpty && answered.contains(.deadline)) { goal.deadline = try day(text) }
        case .emoji: goal.emoji = text.isEmpty ? proposedEmoji : text == Self.none ? nil : text
        case .reminder:
            switch text.lowercased() {
            case "": break
            case "no", "n", "never", Self.none: goal.reminder = nil
            default:
                guard let frequency = ReminderFrequency.allCases.first(where: { $0.rawValue == text.lowercased() })
                else { throw Complaint("'\(text)' is not one of weekly, biweekly, monthly and no.") }
                goal.reminder = frequency
            }
        }
    }

    /// What Return stands for: the answer that was given, else what goes with the name.
    private var proposedEmoji: String? {
        answered.contains(.emoji) ? goal.emoji : GoalEmoji.suggestion(for: goal.name)
    }

    private func bracket(_ question: Question, _ text: String) -> String {
        answered.contains(question) ? " [\(TextWidth.printable(text))]" : ""
    }

    /// `12000`, `12000 EUR` or `EUR 12000`.
    private func amount(_ text: String) throws -> Money {
        let words = text.split(separator: " ").map(String.init)
        let codes = words.filter { $0.first?.isLetter == true }
        switch (words.count, codes.first) {
        case (0...1, nil): return try Money(entered: text, goal.currency)
        case (1, let code?):
            throw Complaint("An amount is needed too, as in 12000 \(TextWidth.printable(code.uppercased())).")
        case (2, let code?) where codes.count == 1:
            return try Money(entered: words.first { $0 != code } ?? "", Currency(code: code.uppercased()))
        default:
            throw Complaint("'\(TextWidth.printable(text))' is not an amount and a currency. Write it as in 12000 EUR.")
        }
    }

    /// A day, or a number of months from today.
    private func day(_ text: String) throws -> CalendarDay {
        let words = text.split(separator: " ")
        if let first = words.first, let months = Int(first), (1...1200).contains(months),
            words.dropFirst().allSatisfy({ $0 == "month" || $0 == "months" }), words.count <= 2
        {
            return today.adding(months: months)
        }
        return try CalendarDay(text)
    }
}

extension GoalQuestionnaire.Question {
    /// The field of the goal, as its issues name it.
    fileprivate var field: String {
        switch self {
        case .name: "name"
        case .target: "target"
        case .deadline: "deadline"
        case .emoji: "emoji"
        case .reminder: "reminder"
        }
    }
}

private struct Complaint: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
