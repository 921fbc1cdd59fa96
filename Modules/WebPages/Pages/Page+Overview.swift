extension Page {
    /// The notice above a page that does not wait for rates or balances of others.
    package static let fetching = HTML.notice(
        .info,
        [
            HTML(
                "p", [.init("role", "status"), .class("fetching")],
                [
                    .text("Rates are being fetched: these figures are made of what is known so far. "),
                    .link("Show them again", to: "?"),
                ])
        ])

    /// The part of a domain in the overview.
    public struct Overview: Sendable {
        /// The figure that matters most, under a heading of the first level; nil for none.
        public let headline: HTML?
        /// The content below it: cards over the whole width, or groups of them beside each other (`HTML.cards`).
        public let cards: [HTML]

        /// A part of the overview.
        public init(headline: HTML? = nil, cards: [HTML] = []) {
            self.headline = headline
            self.cards = cards
        }
    }

    /// The overview of some domains, in their order.
    public static func overview(_ parts: [Overview]) -> Page {
        // Every page has a heading.
        let heading: [HTML] = parts.contains { $0.headline != nil } ? [] : [HTML("h1", text: "Overview")]
        return Page(
            "Overview", in: "Overview", heading + parts.flatMap { ($0.headline.map { [$0] } ?? []) + $0.cards })
    }
}
