import ExchangeRates
import Foundation
import HTTPTypes
import Models
import Persistence
import Presentation
import RateViews
import SavingsPages
import Values
import WebApplication
import WebPages

extension Section {
    /// Rates, and those that are given by hand where no provider has one.
    static let rateRoutes: [Route] = [
        Route(.get, "/rates", .reader, "Every rate in use") { context in
            try await context.page { set, style in
                let pair = context.query.filter { ["from", "to"].contains($0.key) }
                return try await context.ratesPage(set, FormFields(pair, prefix: "give"), style)
            }
        },
        Route(.post, "/rates", .owner, "Gives a rate by hand") { context in
            let typed = context.entered.values
            return try await context.saveForm(
                "rate \(typed["from"] ?? "") \(typed["to"] ?? "") \(typed["rate"] ?? "")",
                then: context.pageBefore ?? "/rates", field: "rate", prefix: "give"
            ) { services, call in
                try await GivenRateService(store: services.store).give(
                    GivenRateService.Request(
                        from: typed["from"] ?? "", to: typed["to"] ?? "", rate: typed["rate"] ?? "",
                        date: typed["date"]), call)
            } redisplay: { set, fields, style in
                try await context.ratesPage(set, fields, style)
            }
        },
        Route(.post, "/rates/{id}/remove", .owner, "Deletes a rate that was given by hand") { context in
            try await context.save("rate remove", then: "/rates") { services, call in
                let id = UUID(uuidString: context["id"]) ?? UUID()
                return try await GivenRateService(store: services.store).remove(id, call)
            }
        },
    ]

    /// The same for programs.
    static let rateWrites: [Route] = [
        WritingOperation(
            method: .post, path: "/rates",
            members: [
                .init("from", .text, "The currency that one unit is of.", isRequired: true),
                .init("to", .text, "The currency of the price.", isRequired: true),
                .init("rate", .text, "The price of one unit.", isRequired: true),
                .init("date", "The day that it is of; today without it."),
            ],
            command: { _, members, _ in "rate \(members["from"] ?? "") \(members["to"] ?? "") \(members["rate"] ?? "")"
            },
            replay: { request, _ in try await rate(request) }
        ).route("Gives a rate by hand, which counts where no provider has one", "rate") { request in
            let members = request.members
            _ = try await GivenRateService(store: request.services.store).give(
                GivenRateService.Request(
                    from: members["from"] ?? "", to: members["to"] ?? "", rate: members["rate"] ?? "",
                    date: members["date"]), request.call)
            return try await rate(request)
        }
    ]

    /// The rate of the two currencies of a request as it counts now.
    private static func rate(_ request: WritingRequest) async throws -> Document {
        let (from, to) = (request.members["from"] ?? "", request.members["to"] ?? "")
        let found = try await request.services.savings.rates.find(
            Currency(code: from), in: Currency(code: to), on: nil, request.call
        ).value
        return Document(rate: found, asOf: request.call.today)
    }
}

extension RequestContext {
    /// The path of the page that led to a form; nil without one.
    fileprivate var pageBefore: String? {
        (typed["back"] ?? query["back"]).map { String($0.prefix { $0 != "?" }) }.flatMap { $0.isOwnPath ? $0 : nil }
    }

    fileprivate func ratesPage(
        _ set: FigureSnapshot, _ fields: FormFields, _ style: PageStyle
    ) async throws -> Page {
        let (found, display) = try await set.rates()
        let given = try await GivenRateService(store: set.reading.store).all(set.call).value
        return Page.rates(found, display: display, given: given, back: pageBefore, fields, style)
    }
}
