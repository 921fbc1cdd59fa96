extension Page {
    /// A thing that a search found.
    public struct Found: Sendable {
        /// Its title.
        public let title: String
        /// The word for its kind: `goal`.
        public let kind: String
        /// The address of its page.
        public let path: String

        /// A thing with its title, the word for its kind, and the address of its page.
        public init(title: String, kind: String, path: String) {
            (self.title, self.kind, self.path) = (title, kind, path)
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
                    [.text("Nothing has a name like that. "), style.transactionsHint]))
            : HTML(
                "ul", [],
                found.prefix(mostFound).map { thing in
                    HTML("li", [], [.link(thing.title, to: thing.path), .text(" · \(thing.kind)")])
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
                        fields.input("q", "Part of a name", type: "search"),
                        HTML("div", [.class("actions")], [HTML("button", text: "Search")]),
                    ]),
                list, more,
            ])
    }
}

extension PageStyle {
    /// The place where transactions are found, which have no names; nothing where there is none.
    fileprivate var transactionsHint: HTML {
        pages["Transactions"].map { path in
            .group([.text("Transactions are found by their note under "), .link("Transactions", to: path), .text(".")])
        } ?? .nothing
    }
}
