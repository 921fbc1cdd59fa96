import Models
import WebApplication
import WebPages

extension Section {
    /// Years in the browser: a second section, with the use cases of the first one.
    static let years = Section(
        "years", title: "Years", entries: [Frame.Entry("Each year", "/years", sign: "Σ")],
        routes: [
            Route(.get, "/years", .reader, "What was paid in each year") { context in
                try await context.page { set, style in Page.years(try await set.years(), style) }
            },
            .read("/years", "What was paid in each year", SubscriptionDocuments.years) { _, set in
                Outcome(try await set.years())
            },
        ],
        overview: { _, set, style in
            guard let newest = try await set.years().first else { return Page.Overview() }
            let facts = [(name: "\(newest.year)", value: style.amount(newest.paid))]
            return Page.Overview(cards: [
                .card("Newest year", id: "year", action: .link("All", to: "/years"), [.facts(facts)])
            ])
        })
}

extension FigureSnapshot {
    /// The payments of each year, worked out once for the page, the card and the document.
    nonisolated func years() async throws -> [YearTotal] {
        try await figure("years.all") { services, _ in try await services.of(SubscriptionService.self).years() }
    }
}

extension Page {
    /// The payments of each year.
    static func years(_ totals: [YearTotal], _ style: PageStyle) -> Page {
        var table = DataTable("Years", [.text("Year"), .number("Paid")])
        for total in totals { table.add([.text("\(total.year)"), style.amount(total.paid)]) }
        return Page(
            "Each year", in: "Each year",
            [HTML("h1", text: "Each year"), totals.isEmpty ? .paragraph("Nothing was paid yet.", "empty") : table.html])
    }
}
