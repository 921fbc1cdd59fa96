import Planning
import Presentation
import SavingsViews
import WebPages

extension PageStyle {
    /// How many payments are due by the next payment day.
    func dueByOneDay(_ report: MonthlyPlanReport, count: Int) -> [HTML] {
        [
            .text(
                DueWords.nothingLeft(report)
                    ?? (count == 0
                        ? "No payment is due by " : "\(count) \(count == 1 ? "payment is" : "payments are") due by ")),
            day(report.nextPaymentDay), .text("."),
        ]
    }

    /// The parts of the sum with their own days.
    func dueByDate(_ report: MonthlyPlanReport) -> [HTML] {
        guard let totals = try? report.plannedByDay() else { return [] }
        guard !totals.isEmpty else { return [.text("Nothing is left of the next payment of each goal.")] }
        return totals.enumerated().flatMap { index, total in
            [
                .text(index == 0 ? "" : ", "), amount(total.amount, total.bound),
                .text(index == 0 ? " is due by " : " by "), day(total.date),
            ]
        } + [.text(".")]
    }
}
