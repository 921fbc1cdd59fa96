public import Models

/// Why something cannot be done with portfolios, instruments and their transactions.
public enum PortfolioError: Problem, Equatable {
    /// There is no portfolio yet.
    case noPortfolio
    /// There are several portfolios, and the request names none.
    case choosePortfolio([String])
    /// A position would be below 0: portfolio, instrument, day, units held and units taken.
    case short(portfolio: String, instrument: String, day: CalendarDay, held: String, taken: String)
    /// Facts are not dated after today.
    case futureDay(CalendarDay)
    /// An amount with a minus.
    case negativeAmount(Money)
    /// No price and no total, or both.
    case priceOrTotal
    /// Price × units is less than half of the smallest unit of the currency.
    case roundsToNothing(Currency)
    /// The settled amount in the instrument's currency differs from gross, fees and taxes.
    case settledDiffers(settled: Money, total: Money)
    /// The settled amount does not cover the fees and taxes in the same currency.
    case settledTooSmall(Money)
    /// A rate was given although one currency is used.
    case rateNotNeeded(Currency)
    /// A lot that is not there, with the beginnings of those that are.
    case unknownLot(String, known: [String])
    /// Named lots that have other units in all than the transaction.
    case lotsDoNotSum(named: String, units: String)
    /// A lot holds fewer units than are named.
    case lotTooSmall(lot: String, held: String, named: String)
    /// A change after which lots that an older sale names would not fit.
    case namedLotsChanged(day: CalendarDay)
    /// The method of the settings has no lots.
    case averageHasNoLots
    /// Nobody holds the instrument on the day of a corporate action.
    case nobodyHolds(instrument: String, day: CalendarDay)
    /// The same corporate action of the instrument on that day is there already: its kind, the instrument, the day.
    case actionExists(kind: String, instrument: String, day: CalendarDay)
    /// A split, merger or spin-off without two numbers above 0.
    case badProportion(String)
    /// An instrument would be swapped with itself.
    case sameInstrument(String)
    /// The cost of received units was not given.
    case costNeeded
    /// Something that does not change after it was used: "currency", and the thing.
    case fixedOnceUsed(field: String, thing: String)
    /// A portfolio with transactions cannot be deleted: its name and their number.
    case portfolioNotEmpty(String, Int)
    /// An instrument with transactions or prices is deleted only with them: its name and their numbers.
    case instrumentInUse(String, transactions: Int, prices: Int)
    /// There is a price of the day already.
    case priceExists(instrument: String, day: CalendarDay, price: Money)
    /// There is no recorded price of the day.
    case noPrice(instrument: String, day: CalendarDay)
    /// The first day of a period is after its last.
    case daysReversed(from: CalendarDay, to: CalendarDay)
    /// Cash has the price 1.
    case cashHasNoPrice(String)
    /// A portfolio that keeps no cash has no interest on it, no deposits and no withdrawals.
    case keepsNoCash(String)
    /// A field that this kind of transaction does not have.
    case fieldNotHere(field: String, kind: String)
    /// The units were adjusted to what is held already.
    case nothingToAdjust(held: String)
    /// A word in a file that names no kind of transaction.
    case unknownKind(String)
    /// A row of a file whose sign says another direction than its kind or the other rows.
    case otherWayRound(kind: String, amount: String)
    /// Taxes of a file of which nothing tells whether they were withheld or came back: those of the first row, and all lines.
    case unclearTaxes(amount: String, lines: [Int])
    /// A text in a file that is no time.
    case unreadableTime(String)
    /// The value or the day of one side of a swap alone.
    case sideOfSwap
    /// A type of instrument that does not exist.
    case unknownType(String)
    /// A swap at a value in a currency for which no rate is known: the instrument's currency and the value's.
    case swapNeedsRate(Currency, Currency)
    /// Others keep changing what the request is about.
    case keepsChanging

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .noPortfolio: "There is no portfolio yet."
        case .choosePortfolio(let names): "There are several portfolios: \(names.joined(separator: ", ")). Say which."
        case .short(let portfolio, let instrument, let day, let held, let taken):
            "'\(portfolio)' holds \(held) \(held == "1" ? "unit" : "units") of '\(instrument)' on \(day), and \(taken) "
                + "would go that day."
        case .futureDay(let day): "\(day) is in the future. Trades, income and prices are entered once they happened."
        case .negativeAmount(let amount): "\(amount) is negative. Give it without a sign."
        case .priceOrTotal: "Give the price of one unit or the total, one of them."
        case .roundsToNothing(let currency):
            "Price × units is less than the smallest amount of \(currency). Give the total instead of the price."
        case .settledDiffers(let settled, let total):
            "\(settled) was settled, but the amount with fees and taxes is \(total). Both are in the same currency."
        case .settledTooSmall(let settled): "\(settled) settled does not cover the fees and taxes."
        case .rateNotNeeded(let currency): "Instrument and portfolio are both in \(currency): leave out the rate."
        case .unknownLot(let text, let known):
            "There is no lot '\(text.printable)'. "
                + (known.isEmpty ? "The position has none." : "There are \(known.joined(separator: ", ")).")
        case .lotsDoNotSum(let named, let units): "The lots have \(named) units, and \(units) are to go."
        case .lotTooSmall(let lot, let held, let named): "The lot \(lot) holds \(held) units, not \(named)."
        case .namedLotsChanged(let day):
            "The transaction of \(day) names lots, which would not hold these units after the change."
        case .averageHasNoLots: "The method average keeps one pool: no lot can be named."
        case .nobodyHolds(let instrument, let day): "Nobody holds '\(instrument)' on \(day)."
        case .actionExists(let kind, let instrument, let day):
            "The same \(kind) of '\(instrument)' on \(day) is there already."
        case .badProportion(let text): "'\(text.printable)' is no proportion. Write two numbers above 0, as in 2:1."
        case .sameInstrument(let name): "'\(name)' cannot become itself. Name two instruments."
        case .costNeeded: "Say what the units cost, or that it is unknown."
        case .fixedOnceUsed(let field, let thing):
            "The \(field) of '\(thing)' stays, since transactions are counted by it."
        case .portfolioNotEmpty(let name, let count): "'\(name)' has transactions (\(count)): only an empty one can go."
        case .instrumentInUse(let name, let transactions, let prices):
            "'\(name)' has transactions (\(transactions)) and prices (\(prices))."
        case .priceExists(let instrument, let day, let price):
            "'\(instrument)' has the recorded price \(price) on \(day) already."
        case .noPrice(let instrument, let day): "'\(instrument)' has no recorded price on \(day)."
        case .daysReversed(let from, let to): "\(from) is after \(to)."
        case .cashHasNoPrice(let name): "'\(name)' is cash: its price is 1."
        case .keepsNoCash(let name): "'\(name)' keeps no cash: its money comes from and goes to the world outside."
        case .fieldNotHere(let field, let kind): "A \(kind) has no \(field)."
        case .nothingToAdjust(let held): "\(held) units are held already: nothing to adjust."
        case .unknownKind(let text):
            "'\(text.printable)' is no kind of transaction. There are Buy, Sell, Receive, Give, Transfer out, Transfer in, "
                + "Dividend, Interest, Fee, Tax, Deposit, Withdrawal and Split."
        case .otherWayRound(let kind, let amount):
            "A \(kind) of \(amount.printable) is the other way round than the others. Enter what it reverses as one "
                + "that never was, or leave both out."
        case .unclearTaxes(let amount, let lines):
            "Line \(lines.prefix(6).map(String.init).joined(separator: ", "))\(lines.count > 6 ? " and more" : ""): taxes of "
                + "\(amount.printable) may be tax that came back, or tax that was withheld and has a minus. No other "
                + "amount of the file tells."
        case .unreadableTime(let text): "'\(text.printable)' is no time."
        case .sideOfSwap:
            "Both sides of a swap have one value and one day. Delete it, which takes both, and enter it anew."
        case .unknownType(let text):
            "'\(text.printable)' is no type of instrument. There are "
                + "\(InstrumentType.allCases.map(\.rawValue).joined(separator: ", "))."
        case .swapNeedsRate(let from, let to):
            "No rate from \(from) to \(to) is known for that day. Give the value in another currency."
        case .keepsChanging: "Somebody else keeps changing the same things. Try again."
        }
    }
}
