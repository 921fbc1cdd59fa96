import Values

/// The running balances of a table, account by account.
struct TableBalances {
    /// The conclusions that the balances allow about the whole table.
    struct Verdict {
        /// The lines that do not follow from the ones before them, in the reading that fits best.
        var wrong: [Int] = []
        var account = ""
        var compared = 0
        /// How fees belong to amounts; nil where the balances do not tell.
        var fees: ImportAnswers.Fees?
        var unmoved: Set<Int> = []
        var balances: [StatedBalance] = []
        /// The reading's score, for what words say of directions.
        var score: RunningBalance.Score?
    }

    private struct Place: Hashable {
        let account: String?
        let currency: String?
    }

    /// Whether amounts have no sign yet.
    let isUnsigned: Bool
    private var chains: [Place: RunningBalance] = [:]
    private var order: [Place] = []
    private var firstDay: CalendarDay?
    private var lastDay: CalendarDay?

    init(isUnsigned: Bool) { self.isUnsigned = isUnsigned }

    mutating func note(_ row: TableRow) {
        guard row.leftOut == nil, let day = row.day else { return }
        let number = try? row.amount()
        let balance = row.balance.flatMap { try? Money($0.text, .usd) }
        // A first line may state what was there, without an amount.
        guard number != nil || (balance != nil && row.hasText(BalanceWords.isOpening)) else { return }
        guard let amount = try? Money(number?.text ?? "0", .usd) else { return }
        let place = Place(account: row.account, currency: row.currency(number?.currency))
        if chains[place] == nil {
            chains[place] = RunningBalance(isUnsigned: isUnsigned)
            order.append(place)
        }
        firstDay = firstDay ?? day
        lastDay = day
        guard let balance else {
            if !amount.isZero { chains[place]?.note(line: row.line, amount: amount, fee: row.fee) }
            return
        }
        var words: [Int: String] = [:]
        if isUnsigned {
            for column in row.layout.worded {
                let word = TableLayout.cell(column, row.row)
                if !word.isEmpty { words[column] = word }
            }
        }
        chains[place]?.note(
            .init(line: row.line, day: day, amount: amount, fee: row.fee, balance: balance, words: words))
    }

    /// The conclusions from the balances, in the reading that agrees with most of them.
    ///
    /// - Parameters:
    ///   - fees: how fees belong to amounts, where that is known.
    ///   - hasFees: whether there are any.
    func verdict(fees: ImportAnswers.Fees?, hasFees: Bool) -> Verdict {
        let apart = hasFees ? fees.map { [$0 == .apart] } ?? [false, true] : [false]
        let isDescending = if let firstDay, let lastDay { firstDay > lastDay } else { false }
        let readings = [isDescending, !isDescending].flatMap { newest in
            apart.map { RunningBalance.Reading(isNewestFirst: newest, hasFeesApart: $0) }
        }
        let verdicts = readings.map { ($0, verdict(of: $0)) }
        guard let (reading, found) = verdicts.min(by: { $0.1.wrong.count < $1.1.wrong.count }) else { return Verdict() }
        var best = found
        best.fees = fees
        // Where both readings of fees agree with the balances, these tell nothing of them.
        let other = verdicts.first { $0.0.isNewestFirst == reading.isNewestFirst && $0.0 != reading }
        if hasFees, fees == nil, let other, other.1.wrong.count > best.wrong.count {
            best.fees = reading.hasFeesApart ? .apart : .included
        }
        return best
    }

    private func verdict(of reading: RunningBalance.Reading) -> Verdict {
        var verdict = Verdict()
        var words: [Int: [String: (into: Int, out: Int)]] = [:]
        for place in order {
            guard let chain = chains[place], let first = chain.first, let last = chain.last else { continue }
            let score = chain.scores[reading] ?? RunningBalance.Score()
            verdict.compared += score.compared
            for (column, uses) in score.words {
                for (word, counts) in uses {
                    let old = words[column]?[word] ?? (0, 0)
                    words[column, default: [:]][word] = (old.into + counts.into, old.out + counts.out)
                }
            }
            let ends = score.wrong.isEmpty ? nil : chain.ends(hasFeesApart: reading.hasFeesApart)
            if !score.wrong.isEmpty, ends == nil {
                if verdict.wrong.isEmpty { verdict.account = place.account ?? "" }
                verdict.wrong += score.wrong
            }
            verdict.unmoved.formUnion(score.unmoved)
            if score.wrong.isEmpty, score.compared > 0 { verdict.unmoved.formUnion(chain.unbooked(score)) }
            let (oldest, newest) = reading.isNewestFirst ? (last, first) : (first, last)
            let fee = reading.hasFeesApart ? oldest.fee : .zero(oldest.fee.currency)
            guard let opening = ends?.opening ?? (try? oldest.balance.subtracting(oldest.amount.subtracting(fee)))
            else {
                continue
            }
            verdict.balances.append(
                StatedBalance(
                    line: newest.line, account: place.account, currency: place.currency, day: newest.day,
                    amount: .exact((ends?.closing ?? newest.balance).plainText),
                    opening: .exact(opening.plainText)))
        }
        var score = RunningBalance.Score()
        score.words = words
        verdict.score = score
        return verdict
    }
}

extension RunningBalance {
    /// Lines at both ends without a balance, where all others have one: they are not booked yet.
    func unbooked(_ score: Score) -> Set<Int> {
        let lines = openLines + trailingLines
        return score.compared >= lines.count ? Set(lines) : []
    }
}
