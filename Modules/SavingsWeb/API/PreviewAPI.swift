import Allocation
import CommandSupport
import FlexAdjustment
import HTTPTypes
import Models
import Planning
import Presentation
import SavingsViews
import WebApplication
import WebPages

extension Section {
    /// The members of a request to pay more or less.
    static let flexMembers: [Route.Member] = [
        .init("factor", "Multiplies all flexible payments together, as in 0.8."),
        .init("budget", "The total to pay, in the currency for totals; instead of a factor."),
        .init("strategy", .choice(FlexStrategy.allCases.map(\.rawValue)), "How the money is distributed."),
        .init("lower", "The least part of what is required: 0 to 1."),
        .init("upper", "The largest part of what is required: 1 to 2."),
        .init("protect", .texts, "Goals to pay in full."), .init("skip", .texts, "Goals to leave out."),
        .init(
            "redistributeSkipped", .flag,
            "Whether others get what skipped goals would have been paid; with a factor."),
    ]

    /// For programs that try something out: what the commands print for the same, and nothing is written.
    static let previewRoutes: [Route] = [
        preview(
            "/flex/preview", "What paying more or less does", "flex", flexMembers
        ) { _, members, set, services in
            let fields = try members.flexFields
            let session = try await services.savings.flex.plan(fields, of: try await set.flex())
            return Document(flex: session.plan, report: session.report)
        },
        preview(
            "/budget/preview", "What a budget does", "budget",
            [
                .init(
                    "amount",
                    "How much for each payment day, in the currency for totals; else the least that is enough.")
            ]
        ) { _, members, set, services in
            let found = try await services.savings.budgets.plan(members["amount"], keepsFirstPayments: false, set.call)
                .value
            return Document(budget: found.plan, report: found.report)
        },
        preview(
            "/goals/{id}/preview", "What an edit of a goal would do", "goalPreview",
            goalMembers
        ) { context, members, set, services in
            let preview = try await services.savings.planning.preview(context["id"], members.goalEdits, set.call)
            return Document(preview: preview.value)
        },
        preview(
            "/goals/{id}/what-if", "What other payments to a goal would do", "whatIf",
            [
                .init("monthly", "An amount for every payment date."), .init("once", "An amount for today."),
                .init("deadline", "Another deadline."), .init("target", "Another target."),
            ]
        ) { context, members, set, services in
            let fields = MonthlyPlanningService.WhatIfFields(
                monthly: members["monthly"], once: members["once"], deadline: members["deadline"],
                target: members["target"])
            return Document(whatIf: try await services.savings.planning.whatIf(context["id"], fields, set.call).value)
        },
        preview(
            "/assets/{id}/allocations/preview", "What other allocations of an asset would do", "allocations",
            [.init("sizes", .textsByName, "For each goal, by name or id: a share as in 60%, all, rest, or an amount.")]
        ) { context, members, set, services in
            let allocations = try services.savings.allocations
            // Without sizes they are as they are; with none for any goal, nothing is allocated.
            let found =
                if let sizes = members.textsByName("sizes") {
                    try await allocations.preview(context["id"], sizes, set.call)
                } else {
                    try await allocations.allocations(of: context["id"], set.call)
                }
            return Document(allocations: found.value, warnings: found.warnings, asOf: set.key.today)
        },
    ]

    static func preview(
        _ path: String, _ summary: String, _ document: String, _ body: [Route.Member],
        _ make: @escaping @Sendable (RequestContext, JSONMembers, FigureSnapshot, WebServices) async throws -> Document
    ) -> Route {
        Route(
            .post, "/api/v1\(path)", .reader, summary, documents: [document], parameters: WebApp.commonParameters,
            body: body
        ) { context in
            try context.check(WebApp.commonParameters)
            let members = try JSONMembers(context.request, body)
            return try await context.figures { set in
                let document = context.app.program.worded(try await make(context, members, set, set.reading))
                try context.checkStrict(document)
                return .json(document.jsonText)
            }
        }
    }
}

extension JSONMembers {
    /// How payments are to be changed.
    ///
    /// - Throws: ``WebProblem/twoMembers(_:_:)``.
    var flexFields: FlexService.Fields {
        get throws {
            try exclude("factor", "budget")
            try exclude("redistributeSkipped", "budget")
            var fields = FlexService.Fields()
            (fields.factor, fields.budget) = (self["factor"], self["budget"])
            if let strategy = self["strategy"].flatMap(FlexStrategy.init) { fields.strategy = strategy }
            if let lower = self["lower"] { fields.lower = lower }
            if let upper = self["upper"] { fields.upper = upper }
            (fields.protected, fields.skipped) = (texts("protect"), texts("skip"))
            fields.redistributesSkipped = isOn("redistributeSkipped")
            return fields
        }
    }
}
