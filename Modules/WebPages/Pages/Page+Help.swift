extension Page {
    /// The meanings of words and the use of pages.
    package static func help(_ words: [(word: String, meaning: String)]) -> Page {
        let keys: [(String, String)] = [
            ("n", "adds money"), ("g", "a new goal"), ("/", "searches"),
            ("Tab, Shift+Tab", "from one control to the next, and back"),
            ("Enter", "follows a link or presses a button"), ("Space", "opens what is folded up"),
            ("Arrow keys", "move a slider by one, Page Up and Page Down by more; scroll a table that has the focus"),
        ]
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
                            HTML("p", [], [.link("For programs: the same figures as JSON", to: "/api")]),
                        ]),
                ]),
            ])
    }
}
