public import Foundation
public import Models

/// Why a month cannot be started, closed, undone or changed.
public enum MonthError: Problem, Equatable {
    /// Only the next month can be started: that of the next payment day.
    case notCurrent(CalendarMonth, current: CalendarMonth)
    /// A month starts today, not as of an earlier day.
    case startInThePast(CalendarDay, today: CalendarDay)
    /// It was started on a day that has not come: a clock was wrong.
    case startsLater(CalendarMonth, on: CalendarDay)
    /// It was started already.
    case alreadyStarted(CalendarMonth, on: CalendarDay)
    /// It was closed, which is for good.
    case alreadyClosed(CalendarMonth, on: CalendarDay)
    /// An earlier month has to be closed first.
    case otherExecuting(CalendarMonth, wanted: CalendarMonth)
    /// A later month was started.
    case laterStarted(CalendarMonth, later: CalendarMonth)
    /// No month is in progress, so none can be closed.
    case noneExecuting
    /// The month was never started.
    case notStarted(CalendarMonth)
    /// There is no month to undo.
    case nothingToUndo
    /// A later month was started since.
    case notNewest(CalendarMonth, newest: CalendarMonth)
    /// The time in which a step can be undone is over.
    case graceOver(CalendarMonth, step: String, until: Date)
    /// There is no active goal, so nothing to freeze.
    case noGoals
    /// Goals are due, but what they require is not known, so nothing can be frozen.
    case nothingKnown(CalendarMonth, goals: [String])
    /// The currency of a goal in a month that is not closed stays.
    case newCurrency(CalendarMonth, goal: String)
    /// Rates are substitutes, from which nothing is kept.
    case substitutes(CalendarMonth)
    /// Other programs kept changing the data while the month was computed.
    case changedMeanwhile(CalendarMonth)

    /// The refusal as a sentence with what to do.
    public var description: String {
        switch self {
        case .notCurrent(let month, let current):
            "\(month) \(month < current ? "has passed" : "cannot be started yet"). The next month to start is \(current)."
        case .startInThePast(let day, let today):
            "A month is started on the day it begins, \(today), not as of \(day): payments since then would be lost."
        case .startsLater(let month, let day):
            "\(month) was started on \(day), a day that has not come. Undo the start."
        case .alreadyStarted(let month, let day):
            "\(month) was started on \(day)."
        case .alreadyClosed(let month, let day): "\(month) was closed on \(day), and a closed month never changes."
        case .otherExecuting(let month, let wanted):
            "\(month) is still in progress, so \(wanted) cannot be started."
        case .laterStarted(let month, let later): "\(later) was started, so \(month) cannot be started."
        case .noneExecuting: "No month is in progress."
        case .notStarted(let month): "\(month) was never started."
        case .nothingToUndo: "No month was started, so there is nothing to undo."
        case .notNewest(let month, let newest):
            "\(newest) was started after \(month). Only the newest month can be undone."
        case .graceOver(let month, let step, let until):
            "The \(step) of \(month) could be undone until \(until.text(in: .gmt)) UTC, which has passed "
                + "(setting planning.month.undoGrace)."
        case .noGoals: "Nothing is due for an active goal, so there is nothing to start."
        case .nothingKnown(let month, let goals):
            "\(month) cannot be started: part of what \(goals.map { "'\($0)'" }.joined(separator: ", ")) has is not known, "
                + "so no payment can be fixed."
        case .newCurrency(let month, let goal):
            "'\(goal)' is part of \(month), so its currency cannot change before that month is closed."
        case .substitutes(let month):
            "\(month) cannot be frozen at substitute rates: no real ones are there. Try again when they are."
        case .changedMeanwhile(let month):
            "Other programs kept changing goals or assets while \(month) was computed. Nothing was written; try again."
        }
    }
}

extension MonthError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .notCurrent: "month.notCurrent"
        case .alreadyStarted: "month.alreadyStarted"
        case .alreadyClosed: "month.alreadyClosed"
        case .otherExecuting: "month.otherExecuting"
        case .laterStarted: "month.laterStarted"
        case .noneExecuting: "month.noneExecuting"
        case .notStarted: "month.notStarted"
        case .nothingToUndo: "month.nothingToUndo"
        case .notNewest: "month.notNewest"
        case .graceOver: "month.graceOver"
        case .noGoals: "month.noGoals"
        case .nothingKnown: "month.nothingKnown"
        case .newCurrency: "month.newCurrency"
        case .startInThePast: "month.startInThePast"
        case .startsLater: "month.startsLater"
        case .changedMeanwhile: "month.changedMeanwhile"
        case .substitutes: "month.substitutes"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .notStarted: .missing
        case .changedMeanwhile: .conflict
        default: .refused
        }
    }

    /// The step that leads out of it.
    public var remedy: Remedy? {
        switch self {
        case .alreadyStarted: .seeOrUndoMonth
        case .otherExecuting: .closeMonthFirst
        case .noneExecuting: .startMonth
        case .notStarted: .listMonths
        case .noGoals: .addGoal
        case .alreadyClosed, .laterStarted, .startsLater: .undoMonth
        case .notCurrent: .startMonth
        case .startInThePast: .leaveOutAsOf
        case .graceOver: .seeMonth
        case .newCurrency: .closeMonth
        default: nil
        }
    }

    /// One of each case.
    public static var examples: [MonthError] {
        let day = CalendarDay(dayNumber: 20_000)
        let month = day.month
        return [
            .notCurrent(month, current: month), .alreadyStarted(month, on: day), .alreadyClosed(month, on: day),
            .otherExecuting(month, wanted: month), .laterStarted(month, later: month), .noneExecuting,
            .notStarted(month), .nothingToUndo, .notNewest(month, newest: month),
            .graceOver(month, step: "start", until: day.startInUTC), .noGoals,
            .nothingKnown(month, goals: ["Car"]),
            .newCurrency(month, goal: "Car"), .startInThePast(day, today: day), .startsLater(month, on: day),
            .changedMeanwhile(month),
            .substitutes(month),
        ]
    }
}
