public import Foundation
public import Models

/// Why a month cannot be started, closed, taken back or changed.
public enum MonthError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Only the current month can be started.
    case notCurrent(CalendarMonth, current: CalendarMonth)
    /// It was started already.
    case alreadyStarted(CalendarMonth, on: CalendarDay)
    /// It was closed, which is for good.
    case alreadyClosed(CalendarMonth, on: CalendarDay)
    /// An earlier month has to be closed first.
    case otherExecuting(CalendarMonth, wanted: CalendarMonth)
    /// No month is executing, so none can be closed.
    case noneExecuting
    /// The month was never started.
    case notStarted(CalendarMonth)
    /// There is no month to take back.
    case nothingToUndo
    /// A later month was started since.
    case notNewest(CalendarMonth, newest: CalendarMonth)
    /// The time in which a step can be taken back is over.
    case graceOver(CalendarMonth, step: String, until: Date)
    /// There is no active goal, so nothing to freeze.
    case noGoals
    /// Payments of a month that was started are fixed.
    case fixed(CalendarMonth)
    /// Other programs kept changing the data while the month was computed.
    case changedMeanwhile(CalendarMonth)

    /// The refusal as a sentence with what to do.
    public var description: String {
        switch self {
        case .notCurrent(let month, let current):
            "\(month) \(month < current ? "has passed" : "has not begun"). Only the current month, \(current), can be started."
        case .alreadyStarted(let month, let day):
            "\(month) was started on \(day). See it with 'cst-plan month status', or take the start back with "
                + "'cst-plan month undo'."
        case .alreadyClosed(let month, let day): "\(month) was closed on \(day), and a closed month never changes."
        case .otherExecuting(let month, let wanted):
            "\(month) is still executing, so \(wanted) cannot be started. Close it first: cst-plan month close"
        case .noneExecuting: "No month is executing. Start the current one: cst-plan month start"
        case .notStarted(let month): "\(month) was never started. See 'cst-plan month history'."
        case .nothingToUndo: "No month was started, so there is nothing to take back."
        case .notNewest(let month, let newest):
            "\(newest) was started after \(month). Only the newest month can be taken back."
        case .graceOver(let month, let step, let until):
            "The \(step) of \(month) could be taken back until \(until.formatted(.iso8601)), which has passed "
                + "(setting planning.month.undoGrace)."
        case .noGoals: "There is no active goal, so there is nothing to start. Add one: cst-plan goal add"
        case .fixed(let month):
            "The payments of \(month) are fixed since it was started. Take the start back with 'cst-plan month undo', or "
                + "choose for later months with --always."
        case .changedMeanwhile(let month):
            "Other programs kept changing goals or assets while \(month) was computed. Nothing was written; try again."
        }
    }
}
