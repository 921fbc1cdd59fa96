import Models
import Planning

import struct Foundation.Date
import struct Foundation.UUID

/// A day on which a reminder may be due by the calendar alone. Whether it is, and what it says, follows from the plan of
/// that day.
struct Occasion: Sendable {
    enum Subject: Sendable {
        case savings(Goal)
        case payment
        case deadline(Goal)
        /// The days since the goal's start, by which the interval of its risk is counted.
        case risk(Goal, age: Int)
        case monthStart(CalendarMonth)
        case monthClose(CalendarMonth)
    }

    let subject: Subject
    /// The day whose plan is told.
    let day: CalendarDay
    /// When it is told.
    let instant: Date
    /// The same in every run, and of no other reminder.
    let id: String

    var category: ReminderCategory {
        switch subject {
        case .savings: .savings
        case .payment: .payment
        case .deadline: .deadline
        case .risk: .risk
        case .monthStart: .monthStart
        case .monthClose: .monthClose
        }
    }

    var goal: Goal? {
        switch subject {
        case .savings(let goal), .deadline(let goal), .risk(let goal, _): goal
        case .payment, .monthStart, .monthClose: nil
        }
    }
}
