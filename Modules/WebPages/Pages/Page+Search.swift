public import Values

extension Page {
    /// A thing that a search found.
    public struct Found: Sendable {
        /// Its title.
        public let title: String
        /// The word for its kind: `goal`.
        public let kind: String
        /// The address of its page.
        public let path: String
        /// The name of its owner, as the asset of a transaction; nil without one.
        public let owner: String?
        /// The day that it is of; nil for a thing of no day. Things of a day come last, the newest first.
        public let day: CalendarDay?

        /// A thing with its title, the word for its kind, and the address of its page.
        ///
        /// - Parameters:
        ///   - owner: the name of its owner; nil without one.
        ///   - day: the day that it is of; nil for a thing of no day.
        public init(title: String, kind: String, path: String, owner: String? = nil, day: CalendarDay? = nil) {
            (self.title, self.kind, self.path, self.owner, self.day) = (title, kind, path, owner, day)
        }
    }

    /// The most things that a search shows.
    package static let mostFound = 100

    /// The form of a search with the things that it found, the most alike first.
    package static func search(_ text: String, _ found: [Found], _ style: PageStyle) -> Page {
        let fields = FormFields(["q": text], prefix: "search")
        let list: HTML =
            found.isEmpty
            ? (text.isEmpty
                ? .nothing
                : HTML(
                    "p", [.class("empty")],
                    [.text("Nothing has a name or a note like that. "), style.transactionsHint]))
            : HTML(
                "ul", [],
                found.prefix(mostFound).map { thing in
                    let owner: [HTML] = thing.owner.map { [.text(" of "), .name($0)] } ?? []
                    let day: [HTML] = thing.day.map { [.text(", "), style.day($0)] } ?? []
                    return HTML(
                        "li", [], [.link(thing.title, to: thing.path), .text(" · \(thing.kind)")] + owner + day)
                })
        let more: HTML =
            found.count > mostFound
            ? .paragraph("The first \(mostFound) of \(found.count). Type more of the name to see fewer.") : .nothing
        return Page(
            "Search", in: nil,
            [
                HTML("h1", text: "Search"),
                HTML(
                    "form",
                    [
                        .class("fields row"), .init("method", "get"), .init("action", "/search"),
                        .init("role", "search"),
                    ],
                    style.kept + [
                        fields.input("q", "Part of a name or a note", type: "search"),
                        HTML("div", [.class("actions")], [HTML("button", text: "Search")]),
                    ]),
                list, more,
            ])
    }
}

extension PageStyle {
    /// The place where transactions are found by their day and asset; nothing where there is none.
    fileprivate var transactionsHint: HTML {
        pages["Transactions"].map { path in
            .group([.text("Transactions of some days are found under "), .link("Transactions", to: path), .text(".")])
        } ?? .nothing
    }
}
