package import Ledger
package import Presentation
package import TerminalUI
import Values

import struct Foundation.UUID

/// The screen on which a person reviews transactions payee by payee: a key in, another screen out. It writes nothing.
package struct ReviewScreen: Sendable {
    /// The end of a review.
    package enum Decision: Sendable, Hashable {
        /// The decisions are to be kept.
        case save
        /// Everything is to stay as it was.
        case leave
    }

    /// Transactions that are decided together: those of one payee without a category, or one that may be there twice.
    struct Step: Sendable {
        let items: [ReviewService.Item]
        /// Whether it may be there twice.
        var isPossible: Bool { !items[0].listed.isUncategorised }
        /// The decision; nil while there is none.
        var choice: ReviewService.Choice?
    }

    /// The steps, in the order of the newest transaction of each.
    private(set) var steps: [Step]
    /// The step that is shown; one behind the last shows the end.
    private(set) var place = 0
    /// The letters by which categories are looked for.
    private(set) var typed = ""
    /// The place among the categories that match to which a person moved; nil before that.
    private var moved: Int?
    let style: TextStyle
    private let paths: [String]

    /// A screen of transactions to review.
    ///
    /// - Parameter paths: the paths of all categories.
    package init(_ items: [ReviewService.Item], paths: [String], style: TextStyle) {
        self.style = style
        self.paths = paths
        var steps: [[ReviewService.Item]] = []
        var places: [String: Int] = [:]
        for item in items {
            let key = item.listed.isUncategorised ? item.listed.transaction.payee.map(LedgerText.payeeKey) : nil
            if let key, let place = places[key] {
                steps[place].append(item)
            } else {
                if let key { places[key] = steps.count }
                steps.append([item])
            }
        }
        self.steps = steps.map { Step(items: $0) }
    }

    /// The decisions so far.
    package var choices: [ReviewService.Choice] { steps.compactMap(\.choice) }

    /// The step that is shown; nil at the end.
    var step: Step? { steps.indices.contains(place) ? steps[place] : nil }

    /// The categories that match the letters, the proposal first.
    var matches: [String] {
        guard let step, !step.isPossible else { return [] }
        let wanted = LedgerText.folded(typed)
        let found = paths.filter { wanted.isEmpty || LedgerText.folded($0).contains(wanted) }
        guard let proposal = step.items[0].proposal, found.contains(proposal) else { return found }
        return [proposal] + found.filter { $0 != proposal }
    }

    /// The place of the selected category among those that match; nil while nothing is proposed, looked for or selected.
    var selection: Int? { moved ?? (typed.isEmpty && step?.items[0].proposal == nil ? nil : 0) }

    /// Does what a key stands for; an answer ends the screen.
    package mutating func press(_ key: Key) -> Decision? {
        guard let step else {
            switch key {
            case .enter: return .save
            case .escape, .character("q"), .character("\u{04}"): return .leave
            case .left, .up: go(to: place - 1)
            default: break
            }
            return nil
        }
        switch key {
        case .escape where !typed.isEmpty: (typed, moved) = ("", nil)
        case .escape, .character("\u{04}"): go(to: steps.count)
        case .left: go(to: place - 1)
        case .right: go(to: place + 1)
        case .home: go(to: 0)
        case .end: go(to: steps.count)
        case .up: moved = max(0, (selection ?? 0) - 1)
        case .down: moved = max(0, min(matches.count - 1, (selection ?? -1) + 1))
        case .enter: decide(step, withRule: false)
        case .tab: decide(step, withRule: true)
        case .character("\u{7F}"), .character("\u{08}"): (typed, moved) = (String(typed.dropLast()), nil)
        case .character(let character):
            guard !step.isPossible, character.isLetter || character.isNumber || " :&-".contains(character) else {
                break
            }
            (typed, moved) = (typed + String(character), nil)
        default: break
        }
        return nil
    }

    private mutating func go(to other: Int) {
        place = max(0, min(steps.count, other))
        (typed, moved) = ("", nil)
    }

    private mutating func decide(_ step: Step, withRule: Bool) {
        let ids = step.items.map(\.listed.transaction.id)
        if step.isPossible {
            steps[place].choice = ReviewService.Choice(ids: ids)
        } else {
            guard let selection, matches.indices.contains(selection) else { return }
            var choice = ReviewService.Choice(ids: ids)
            choice.category = matches[selection]
            if withRule, let payee = step.items[0].listed.transaction.payee, let condition = step.items[0].condition {
                choice.rule = .init(name: payee, condition: condition)
            }
            steps[place].choice = choice
        }
        go(to: place + 1)
    }
}
