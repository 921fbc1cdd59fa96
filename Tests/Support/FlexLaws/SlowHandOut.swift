package import FlexAdjustment
import Foundation
import Models

/// The hand-out as the laws tell it (F3, F5): one minor unit after the other, each time looking at all goals.
package struct SlowHandOut {
    package private(set) var amounts: [Int128]
    package private(set) var unplaced: Int128 = 0
    package private(set) var shortfall: Int128 = 0
    package private(set) var isBelowFloor = false

    /// The amounts for goals in the order they are given. Meant for a few hundred units.
    package init(_ goals: [FlexGoal], bounds: FlexBounds, total: Int128, strategy: FlexStrategy) {
        amounts = goals.map { $0.state == .protected ? $0.required : 0 }
        let flexible = goals.indices.filter { goals[$0].state == .flexible }
        var rest = total - amounts.reduce(0, +)
        guard rest >= 0 else {
            shortfall = -rest
            isBelowFloor = flexible.contains { Self.floor(of: goals[$0], bounds) > 0 }
            return
        }
        let steps: [(FlexGoal) -> Int128] = [
            { Self.floor(of: $0, bounds) }, { $0.required }, { Self.cap(of: $0, bounds) },
        ]
        for (number, upper) in steps.enumerated() {
            while rest > 0 {
                let open = flexible.filter { amounts[$0] < upper(goals[$0]) }
                guard var best = open.first else { break }
                for other in open.dropFirst()
                where Self.isBetter((goals[other], amounts[other]), than: (goals[best], amounts[best]), strategy) {
                    best = other
                }
                amounts[best] += 1
                rest -= 1
            }
            if number == 0 { isBelowFloor = flexible.contains { amounts[$0] < upper(goals[$0]) } }
        }
        unplaced = rest
    }

    package static func floor(of goal: FlexGoal, _ bounds: FlexBounds) -> Int128 {
        (bounds.lower * Ratio(goal.required)).rounded(.down) ?? 0
    }

    package static func cap(of goal: FlexGoal, _ bounds: FlexBounds) -> Int128 {
        min((bounds.upper * Ratio(goal.required)).rounded(.up) ?? 0, goal.remaining)
    }

    /// Whether the next unit goes to the left goal rather than to the right one.
    package static func isBetter(
        _ left: (goal: FlexGoal, amount: Int128), than right: (goal: FlexGoal, amount: Int128),
        _ strategy: FlexStrategy
    ) -> Bool {
        let (a, b) = (left.goal, right.goal)
        switch strategy {
        case .balanced:
            let (x, y) = (change(left), change(right))
            if x != y { return x < y }
        case .prioritizeUrgent:
            if a.paymentsLeft != b.paymentsLeft { return a.paymentsLeft < b.paymentsLeft }
            if a.progress != b.progress { return a.progress < b.progress }
        case .prioritizeLargest:
            if a.required != b.required { return a.required > b.required }
        case .prioritizeSmallest:
            if a.required != b.required { return a.required < b.required }
        case .minimizeRisk:
            let (isLast, isOtherLast) = (a.paymentsLeft == 1, b.paymentsLeft == 1)
            if isLast != isOtherLast { return isLast }
            let (x, y) = isLast ? (change(left), change(right)) : (catchUp(right), catchUp(left))
            if x != y { return x < y }
        }
        if a.deadline != b.deadline { return a.deadline < b.deadline }
        let (nameA, nameB) = (a.name.unicodeScalars.map(\.value), b.name.unicodeScalars.map(\.value))
        return nameA == nameB ? a.id.uuidString < b.id.uuidString : nameA.lexicographicallyPrecedes(nameB)
    }

    private static func change(_ share: (goal: FlexGoal, amount: Int128)) -> Ratio {
        Ratio(2 * share.amount + 1, over: share.goal.required) ?? .zero
    }

    private static func catchUp(_ share: (goal: FlexGoal, amount: Int128)) -> Ratio {
        Ratio(share.goal.remaining - share.amount, over: Int128(share.goal.paymentsLeft - 1) * share.goal.level)
            ?? .zero
    }
}
