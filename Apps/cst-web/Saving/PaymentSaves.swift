import FlexAdjustment
import Foundation
import HTTPTypes
import Models
import Persistence
import Planning
import SavingsPages
import WebPages

extension WebApp {
    /// Forms that write what is paid, months and steps back.
    static let paymentSaves: [Route] = [
        Route(.post, "/flex/save", .owner, "Keeps adjusted payments for the month") { visit in
            let entered = visit.entered
            let factor = (try? visit.flexFields(entered.values))?.factor
            return try await visit.saveForm(
                "flex\(factor.map { " --factor \($0)" } ?? "") --save", then: "/", field: "percent", prefix: "flex"
            ) { _, call in
                let set = try await visit.shownFigures()
                let session = try await set.services.flex.plan(
                    visit.flexFields(entered.values), of: try await set.flex())
                try await set.services.flex.keep(session.plan, of: session, call)
                return nil
            } again: { set, fields, style in
                Page.flex(try await visit.flex(set, entered).0, [], fields, style)
            }
        },
        Route(.post, "/flex/reset", .owner, "Forgets adjusted payments") { visit in
            try await visit.save("flex --reset", then: "/") { services, call in
                _ = try await services.flex.reset(call)
                return nil
            }
        },
        Route(.post, "/budget/apply", .owner, "Pays what a budget says on the first date") { visit in
            let entered = visit.entered
            let amount = entered.values["amount"].flatMap { $0.isEmpty ? nil : $0 }
            return try await visit.saveForm(
                "budget\(amount.map { " --amount \($0)" } ?? "") --apply", then: "/", field: "amount", prefix: "budget"
            ) { _, call in
                let services = try await visit.shownFigures().services
                _ = try await services.budgets.plan(amount, keepsFirstPayments: true, call)
                return nil
            } again: { set, fields, style in
                Page.budget(try await visit.budget(set, entered).0, fields, style)
            }
        },
        step("start", .start, "Starts a month"), step("close", .close, "Closes a month"),
        step("undo", .undo, "Undoes the last step of a month"),
        back("undo", "Undoes a change") { try await $0.history.undo($1, expecting: $2) },
        back("redo", "Redoes what an undo undid") { try await $0.history.redo($1, expecting: $2) },
    ]

    private static func step(_ word: String, _ step: MonthService.Step, _ summary: String) -> Route {
        Route(.post, "/month/\(word)", .owner, summary) { visit in
            let month = try visit.typed["month"].map { try CalendarMonth($0) }
            return try await visit.save("month \(word)", then: "/month") { _, call in
                let months = try await visit.shownFigures().services.months
                _ = try await months.take(step, of: month, months.request(call))
                return nil
            }
        }
    }

    private static func back(
        _ word: String, _ summary: String,
        _ body: @escaping @Sendable (Services, Call, Int) async throws -> Outcome<HistoryEntry>
    ) -> Route {
        Route(.post, "/history/\(word)", .owner, summary) { visit in
            guard let aim = visit.typed["aim"].flatMap(Int.init) else { throw WebProblem.form }
            return try await visit.save(word == "undo" ? "undo \(aim)" : "undo --redo \(aim)", then: "/activity") {
                services, call in
                _ = try await body(services, call, aim)
                return nil
            }
        }
    }
}
