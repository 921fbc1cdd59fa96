extension Page {
    /// The meanings of words and the use of pages.
    ///
    /// - Parameter actions: those of every page, with their keys.
    package static func help(_ words: [(word: String, meaning: String)], actions: [Frame.Entry]) -> Page {
        let common = [
            ("/", "Search"), ("Tab, Shift+Tab", "from one control to the next, and back"),
            ("Enter", "follows a link or presses a button"), ("Space", "opens what is folded up"),
            ("Arrow keys", "move a slider by one, Page Up and Page Down by more; scroll a table that has the focus"),
        ]
        let keys = actions.map { ($0.sign, $0.title) } + common
        return Page(
            "Help", in: nil,
            [
                HTML("h1", text: "Help"),
                .cards([
                    .card("Words", id: "words", [.facts(words.map { ($0.word, .text($0.meaning)) })]),
                    .card("Keys", id: "keys", [.facts(keys.map { ($0.0, .text($0.1)) })]),
                    .card(
                        "About these pages", id: "about",
                        [
                            .paragraph(
                                "They show what the command line shows, to the last digit. They follow changes by other programs within two seconds. What is written can be undone under Activity."
                            ),
                            .paragraph(
                                "Choose “Add to home screen” in the menu of a phone's browser, and they open like any other app. Where they have an address with a certificate that the browser trusts, they can be read without a connection, too."
                            ),
                            HTML("p", [], [.link("For programs: the same figures as JSON", to: "/api")]),
                        ]),
                ]),
            ])
    }
}
