import Foundation
import Models
import Presentation
import SavingsViews
import TestSupport
import Testing

struct GoalQuestionnaireTests {
    private func questionnaire(_ answers: [String] = []) throws -> GoalQuestionnaire {
        var questions = GoalQuestionnaire(id: UUID(), today: try day("2026-04-13"), currency: try currency("USD"))
        for answer in answers {
            let complaints = questions.answer(answer)
            #expect(complaints.isEmpty, "\(answer): \(complaints)")
        }
        return questions
    }

    @Test func `every answer goes on to the next question, and all of them make a valid goal`() throws {
        var questions = try questionnaire()
        var asked: [GoalQuestionnaire.Question?] = []
        for answer in ["  New   car ", "12000 eur", "2027-06-30", "", "monthly"] {
            asked.append(questions.question)
            #expect(questions.answer(answer) == [])
        }
        #expect(asked == GoalQuestionnaire.Question.allCases)
        #expect(questions.question == nil)
        #expect(questions.goal.name == "New car")
        #expect(try questions.goal.target == money("12000 EUR"))
        #expect(try questions.goal.start == day("2026-04-13"))
        #expect(try questions.goal.deadline == day("2027-06-30"))
        #expect(questions.goal.emoji == "🚗")
        #expect(questions.goal.reminder == .monthly)
        #expect(questions.goal.issues.isEmpty)
    }

    @Test(arguments: [
        ("500", "500 USD"), ("500.25", "500.25 USD"), ("500 JPY", "500 JPY"), ("jpy 500", "500 JPY"),
        ("0.5 BTC", "0.5 BTC"),
    ])
    func `an amount may come with its currency on either side`(text: String, expected: String) throws {
        #expect(try questionnaire(["Car", text]).goal.target == money(expected))
    }

    @Test(arguments: [
        ("2026-04-13", "2026-04-13"), ("2030-01-31", "2030-01-31"), ("14", "2027-06-13"), ("1 month", "2026-05-13"),
        ("18 months", "2027-10-13"),
    ])
    func `a deadline is a day or a number of months`(text: String, expected: String) throws {
        #expect(try questionnaire(["Car", "5", text]).goal.deadline == day(expected))
    }

    @Test(arguments: [
        ([], "", "needs a name"), ([], String(repeating: "x", count: 201), "at most 200"),
        (["Car"], "", "''"), (["Car"], "abc", "An amount is needed too, as in 12000 ABC."), (["Car"], "5 QQQ", "QQQ"),
        (["Car"], "0", "greater than 0"), (["Car"], "-5", "greater than 0"), (["Car"], "5.0010", "2 decimals"),
        (["Car"], "1 2 3", "not an amount and a currency"), (["Car"], "EUR USD", "not an amount"),
        (["Car"], "5 000", "not an amount"),
        (["Car", "5"], "", "not a day"), (["Car", "5"], "2026-04-12", "before the start"),
        (["Car", "5"], "tomorrow", "not a day"), (["Car", "5"], "0", "not a day"), (["Car", "5"], "-3", "not a day"),
        (["Car", "5"], "3 weeks", "not a day"), (["Car", "5"], "99999999999999999999 months", "not a day"),
        (["Car", "5", "9"], "xx", "not one emoji"), (["Car", "5", "9"], "🚗🚗", "not one emoji"),
        (["Car", "5", "9", ""], "daily", "weekly, biweekly, monthly"),
    ])
    func `what cannot be used is told, and the question stays`(
        before: [String], answer: String, complaint: String
    ) throws {
        var questions = try questionnaire(before)
        let (question, goal) = (questions.question, questions.goal)
        let told = questions.answer(answer)
        #expect(told.joined().contains(complaint), "\(told)")
        #expect(questions.question == question)
        #expect(questions.goal == goal)
    }

    @Test func `one goes back through all questions, and Return keeps what was answered`() throws {
        let answers = ["Car", "12000 EUR", "2027-06-30", "-", "weekly"]
        var questions = try questionnaire(answers)
        let goal = questions.goal
        #expect(goal.emoji == nil)
        questions.goBack()
        var shown: [String] = []
        for _ in 0..<4 {
            shown.append(questions.prompt)
            #expect(questions.answer("<") == [])
        }
        #expect(questions.question == .name)
        #expect(questions.answer("<") == [])
        #expect(questions.question == .name)
        shown.append(questions.prompt)
        for (prompt, value) in zip(shown, ["[weekly]", "[none]", "[2027-06-30]", "[12000.00 EUR]", "[Car]"]) {
            #expect(prompt.contains(value), "\(prompt)")
        }
        while questions.question != nil { #expect(questions.answer("") == []) }
        #expect(questions.goal == goal)
    }

    @Test func `the emoji of another name is proposed until one was chosen`() throws {
        #expect(try questionnaire(["Wedding", "5", "9"]).prompt.contains("[💍]"))
        #expect(try questionnaire(["Wedding", "<", "Piano", "5", "9"]).prompt.contains("[🎹]"))
        #expect(try questionnaire(["Quux", "5", "9"]).prompt.contains("[none]"))
        #expect(try questionnaire(["Quux", "5", "9", ""]).goal.emoji == nil)
        #expect(try questionnaire(["Piano", "5", "9", "🚲"]).goal.emoji == "🚲")
    }

    @Test func `a reminder can be taken back`() throws {
        var questions = try questionnaire(["Car", "5", "9", "", "weekly"])
        questions.goBack()
        #expect(questions.answer("no") == [])
        #expect(questions.goal.reminder == nil)
    }
}
