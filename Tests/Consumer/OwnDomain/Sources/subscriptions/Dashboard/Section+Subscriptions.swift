import Foundation
import Models
import Persistence
import Presentation
import WebApplication
import WebPages
import WebServer

/// The dashboard of this program: `subscriptions serve`.
enum Dashboard: SectionList {
    static let title = "Subscriptions"

    static func sections() -> [Section] { [.subscriptions, .years] }
}

extension Section {
    /// Subscriptions in the browser.
    static let subscriptions = Section(
        "subscriptions", title: "Subscriptions",
        entries: [Frame.Entry("Subscriptions", "/subscriptions", sign: "↻")],
        routes: subscriptionPages + subscriptionForms + subscriptionAPI, things: [.subscription], numbers: ["cost"],
        words: [("Subscription", "A service that an asset pays for every month.")],
        services: ServiceFactory { SubscriptionService(store: $0) },
        overview: { _, set, style in
            let rows = try await set.subscriptions()
            guard !rows.isEmpty else { return Page.Overview() }
            return Page.Overview(cards: [
                .cards([
                    .card(
                        "Subscriptions", id: "subscriptions", action: .link("All", to: "/subscriptions"),
                        [Page.table(of: rows, style)])
                ])
            ])
        },
        search: { text, set in
            // An asset has no page here, so its name leads to what it pays.
            try await set.subscriptions().filter { $0.1?.name.lowercased().contains(text.lowercased()) == true }.map {
                Page.Found(title: $0.0.name, kind: "paid by \($0.1?.name ?? "")", path: Page.path($0.0))
            }
        })

    private static let subscriptionPages: [Route] = [
        Route(.get, "/subscriptions", .reader, "All subscriptions") { context in
            try await context.page { set, style in Page.subscriptions(try await set.subscriptions(), style) }
        },
        Route(.get, "/subscriptions/new", .reader, "A new subscription") { context in
            try await context.page(needsFigures: false) { set, style in
                Page.newSubscription(try await set.assets(), FormFields(), style)
            }
        },
        Route(.get, "/subscriptions/{id}", .reader, "One subscription") { context in
            try await context.page { set, style in
                try await context.subscriptionPage(set, FormFields(prefix: "pay"), style)
            }
        },
    ]

    private static let subscriptionForms: [Route] = [
        Route(.post, "/subscriptions/new", .owner, "Adds a subscription") { context in
            let values = context.entered.values
            return try await context.saveForm(
                "add \(values["name"] ?? "")", then: "/subscriptions", field: "name", prefix: "f"
            ) { services, call in
                try await services.of(SubscriptionService.self).add(
                    values["name"] ?? "", cost: values["cost"] ?? "", from: values["asset"] ?? "", call)
            } redisplay: { set, fields, style in
                Page.newSubscription(try await set.assets(), fields, style)
            }
        },
        Route(.post, "/subscriptions/{id}/payments", .owner, "Notes a payment") { context in
            let (id, day) = (context["id"], context.entered.values["date"] ?? "")
            return try await context.saveForm(
                "pay", then: "/subscriptions/\(id)", field: "date", prefix: "pay"
            ) { services, call in
                let day = day.isEmpty ? call.today : try CalendarDay(day)
                return try await services.of(SubscriptionService.self).pay(id, on: day, call)
            } redisplay: { set, fields, style in
                try await context.subscriptionPage(set, fields, style)
            }
        },
    ]

    private static let subscriptionAPI: [Route] = [
        .read("/subscriptions", "All subscriptions", SubscriptionDocuments.all) { _, set in
            Outcome(try await set.subscriptions().map(\.0))
        },
        .read(.subscription, "/subscriptions/{id}", "One subscription", "subscription"),
        WritingOperation(
            method: .post, path: "/subscriptions", makes: .subscription,
            members: [
                .init("name", .text, "Its name.", isRequired: true),
                .init("cost", .text, "The price for each month, in the asset's currency.", isRequired: true),
                .init("asset", .text, "The asset that pays it, by name or id.", isRequired: true),
            ],
            command: { _, members, _ in "add \(members["name"] ?? "")" }
        ).route("Adds a subscription", SubscriptionDocuments.one) { request in
            let members = request.members
            return try await request.services.of(SubscriptionService.self).add(
                members["name"] ?? "", cost: members["cost"] ?? "", from: members["asset"] ?? "", request.call)
        },
    ]
}

extension VersionedThing {
    /// A subscription.
    static let subscription = VersionedThing(
        Subscription.self, path: "/api/v1/subscriptions/", page: "/subscriptions/",
        document: { name, set in
            let found = try await set.reading.store.read { try $0.find(Subscription.self, named: name) }
            return Document(SubscriptionDocuments.one, found, asOf: set.key.today)
        },
        changed: { subscription, _, day in Document(SubscriptionDocuments.one, subscription, asOf: day) })
}

extension SubscriptionService: SectionServices {
    func reading(_ snapshot: any Store) -> SubscriptionService { SubscriptionService(store: snapshot) }
    func displaying(_ currency: Currency) -> SubscriptionService { self }
}

extension FigureSnapshot {
    /// All subscriptions with the assets that pay them; read once for each state of the store.
    nonisolated func subscriptions() async throws -> [(Subscription, Asset?)] {
        try await figure("subscriptions.all") { services, _ in try await services.of(SubscriptionService.self).all() }
    }

    /// The assets that can pay.
    nonisolated func assets() async throws -> [Asset] { try await reading.store.read { try $0.all(Asset.self) } }
}

extension RequestContext {
    /// The page of the subscription that the address names.
    func subscriptionPage(_ set: FigureSnapshot, _ fields: FormFields, _ style: PageStyle) async throws -> Page {
        let service = try await set.reading.of(SubscriptionService.self)
        let subscription = try await service.store.read { try $0.find(Subscription.self, named: self["id"]) }
        let payments = try await service.payments(subscription.id.uuidString, since: nil, limit: 100)
        return Page.subscription(subscription, payments, fields, style)
    }
}
