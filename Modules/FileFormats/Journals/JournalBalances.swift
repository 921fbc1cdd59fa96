import Values

/// The balances that a journal states, against what its transactions sum to.
struct JournalBalances {
    private struct Event {
        let day: CalendarDay
        let order: Int
        let line: Int
        let account: String
        let change: Money?
        var assertion: JournalTransaction.Assertion?
        var tolerance: Money?
        var isVirtual = false
    }

    private let dialect: JournalDialect
    /// The accounts whose balances are stated.
    private let stated: Set<String>
    private var events: [Event] = []
    private var isWanted: [String: Bool] = [:]
    /// Whether everything is noted in the order of the checks, so that nothing has to be remembered but sums.
    private let isOrdered: Bool
    private var sums: [String: [Currency: Money]] = [:]
    private var virtual: Set<String> = []
    private var found: [UnreadableRow] = []

    init(_ dialect: JournalDialect, _ stated: Set<String>, isOrdered: Bool) {
        self.dialect = dialect
        self.stated = stated
        self.isOrdered = isOrdered
    }

    /// Takes in what the journal says of accounts whose balances are stated, or that lie below one.
    mutating func note(_ item: JournalItem) {
        switch item {
        case .transaction(let transaction):
            for posting in transaction.postings where counts(posting.account) {
                add(
                    Event(
                        // ledger checks in the order of the lines.
                        day: dialect == .ledger ? CalendarDay(dayNumber: 0) : posting.day ?? transaction.day,
                        order: events.count, line: posting.line, account: posting.account, change: posting.amount,
                        assertion: posting.assertion, isVirtual: posting.isVirtual))
            }
        case .balance(let balance):
            // It holds before all transactions of its day.
            add(
                Event(
                    day: balance.day, order: -1, line: balance.line, account: balance.account, change: nil,
                    assertion: .init(amount: balance.amount, isTotal: false, isInclusive: true),
                    tolerance: balance.tolerance))
        default: break
        }
    }

    private mutating func counts(_ account: String) -> Bool {
        if let known = isWanted[account] { return known }
        let counts = stated.contains { account == $0 || account.hasPrefix($0 + ":") }
        isWanted[account] = counts
        return counts
    }

    private mutating func add(_ event: Event) {
        if isOrdered { check(event) } else { events.append(event) }
    }

    private mutating func check(_ event: Event) {
        if let change = event.change {
            let sum = sums[event.account]?[change.currency] ?? .zero(change.currency)
            sums[event.account, default: [:]][change.currency] = (try? sum.adding(change)) ?? sum
            if event.isVirtual { virtual.insert(event.account) }
        }
        guard let assertion = event.assertion, let reason = reason(event, assertion) else { return }
        found.append(UnreadableRow(line: event.line, reason: reason))
    }

    /// The lines whose balances are wrong, once everything is noted.
    mutating func wrong() -> [UnreadableRow] {
        for event in events.sorted(by: { ($0.day, $0.order) < ($1.day, $1.order) }) { check(event) }
        events = []
        return found
    }

    private func reason(
        _ event: Event, _ assertion: JournalTransaction.Assertion
    ) -> String? {
        let below = event.account + ":"
        let accounts =
            assertion.isInclusive
            ? sums.keys.filter { $0 == event.account || $0.hasPrefix(below) } : [event.account]
        guard virtual.isDisjoint(with: accounts) else {
            return "a balance is stated of an account with virtual postings, which not every program counts"
        }
        let currency = assertion.amount.currency
        let parts = accounts.compactMap { sums[$0]?[currency] }
        guard let sum = try? Money.sum(parts, in: currency), let difference = try? sum.subtracting(assertion.amount)
        else { return "its sum has too many digits" }
        let size = difference.isNegative ? difference.negated : difference
        let isOff = event.tolerance.map { (try? $0.isLess(than: size)) ?? true } ?? !difference.isZero
        if isOff {
            return "'\(event.account.printable)' holds \(sum.amountText) and not \(assertion.amount.amountText) "
                + JournalCommodities.symbol(currency).printable
        }
        guard assertion.isTotal else { return nil }
        let others = accounts.flatMap { Array((sums[$0] ?? [:]).values) }
            .filter { $0.currency != currency && !$0.isZero }
        return others.isEmpty ? nil : "'\(event.account.printable)' holds another commodity too"
    }
}
