import Foundation
import Models
import TestSupport
import Testing

struct GoalTemplateTests {
    @Test(arguments: GoalTemplate.allCases)
    func `a template and an amount are a valid goal`(template: GoalTemplate) throws {
        let today = try day("2028-02-29")
        let goal = Goal(
            id: UUID(), name: template.title, emoji: template.emoji, details: template.details,
            target: try money("100 EUR"), start: today, deadline: template.deadline(from: today))
        #expect(goal.issues.isEmpty)
        #expect(today.wholeMonths(until: goal.deadline) == template.horizonMonths)
        #expect(template.horizonMonths > 0)
    }

    @Test func `the emoji of a template is the one that its name suggests`() {
        for template in GoalTemplate.allCases {
            #expect(GoalEmoji.suggestion(for: template.title) == template.emoji)
        }
        #expect(Set(GoalTemplate.allCases.map(\.emoji)).count == GoalTemplate.allCases.count)
    }

    @Test(arguments: [
        ("Car", "🚗"), ("a new CAR!", "🚗"), ("cars", "🚗"), ("Two dresses", "👗"), ("Christmas gifts", "🎄"),
        ("gifts for Christmas", "🎁"), ("glasses", "👓"), ("Emma's wedding", "💍"), ("e-bike", "🚲"),
        ("Trip to Japan", "🧳"),
        ("Carpet", nil), ("scar", nil), ("", nil), ("🚗", nil), ("Auto2", "🚗"), ("日本", nil), ("Quux", nil),
    ])
    func `the first word that is known decides`(name: String, emoji: String?) {
        #expect(GoalEmoji.suggestion(for: name) == emoji)
    }

    @Test func `whatever is suggested is one emoji`() throws {
        for word in ["motorbike", "boat", "flight", "ski", "couch", "solar", "insurance", "gym", "watch", "charity"] {
            var goal = try goal()
            goal.emoji = GoalEmoji.suggestion(for: word)
            #expect(goal.emoji != nil, "\(word)")
            #expect(goal.issues.isEmpty, "\(word)")
        }
    }
}
