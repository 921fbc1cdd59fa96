import FlexAdjustment
import Foundation
import HTTPTypes
import Models
import Persistence
import Planning
import SavingsPages
import WebApplication
import WebPages

extension Section {
    /// Forms that write what is paid, months and steps back.
    static let paymentSaves: [Route] = [
        Route(.post, "/flex/save", .owner, "Keeps adjusted payments for the month") { context in
            let entered = context.entered
            let factor = (try? context.flexFields(entered.values))?.factor
            return try await context.saveForm(
                "flex\(factor.map { " --factor \($0)" } ?? "") --save", then: "/", field: "percent", prefix: "flex"
            ) { _, call in
                let set = try await context.shownFigures()
                let session = try await set.services.savings.flex.plan(
                    context.flexFields(entered.values), of: try await set.flex())
                try await set.services.savings.flex.keep(session.plan, of: session, call)
                return Outcome(session.plan, warnings: session.report.warnings)
            } redisplay: { set, fields, style in
                Page.flex(try await context.flex(set, entered).0, [], fields, style)
            }
        },
        Route(.post, "/flex/reset", .owner, "Forgets adjusted payments") { context in
            try await context.save("flex --reset", then: "/") { services, call in
                return try await services.savings.flex.reset(call)
            }
        },
        Route(.post, "/budget/apply", .owner, "Pays what a budget says on the first date") { context in
            let entered = context.entered
            let amount = entered.values["amount"].flatMap { $0.isEmpty ? nil : $0 }
            return try await context.saveForm(
                "budget\(amount.map { " --amount \($0)" } ?? "") --apply", then: "/", field: "amount", prefix: "budget"
            ) { _, call in
                let services = try await context.shownFigures().services
                return try await services.savings.budgets.plan(amount, keepsFirstPayments: true, call)
            } redisplay: { set, fields, style in
                Page.budget(try await context.budget(set, entered).0, fields, style)
            }
        },
        step("start", .start, "Starts a month"), step("close", .close, "Closes a month"),
        step("undo", .undo, "Undoes the last step of a month"),
    ]

    private static func step(_ word: String, _ step: MonthService.Step, _ summary: String) -> Route {
        Route(.post, "/month/\(word)", .owner, summary) { context in
            let month = try context.typed["month"].map { try CalendarMonth($0) }
            return try await context.save("month \(word)", then: "/month") { _, call in
                let months = try await context.shownFigures().services.savings.months
                let report = try await months.take(step, of: month, months.request(call))
                return Outcome(report.month, warnings: report.warnings)
            }
        }
    }
}
