import CommandSupport
import FlexAdjustment
import HTTPTypes
import Models
import Persistence
import Planning
import Presentation
import SavingsViews
import WebApplication
import WebPages

extension Section {
    /// For programs that write what is paid, months and steps back.
    static let paymentWrites: [Route] = [
        WritingOperation(method: .put, path: "/flex", members: flexMembers, command: { _, _, _ in "flex --save" })
            .route("Keeps adjusted payments for the month", "flex") { request in
                let flex = try request.services.savings.flex
                let session = try await flex.plan(try request.members.flexFields, request.call).value
                if !session.plan.rows.isEmpty { try await flex.keep(session.plan, of: session, request.call) }
                return Document(flex: session.plan, report: session.report)
            },
        WritingOperation(method: .delete, path: "/flex", command: { _, _, _ in "flex --reset" })
            .route("Forgets adjusted payments", "flex") { request in
                let flex = try request.services.savings.flex
                let session = try await flex.plan(FlexService.Fields(), request.call).value
                _ = try await flex.reset(request.call)
                return Document(flex: session.plan, report: session.report)
            },
        WritingOperation(
            method: .post, path: "/budget/apply",
            members: [
                .init(
                    "amount",
                    "How much for each payment day, in the currency for totals; else the least that is enough.")
            ],
            command: { _, members, _ in
                "budget\(members["amount"].map { " --amount \($0)" } ?? "") --apply"
            },
            replay: { request, _ in try await budget(request, keeps: false) }
        ).route("Pays what a budget says on the first date", "budget") { request in
            try await budget(request, keeps: true)
        },
        step("start", .start, "Starts a month"), step("close", .close, "Closes a month"),
        step("undo", .undo, "Undoes the last step of a month"),
        back("undo", "Undoes a change", "The number of the entry, which has to be the one whose turn it is.") {
            try await $0.history.undo($1, expecting: $2)
        },
        back("redo", "Redoes what an undo undid", "The number of the undo, which has to be the newest one.") {
            try await $0.history.redo($1, expecting: $2)
        },
    ]

    private static func budget(_ request: WritingRequest, keeps: Bool) async throws -> Document {
        let found = try await request.services.savings.budgets.plan(
            request.members["amount"], keepsFirstPayments: keeps, request.call
        ).value
        return Document(budget: found.plan, report: found.report)
    }

    private static func step(_ word: String, _ step: MonthService.Step, _ summary: String) -> Route {
        WritingOperation(
            method: .post, path: "/months/{month}/\(word)",
            command: { context, _, _ in "month \(word) --month \(context["month"])" },
            replay: { request, _ in
                let (months, month) = (try request.services.savings.months, try CalendarMonth(request.context["month"]))
                return Document(month: try await months.status(of: month, months.request(request.call)))
            }
        ).route(summary, "month", parameters: step == .start ? [WebApp.strictParameter] : []) { request in
            let (months, month) = (try request.services.savings.months, try CalendarMonth(request.context["month"]))
            // What is not fully known would be frozen, so a strict start writes nothing then.
            return Document(
                month: try await months.take(
                    step, of: month, months.request(request.call),
                    onlyComplete: request.context.query["strict"] == "true"))
        }
    }

    private static func back(
        _ word: String, _ summary: String, _ aim: String,
        _ body: @escaping @Sendable (WebServices, Call, Int) async throws -> Outcome<HistoryEntry>
    ) -> Route {
        return WritingOperation(
            method: .post, path: "/\(word)", members: [.init("entry", .whole, aim, isRequired: true)],
            command: { _, members, _ in "undo \(word == "undo" ? "" : "--redo ")\(members.whole("entry") ?? 0)" },
            replay: { request, _ in
                let entry = try await request.services.history.aimed(at: request.members.whole("entry") ?? 0).value
                return Document(history: [entry], asOf: request.call.today)
            }
        ).route(summary, "history") { request in
            let entry = try await body(request.services, request.call, request.members.whole("entry") ?? 0).value
            return Document(history: [entry], asOf: request.call.today)
        }
    }
}
