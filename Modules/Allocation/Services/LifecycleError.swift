public import Models

/// Why a goal cannot move to the state that was requested.
public enum LifecycleError: Problem, Equatable {
    /// It is there already.
    case alreadyThere(goal: String, Goal.Lifecycle)
    /// It is finished or cancelled, which is for good.
    case isOver(goal: String, Goal.Lifecycle, wanted: Goal.Lifecycle)
    /// It is finished or cancelled: what was saved for stays as it was.
    case hasEnded(goal: String, Goal.Lifecycle)
    /// It can be finished or cancelled only with what it has.
    case needsSnapshot(goal: String)
    /// Rates are substitutes, from which nothing is kept.
    case substitutes(goal: String)
    /// Other programs kept writing while it was calculated what the goal has.
    case keepsChanging(goal: String)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .alreadyThere(let goal, let lifecycle):
            "'\(goal)' is \(lifecycle) already."
        case .isOver(let goal, let lifecycle, let wanted):
            "'\(goal)' is \(lifecycle) and cannot become \(wanted). Add a new goal instead."
        case .hasEnded(let goal, let lifecycle):
            "'\(goal)' is \(lifecycle): its target and days stay as they were."
        case .keepsChanging(let goal):
            "Other programs kept changing things while it was calculated what '\(goal)' has. Nothing was written; try again."
        case .substitutes(let goal):
            "What '\(goal)' has cannot be recorded at substitute rates: no real ones are there. Try again when they are."
        case .needsSnapshot(let goal):
            "'\(goal)' cannot be ended without what it has. End it with its progress, so that a snapshot is kept."
        }
    }
}

extension LifecycleError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .alreadyThere: "goal.alreadyThere"
        case .isOver: "goal.isOver"
        case .hasEnded: "goal.hasEnded"
        case .needsSnapshot: "goal.needsSnapshot"
        case .substitutes: "goal.substitutes"
        case .keepsChanging: "goal.keepsChanging"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [LifecycleError] {
        [
            .alreadyThere(goal: "Car", .paused), .isOver(goal: "Car", .finished, wanted: .active),
            .needsSnapshot(goal: "Car"), .hasEnded(goal: "Car", .finished), .substitutes(goal: "Car"),
            .keepsChanging(goal: "Car"),
        ]
    }
}
