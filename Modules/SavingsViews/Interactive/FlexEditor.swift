import FlexAdjustment
import Models
public import Planning
public import Presentation
public import TerminalUI

import struct Foundation.UUID

/// The screen on which a person tries out payments of a month: a key in, another plan out. It writes nothing.
public struct FlexEditor: Sendable {
    /// How it ends.
    public enum Decision: Sendable, Hashable {
        /// The plan is to be kept.
        case save
        /// Everything is to stay as it was.
        case leave
    }

    /// The month as it would be.
    public private(set) var plan: FlexPlan
    /// The place of the goal that keys change.
    private(set) var selection = 0
    /// The first line of help that is shown; nil while there is none.
    private(set) var help: Int?
    /// What the last key has to say.
    private(set) var notice: String?
    let style: TextStyle

    private let service: FlexPlanner
    private let beginning: FlexRequest
    /// The factor to go back to from a budget.
    private var factor = FlexRequest.Target.factor(.one)
    /// The states from before the month was skipped.
    private var statesBeforeSkip: [UUID: FlexState]?

    /// A screen that begins with a request.
    ///
    /// - Throws: ``FlexError`` when the request cannot be used, ``MoneyError/tooLarge(_:)``.
    public init(_ service: FlexPlanner, _ request: FlexRequest, style: TextStyle) throws {
        self.service = service
        self.style = style
        beginning = request
        plan = try service.plan(request)
    }

    /// Does what a key stands for; an answer ends the screen.
    public mutating func press(_ key: Key) -> Decision? {
        notice = nil
        if let top = help {
            pressInHelp(key, top)
            return nil
        }
        switch key {
        case .enter: return .save
        case .escape, .character("q"), .character("\u{04}"): return .leave
        case .left: move(-1)
        case .right: move(1)
        case .farLeft, .pageDown: move(-10)
        case .farRight, .pageUp: move(10)
        case .up: selection = max(0, selection - 1)
        case .down: selection = min(plan.rows.count - 1, selection + 1)
        case .home: selection = 0
        case .end: selection = plan.rows.count - 1
        case .tab, .character("t"): useNextStrategy()
        case .character("p"): setState(.protected)
        case .character("s"): setState(.skipped)
        case .character("f"): setState(.flexible)
        case .character("m"): switchMode()
        case .character("g"): switchRedistribution()
        case .character("n"): skipMonth()
        case .character("h"): pay(Ratio(1, over: 2) ?? .one)
        case .character("e"): pay(.one)
        case .character("r"): reset()
        case .character("?"): help = 0
        case .character: break
        }
        return nil
    }

    private mutating func pressInHelp(_ key: Key, _ top: Int) {
        switch key {
        case .up: help = max(0, top - 1)
        case .down: help = min(FlexEditor.helpLines.count - 1, top + 1)
        default: help = nil
        }
    }

    private mutating func move(_ steps: Int) {
        let plan = plan
        change { $0.target = try plan.target(steps: steps) }
    }

    private mutating func setState(_ state: FlexState) {
        let goal = plan.rows[selection].plan
        // A state that the plan has anyway is nothing to try out.
        let tried = state == goal.flexState ? nil : state
        change { $0.states[goal.goal.id] = tried }
        statesBeforeSkip?[goal.goal.id] = tried
    }

    private mutating func useNextStrategy() {
        let all = FlexStrategy.allCases
        change { request in
            let place = all.firstIndex(of: request.strategy) ?? 0
            request.strategy = all[(place + 1) % all.count]
        }
    }

    private mutating func switchMode() {
        let target: FlexRequest.Target
        switch plan.request.target {
        case .factor:
            factor = plan.request.target
            target = .budget(plan.totalTarget)
        case .budget: target = factor
        }
        change { $0.target = target }
    }

    private mutating func switchRedistribution() {
        guard case .factor(let factor, let redistributes) = plan.request.target else {
            notice = "A budget is already a sum for all goals that are not skipped."
            return
        }
        change { $0.target = .factor(factor, redistributingSkipped: !redistributes) }
    }

    private mutating func skipMonth() {
        guard statesBeforeSkip == nil else { return }
        let before = plan.request.states
        let skipped = plan.rows.filter { $0.state == .flexible }.map(\.plan.goal.id)
        change { request in
            request.target = .factor(.one)
            for goal in skipped { request.states[goal] = .skipped }
        }
        statesBeforeSkip = before
    }

    /// Pays everything flexible times a factor, after a skipped month too.
    private mutating func pay(_ factor: Ratio) {
        let states = statesBeforeSkip ?? plan.request.states
        change { request in
            request.states = states
            request.target = .factor(factor)
        }
        if notice == nil { statesBeforeSkip = nil }
    }

    private mutating func reset() {
        statesBeforeSkip = nil
        let beginning = beginning
        change { $0 = beginning }
    }

    /// Shows the plan of an edited request; one that cannot be planned changes nothing and is shown.
    private mutating func change(_ edit: (inout FlexRequest) throws -> Void) {
        do {
            var request = plan.request
            try edit(&request)
            if request != plan.request { plan = try service.plan(request) }
        } catch {
            notice = "\(error)"
        }
    }
}
