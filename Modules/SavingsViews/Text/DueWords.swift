import Models
public import Planning
import Presentation

/// The words about payments of which nothing is left, the same in a terminal and on a page.
public enum DueWords {
    /// The reason why nothing more is to be paid for a goal on a date; the date follows.
    public static func nothingLeft(_ plan: GoalPlan) -> String {
        if plan.flexState == .skipped { return "Skipped on " }
        return plan.requirement.required.isZero ? "Paid for " : "Nothing more is planned for "
    }

    /// The same for all goals that are due; nil while something is left to pay by then, or when none
    /// is due.
    public static func nothingLeft(_ report: MonthlyPlanReport) -> String? {
        let due = report.due
        guard !due.isEmpty, due.allSatisfy(\.plan.planned.isZero), !report.hasLaterPaymentsDue else { return nil }
        return due.allSatisfy(\.plan.requirement.required.isZero)
            ? "All payments are made that are due by " : "Nothing more is planned by "
    }
}

extension TextLayout {
    /// The sentences that nothing more is due, and when something is again; nil while something is left to pay.
    func nothingLeft(_ report: MonthlyPlanReport) -> String? {
        guard let words = DueWords.nothingLeft(report) else { return nil }
        let later = (try? report.laterTotal()).flatMap(\.self).map {
            " Next: \(style.amount($0.amount, $0.bound)) on \($0.date)."
        }
        return "\(words)\(report.nextPaymentDay).\(later ?? "")"
    }
}
