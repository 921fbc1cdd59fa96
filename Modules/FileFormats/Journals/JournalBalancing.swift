import Values

/// A transaction of a journal while it is read: finds the amount that was left out, and refuses what does not balance.
struct JournalBalancing {
    /// A posting before its amount is known.
    struct Draft {
        let line: Int
        let account: String
        /// Nil where it was left out.
        var amount: Money?
        /// What it costs, where that is given.
        var weight: Money?
        /// How many digits behind the point were written; only beancount asks.
        var places = 0
        /// Whether it was bought at a price that belongs to the commodity from then on.
        var hasLot = false
        var isVirtual = false
        /// Whether it has a part in the transaction's balance.
        var isBalanced = true
        var day: CalendarDay?
        var assertion: JournalTransaction.Assertion?
        /// Its own mark: whether the bank has it; nil without one.
        var isCleared: Bool?
    }

    typealias Refusal = JournalScanner.Refusal

    let dialect: JournalDialect
    private(set) var drafts: [Draft] = []

    init(_ dialect: JournalDialect) { self.dialect = dialect }

    mutating func removeAll() { drafts.removeAll(keepingCapacity: true) }
    mutating func append(_ draft: Draft) { drafts.append(draft) }
    /// Changes the latest posting.
    mutating func changeLast(_ change: (inout Draft) -> Void) {
        if !drafts.isEmpty { change(&drafts[drafts.count - 1]) }
    }

    /// The postings with every amount.
    ///
    /// - Parameters:
    ///   - commodities: how the program rounds.
    ///   - isCleared: whether the bank has those without a mark of their own.
    /// - Throws: ``Refusal``.
    func postings(
        _ commodities: JournalCommodities, isCleared: Bool
    ) throws(Refusal) -> [JournalTransaction.Posting] {
        var postings: [JournalTransaction.Posting] = []
        postings.reserveCapacity(drafts.count)
        let open = drafts.count { $0.amount == nil && $0.isBalanced }
        guard open < 2 else { throw Refusal("more than one amount is left out") }
        // Those in brackets balance apart from the others.
        let bracketed = drafts.filter { $0.isVirtual && $0.isBalanced }
        let plain = bracketed.isEmpty ? drafts : drafts.filter { !$0.isVirtual }
        if !bracketed.isEmpty {
            guard open == 0 || (dialect == .hledger && bracketed.allSatisfy { $0.amount != nil }) else {
                throw Refusal("an amount is left out beside postings in brackets")
            }
            try check(bracketed, commodities)
        }
        if open == 0 { try check(plain, commodities) }
        for draft in drafts {
            if let amount = draft.amount {
                postings.append(posting(draft, amount, isCleared))
            } else if draft.isBalanced {
                guard draft.assertion == nil else {
                    throw Refusal("a balance is stated for an amount that is left out")
                }
                for rest in try rests(plain, exactly: true) where !rest.isZero {
                    postings.append(posting(draft, rest.negated, isCleared))
                }
            } else {
                throw Refusal("the amount of a posting in parentheses is left out")
            }
        }
        return postings
    }

    private func posting(_ draft: Draft, _ amount: Money, _ isCleared: Bool) -> JournalTransaction.Posting {
        .init(
            line: draft.line, account: draft.account, amount: amount, day: draft.day, assertion: draft.assertion,
            isVirtual: draft.isVirtual, isBalanced: draft.isBalanced,
            cost: draft.weight.flatMap { $0.currency == amount.currency ? nil : $0 },
            isCleared: draft.isCleared ?? isCleared)
    }

    /// The sum of what takes part, by currency, in the order of the postings.
    private func rests(_ drafts: [Draft], exactly: Bool) throws(Refusal) -> [Money] {
        var sums: [Money] = []
        for draft in drafts where draft.isBalanced {
            guard let amount = draft.weight ?? draft.amount else { continue }
            if exactly, draft.hasLot, draft.weight == nil || dialect != .beancount {
                throw Refusal("an amount is left out beside one in braces, whose price the journal's program finds")
            }
            do {
                if let index = sums.firstIndex(where: { $0.currency == amount.currency }) {
                    sums[index] = try sums[index].adding(amount)
                } else {
                    sums.append(amount)
                }
            } catch { throw Refusal("its sum has too many digits") }
        }
        if exactly, dialect == .beancount { try checkRounding(sums) }
        return sums
    }

    /// The places of the roughest amount in a currency, by which beancount rounds; nil where none has any.
    private func roughest(_ currency: Currency) -> Int? {
        drafts.filter { $0.amount?.currency == currency && $0.places > 0 }.map(\.places).min()
    }

    /// Beancount rounds an amount that was left out as the roughest one beside it.
    private func checkRounding(_ sums: [Money]) throws(Refusal) {
        for sum in sums {
            if let places = roughest(sum.currency), places < sum.significantPlaces {
                throw Refusal("an amount is left out that beancount would round")
            }
        }
    }

    /// Refuses what its program would refuse.
    private func check(_ drafts: [Draft], _ commodities: JournalCommodities) throws(Refusal) {
        // What a lot was bought for, the program finds in the lines before.
        guard !drafts.contains(where: { $0.hasLot && ($0.weight == nil || dialect != .beancount) }) else { return }
        var rests = try rests(drafts, exactly: false).filter { !$0.isZero }
        guard !rests.isEmpty else { return }
        let hasPrice = drafts.contains { $0.weight != nil }
        // hledger may find that prices and postings of a conversion say the same.
        if dialect == .hledger, hasPrice, drafts.contains(where: \.isConversion) { return }
        if dialect == .beancount {
            rests = rests.filter { !$0.isWithin(halfOf: roughest($0.currency)) }
            if rests.isEmpty { return }
        } else if hasPrice {
            // What it costs can have more digits than are paid.
            rests = rests.filter { !$0.isWithin(halfOf: commodities.places($0.currency)) }
            if rests.isEmpty { return }
        } else if rests.count == 2, rests[0].isNegative != rests[1].isNegative {
            // Of two commodities, one is the price of the other.
            return
        }
        throw Refusal("it does not balance: \(Self.text(rests)) too much")
    }

    private static func text(_ amounts: [Money]) -> String {
        amounts.map { "\($0.amountText) \(JournalCommodities.symbol($0.currency))".printable }
            .joined(separator: ", ")
    }
}

extension JournalBalancing.Draft {
    /// Whether it stands between the two commodities of a purchase.
    fileprivate var isConversion: Bool {
        let account = account.lowercased()
        return ["equity:conversion", "equity:trade", "equity:trading"].contains(where: account.hasPrefix)
    }
}

extension Money {
    /// Whether it is at most half of a unit of so many places; false without places.
    fileprivate func isWithin(halfOf places: Int?) -> Bool {
        guard let places, places < Money.maximumPlaces,
            let half = try? Money("0.\(String(repeating: "0", count: places))5", currency),
            let size = try? half.isLess(than: isNegative ? negated : self)
        else { return false }
        return !size
    }
}
