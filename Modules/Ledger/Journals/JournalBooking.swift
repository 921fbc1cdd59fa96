import FileFormats
import Values

/// A transaction of a ledger in the words of a journal: one account and its categories, or a transfer between two accounts.
struct JournalBooking: Hashable {
    /// A change of an account.
    struct Side: Hashable {
        /// The account of the journal.
        let account: String
        var amount: Money
        var isCleared: Bool
        /// The amount in another commodity that it was exchanged for; nil where the journal says none.
        var cost: Money?
    }

    /// A part in a category.
    struct Part: Hashable {
        /// The account of the journal.
        let category: String
        /// The amount with the sign of a split: − for what is spent.
        var amount: Money
        /// The amount in another commodity that it was exchanged for, with the same sign; nil where the journal says none.
        var cost: Money?
    }

    /// One account, or the two of a transfer.
    var sides: [Side]
    var parts: [Part]
    /// Whether it is the balance with which the account begins.
    var isOpening = false
}

/// Makes transactions of a ledger of one of a journal: those with several accounts become transfers between them, so that every account and
/// every category has what the journal says.
struct JournalBookings {
    typealias Side = JournalBooking.Side
    typealias Part = JournalBooking.Part

    /// Why a transaction cannot be one of a ledger, as a part of a sentence.
    struct Refusal: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private var sides: [Side] = []
    private var parts: [Part] = []
    private var isOpening = false
    private var found: [JournalBooking] = []
    /// The day that all of it has.
    private(set) var day: CalendarDay
    /// Whether an account has a part in it, if only of 0, as where a balance is stated.
    private(set) var namesAccount = false

    /// The transactions of a ledger; none where no account changes.
    private(set) var bookings: [JournalBooking]
    private let role: (String) -> JournalRole?

    /// - Parameter role: the part that an account of the journal plays; nil for what no ledger has.
    /// - Throws: ``Refusal``, ``Values/MoneyError``.
    init(_ transaction: JournalTransaction, role: @escaping (String) -> JournalRole?) throws {
        self.role = role
        day = transaction.day
        bookings = []
        try read(transaction)
        try convertParts()
        bookings = try booked()
    }

    // MARK: - Reading

    private mutating func read(_ transaction: JournalTransaction) throws {
        var days: Set<CalendarDay> = []
        for posting in transaction.postings {
            guard posting.isBalanced else { throw Refusal("a posting in parentheses has no counterpart") }
            guard let role = role(posting.account) else {
                throw Refusal(
                    "'\(posting.account.printable)' is below none of assets, liabilities, income, expenses and equity")
            }
            if case .account = role { namesAccount = true }
            if posting.amount.isZero { continue }
            switch role {
            case .account:
                days.insert(posting.day ?? transaction.day)
                try add(
                    Side(
                        account: posting.account, amount: posting.amount, isCleared: posting.isCleared,
                        cost: posting.cost))
            case .category, .opening:
                isOpening = isOpening || role == .opening
                parts.append(
                    Part(category: posting.account, amount: posting.amount.negated, cost: posting.cost?.negated))
            case .conversion: continue
            }
        }
        sides.removeAll { $0.amount.isZero }
        guard days.count <= 1 else { throw Refusal("its accounts have several days") }
        day = days.first ?? day
    }

    /// Adds a change to those of its account and commodity.
    private mutating func add(_ side: Side) throws {
        guard
            let index = sides.firstIndex(where: {
                $0.account == side.account && $0.amount.currency == side.amount.currency
            })
        else { return sides.append(side) }
        sides[index].amount = try sides[index].amount.adding(side.amount)
        sides[index].isCleared = sides[index].isCleared && side.isCleared
        switch (sides[index].cost, side.cost) {
        case (nil, nil): break
        case (let first?, let second?) where first.currency == second.currency:
            sides[index].cost = try first.adding(second)
        default: throw Refusal("'\(side.account.printable)' has amounts with and without a price")
        }
    }

    /// Gives parts in a commodity that no account of the transaction has the amount in one that it has.
    private mutating func convertParts() throws {
        let held = Set(sides.map(\.amount.currency))
        guard !sides.isEmpty else { return }
        let foreign = parts.indices.filter { !held.contains(parts[$0].amount.currency) }
        guard let last = foreign.last else { return }
        for index in foreign {
            if let cost = parts[index].cost, held.contains(cost.currency) {
                parts[index].amount = try ExactAmount(cost.ratio, cost.currency).rounded(.halfEven)
            } else if foreign.count > 1 {
                throw Refusal("it has more than one amount in a commodity that none of its accounts has")
            }
        }
        // The last one is what all others leave: a price can have more digits than are paid.
        let others = sides.map(\.amount) + parts.indices.filter { $0 != last }.map { parts[$0].amount.negated }
        if let currency = held.first, held.count == 1, others.allSatisfy({ $0.currency == currency }) {
            parts[last].amount = try Money.sum(others, in: currency)
        } else if !held.contains(parts[last].amount.currency) {
            throw Refusal("nothing says what its amount in another commodity cost")
        }
        parts.removeAll { $0.amount.isZero }
    }

    // MARK: - Booking

    private mutating func booked() throws -> [JournalBooking] {
        guard let first = sides.first else { return [] }
        if isOpening, parts.allSatisfy({ role($0.category) == .opening }), sides.allSatisfy({ $0.cost == nil }) {
            return sides.map { side in
                JournalBooking(
                    sides: [side], parts: [Part(category: parts[0].category, amount: side.amount)], isOpening: true)
            }
        }
        if sides.count == 1 {
            let sum = try Money.sum(parts.map(\.amount), in: first.amount.currency)
            guard sum == first.amount else { throw Refusal("its categories are not what its account changes by") }
            return [JournalBooking(sides: [first], parts: parts)]
        }
        if let transfer = transfer() { return [transfer] }
        try exchange()
        var currencies: [Currency] = []
        for side in sides where !currencies.contains(side.amount.currency) { currencies.append(side.amount.currency) }
        for currency in currencies { try spread(currency) }
        return found
    }

    /// The transfer that the whole transaction is; nil where it is more.
    private func transfer() -> JournalBooking? {
        guard sides.count == 2, sides[0].amount.isNegative != sides[1].amount.isNegative else { return nil }
        let (from, to) = sides[0].amount.isNegative ? (sides[0], sides[1]) : (sides[1], sides[0])
        let isFee = parts.allSatisfy { $0.amount.isNegative && $0.amount.currency == from.amount.currency }
        guard isFee, let fees = try? Money.sum(parts.map(\.amount), in: from.amount.currency),
            let sent = try? fees.adding(from.amount.negated), sent.isPositive
        else { return nil }
        let isOneCurrency = from.amount.currency == to.amount.currency
        guard !isOneCurrency || sent == to.amount else { return nil }
        return JournalBooking(sides: [from, to], parts: parts)
    }

    /// Books what was exchanged between commodities as transfers, so that each commodity is left balanced.
    private mutating func exchange() throws {
        var rests = try rests()
        for index in sides.indices {
            guard let cost = sides[index].cost, cost.currency != sides[index].amount.currency else { continue }
            guard let hub = sides.firstIndex(where: { $0.amount.currency == cost.currency }) else {
                throw Refusal("none of its accounts is in the commodity of its price")
            }
            let amount = sides[index].amount
            var price = cost
            // The price of several digits is paid in whole units.
            let others = sides.filter { $0.cost?.currency == cost.currency }
            if others.count == 1, let rest = rests[cost.currency] { price = rest.negated }
            guard price.isNegative == amount.isNegative, !price.isZero else {
                throw Refusal("its prices are not what its accounts change by")
            }
            move(between: hub, price.negated, index, amount)
            rests[amount.currency] = try rests[amount.currency]?.subtracting(amount)
            rests[price.currency] = try rests[price.currency]?.adding(price)
            sides[hub].amount = try sides[hub].amount.adding(price)
            sides[index].amount = .zero(amount.currency)
        }
        let open = rests.values.filter { !$0.isZero }
        guard !open.isEmpty else { return }
        guard open.count == 2, open[0].isNegative != open[1].isNegative,
            let first = sides.firstIndex(where: { $0.amount.currency == open[0].currency }),
            let second = sides.firstIndex(where: { $0.amount.currency == open[1].currency })
        else { throw Refusal("the commodities of its accounts do not balance") }
        move(between: first, open[0], second, open[1])
        sides[first].amount = try sides[first].amount.subtracting(open[0])
        sides[second].amount = try sides[second].amount.subtracting(open[1])
    }

    /// The sum of accounts less that of categories, in each commodity.
    private func rests() throws -> [Currency: Money] {
        var rests: [Currency: Money] = [:]
        for amount in sides.map(\.amount) + parts.map(\.amount.negated) {
            rests[amount.currency] = try (rests[amount.currency] ?? .zero(amount.currency)).adding(amount)
        }
        return rests
    }

    private mutating func move(between first: Int, _ left: Money, _ second: Int, _ right: Money) {
        let one = Side(account: sides[first].account, amount: left, isCleared: sides[first].isCleared)
        let other = Side(account: sides[second].account, amount: right, isCleared: sides[second].isCleared)
        found.append(JournalBooking(sides: left.isNegative ? [one, other] : [other, one], parts: []))
    }

    /// Books all changes in a commodity: the first account has the categories, and passes on to the others what is theirs.
    private mutating func spread(_ currency: Currency) throws {
        let own = sides.indices.filter { sides[$0].amount.currency == currency }
        let splits = parts.filter { $0.amount.currency == currency }
        guard let hub = own.first else { return }
        let sum = try Money.sum(splits.map(\.amount), in: currency)
        if !sum.isZero {
            found.append(JournalBooking(sides: [side(hub, sum)], parts: splits))
        } else if !splits.isEmpty {
            // Money that one category loses to another: twice the same amount, in and out.
            for group in [splits.filter(\.amount.isPositive), splits.filter(\.amount.isNegative)] {
                let part = try Money.sum(group.map(\.amount), in: currency)
                found.append(JournalBooking(sides: [side(hub, part)], parts: group))
            }
        }
        for index in own.dropFirst() where !sides[index].amount.isZero {
            move(between: hub, sides[index].amount.negated, index, sides[index].amount)
        }
    }

    private func side(_ index: Int, _ amount: Money) -> Side {
        Side(account: sides[index].account, amount: amount, isCleared: sides[index].isCleared)
    }
}
