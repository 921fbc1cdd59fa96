import Values

/// How the rows of a table are read, once all of them were seen.
package struct TablePlan: Sendable {
    /// The evidence for the direction of an amount.
    package enum Direction: Sendable, Equatable {
        /// The amount's own sign, or the column that it stands in.
        case sign
        /// The word in a column, of which some stand for what goes out.
        case words(column: Int, out: Set<String>)
    }

    package var direction = Direction.sign
    /// The words read as money in because a person named only others as money out, each with its first line.
    package private(set) var assumed: [String: Int] = [:]
    /// How fees belong to amounts; nil where there are none.
    var fees: ImportAnswers.Fees?
    /// Whether a minus among debits is a refund, since others have none.
    var hasRefunds = false
    /// Lines that moved nothing, by the balances around them.
    var unmoved: Set<Int> = []
    /// Whether the balances prove how the rows are read.
    var isProven = false
    package var questions: [ImportQuestion] = []
    /// The conclusions from the balances beside the rows of each account.
    package var balances: [StatedBalance] = []
    /// Whether a row of which the state is not known is a question: there are several states.
    var hasSeveralStates = false
    /// Tables whose columns are known to have fees besides amounts, or within them.
    private static let known: [(titles: Set<String>, fees: ImportAnswers.Fees)] = [
        (["type", "product", "started date", "amount", "fee", "state"], .apart),
        (["txid", "refid", "aclass", "amount", "fee"], .apart),
        (["operation type", "operation fees", "operation hash"], .included),
    ]

    /// Decides what the survey alone can decide.
    init(_ survey: TableSurvey, _ mapping: ColumnMapping) {
        let layout = survey.layout
        hasRefunds = survey.hasPlainDebit
        hasSeveralStates = survey.states.count > 1
        if survey.feeLine != nil {
            let titles = Set(layout.titles.map { $0.lowercased() })
            fees = mapping.answers.fees ?? Self.known.first { titles.isSuperset(of: $0.titles) }?.fees
        }
        askStates(survey, mapping.answers)
    }

    // MARK: - States

    private mutating func askStates(_ survey: TableSurvey, _ answers: ImportAnswers) {
        guard hasSeveralStates, !answers.countsPending else { return }
        let unknown = survey.states.filter { word, _ in
            StateWords.meaning(word) == nil && !answers.leftOut.contains { $0.lowercased() == word.lowercased() }
        }
        guard !unknown.isEmpty else { return }
        let words = unknown.sorted { $0.value < $1.value }.map { ($0.key, $0.value) }
        let title = survey.layout.titles.isEmpty ? "" : " of the column '\(Self.title(.state, survey.layout))'"
        questions.append(
            ImportQuestion(
                .state, lines: words.map(\.1),
                "Did rows with \(Self.list(words))\(title) move money?"))
    }

    // MARK: - Directions

    /// Columns whose words may say the direction, and what is known of them.
    static func candidates(_ survey: TableSurvey) -> [(column: Int, words: TableSurvey.Words)] {
        survey.words.filter { !$0.value.isOther && !$0.value.uses.isEmpty }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    /// Decides which way amounts go, as far as words and signs tell.
    ///
    /// - Returns: whether the sign of each amount is known.
    mutating func decideDirection(_ survey: TableSurvey, _ mapping: ColumnMapping) -> Bool {
        guard mapping.columns[.amount] != nil else { return true }
        let out = Set(mapping.answers.out.map { $0.lowercased() })
        if out == ["none"] { return true }
        let all = Self.candidates(survey)
        if let column = survey.layout.positions[.direction]?.first {
            return take(column, survey.words[column], out: out, survey)
        }
        if let found = all.first(where: { $0.words.uses.keys.contains { out.contains($0.lowercased()) } }) {
            return take(found.column, found.words, out: out, survey)
        }
        let known = all.filter(\.words.isDirection)
        let titled = Set(ColumnRole.direction.titles)
        let best =
            known.first {
                survey.layout.titles.indices.contains($0.column)
                    && titled.contains(ColumnGuess.plain(survey.layout.titles[$0.column]))
            } ?? known.max { $0.words.uses.count < $1.words.uses.count }
        if survey.isSigned { return agrees(best?.words) }
        if let best {
            let out = Set(best.words.uses.keys.filter { DirectionWords.isOut($0) == true })
            direction = .words(column: best.column, out: out)
            return true
        }
        // One word for all rows tells nothing apart.
        return !all.contains { $0.words.uses.count > 1 }
    }

    /// Takes a column for that of directions, if its words are known or answered.
    private mutating func take(
        _ column: Int, _ words: TableSurvey.Words?, out: Set<String>, _ survey: TableSurvey
    ) -> Bool {
        guard let words, !words.isOther else { return false }
        if !out.isEmpty {
            let (named, others) = words.uses.keys.reduce(into: (Set<String>(), [String]())) { parts, word in
                if out.contains(word.lowercased()) { parts.0.insert(word) } else { parts.1.append(word) }
            }
            guard !named.isEmpty else { return false }
            direction = .words(column: column, out: named)
            // One other word means the opposite. Beside a known word for money in, a third may mean either.
            if others.contains(where: { DirectionWords.isOut($0) == false }) {
                for word in others where DirectionWords.isOut(word) != false { assumed[word] = words.uses[word]?.line }
            }
            return true
        }
        guard words.isDirection else { return false }
        direction = .words(column: column, out: Set(words.uses.keys.filter { DirectionWords.isOut($0) == true }))
        return true
    }

    /// Whether signs and the words of a column say the same of each row.
    private func agrees(_ words: TableSurvey.Words?) -> Bool {
        guard let words else { return true }
        // A minus beside a word for what goes out is usual, and beside one for what comes in a correction.
        return !words.uses.contains { DirectionWords.isOut($0.key) == true && $0.value.positive > 0 }
    }

    /// Takes the direction that the balances show: each word of a column always stood beside the same one.
    mutating func takeDirection(
        from score: RunningBalance.Score, _ survey: TableSurvey
    ) -> Bool {
        for (column, words) in Self.candidates(survey) {
            guard let seen = score.words[column], Set(seen.keys) == Set(words.uses.keys),
                seen.values.allSatisfy({ $0.into == 0 || $0.out == 0 })
            else { continue }
            direction = .words(column: column, out: Set(seen.filter { $0.value.out > 0 }.keys))
            return true
        }
        return false
    }

    /// Asks which way amounts go.
    ///
    /// - Parameter out: the words that a person named, which no column has.
    mutating func askDirection(_ survey: TableSurvey, out: [String]) {
        let shown = Self.candidates(survey).prefix(3)
        let titled = shown.map { column, words in
            let uses = words.uses.map { ($0.key, $0.value.line) }.sorted { $0.1 < $1.1 }
            let name = survey.layout.titles.indices.contains(column) ? survey.layout.titles[column] : "\(column + 1)"
            return "'\(name.printable)' has \(Self.list(uses))"
        }
        let named = out.map { "'\($0.printable)'" }.joined(separator: ", ")
        let missing = out.isEmpty ? "" : "No column of words has \(named). "
        let reason =
            missing
            + (survey.isSigned
                ? "Signs and words disagree on which way amounts go"
                : "No amount has a minus: which column says what goes out")
        questions.append(
            ImportQuestion(
                .direction, lines: shown.flatMap { $0.words.uses.values.map(\.line) }.sorted(),
                "\(reason)\(survey.isSigned ? "." : "?") \(titled.joined(separator: "; "))."))
    }

    // MARK: - Texts

    static func title(_ role: ColumnRole, _ layout: TableLayout) -> String {
        layout.positions[role]?.first.flatMap { layout.titles.indices.contains($0) ? layout.titles[$0] : nil }?
            .printable
            ?? role.name
    }

    /// Words with the first line of each.
    package static func list(_ words: [(String, Int)]) -> String {
        words.prefix(6).map { "'\($0.0.printable)' (line \($0.1))" }.joined(separator: ", ")
    }
}
