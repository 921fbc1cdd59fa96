public import Models

extension PortfolioError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .noPortfolio: "portfolio.none"
        case .choosePortfolio: "portfolio.choose"
        case .short: "portfolio.short"
        case .futureDay: "portfolio.futureDay"
        case .negativeAmount: "portfolio.negativeAmount"
        case .priceOrTotal: "portfolio.priceOrTotal"
        case .roundsToNothing: "portfolio.roundsToNothing"
        case .settledDiffers: "portfolio.settledDiffers"
        case .settledTooSmall: "portfolio.settledTooSmall"
        case .rateNotNeeded: "portfolio.rateNotNeeded"
        case .unknownLot: "portfolio.unknownLot"
        case .lotsDoNotSum: "portfolio.lotsDoNotSum"
        case .lotTooSmall: "portfolio.lotTooSmall"
        case .namedLotsChanged: "portfolio.namedLotsChanged"
        case .averageHasNoLots: "portfolio.averageHasNoLots"
        case .nobodyHolds: "portfolio.nobodyHolds"
        case .actionExists: "portfolio.actionExists"
        case .badProportion: "portfolio.badProportion"
        case .sameInstrument: "portfolio.sameInstrument"
        case .costNeeded: "portfolio.costNeeded"
        case .fixedOnceUsed: "portfolio.fixedOnceUsed"
        case .portfolioNotEmpty: "portfolio.notEmpty"
        case .instrumentInUse: "portfolio.instrumentInUse"
        case .priceExists: "portfolio.priceExists"
        case .noPrice: "portfolio.noPrice"
        case .daysReversed: "portfolio.daysReversed"
        case .cashHasNoPrice: "portfolio.cashHasNoPrice"
        case .keepsNoCash: "portfolio.keepsNoCash"
        case .fieldNotHere: "portfolio.fieldNotHere"
        case .nothingToAdjust: "portfolio.nothingToAdjust"
        case .unknownKind: "portfolio.unknownKind"
        case .otherWayRound: "portfolio.otherWayRound"
        case .unclearTaxes: "portfolio.unclearTaxes"
        case .unreadableTime: "portfolio.unreadableTime"
        case .sideOfSwap: "portfolio.sideOfSwap"
        case .unknownType: "instrument.unknownType"
        case .swapNeedsRate: "portfolio.swapNeedsRate"
        case .keepsChanging: "portfolio.keepsChanging"
        }
    }

    /// The sort of refusal.
    public var kind: ProblemKind {
        switch self {
        case .negativeAmount, .priceOrTotal, .badProportion, .costNeeded, .fieldNotHere, .unknownType, .daysReversed:
            .usage
        case .noPrice: .missing
        case .keepsChanging: .conflict
        default: .refused
        }
    }

    /// The step that helps.
    public var remedy: Remedy? {
        switch self {
        case .noPortfolio: .addPortfolio
        case .choosePortfolio: .namePortfolio
        case .short(_, let instrument, _, _, _): .receiveUnits(instrument)
        case .instrumentInUse(let name, _, _): .deleteWithTransactions(name)
        case .portfolioNotEmpty(let name, _): .archivePortfolio(name)
        case .priceExists: .replacePrice
        case .costNeeded: .giveCost
        case .unknownLot: .listLots
        case .unclearTaxes: .sayNegativeTaxes
        default: nil
        }
    }

    /// One of each case.
    public static var examples: [PortfolioError] {
        let day = CalendarDay(dayNumber: 20_000)
        return [
            .noPortfolio, .choosePortfolio(["Broker", "Wallet"]),
            .short(portfolio: "Broker", instrument: "ACME", day: day, held: "2", taken: "3"), .futureDay(day),
            .negativeAmount(.zero(.usd)), .priceOrTotal, .roundsToNothing(.usd),
            .settledDiffers(settled: .zero(.usd), total: .zero(.usd)), .settledTooSmall(.zero(.usd)),
            .rateNotNeeded(.usd), .unknownLot("1a2b", known: ["3c4d5e6f"]), .lotsDoNotSum(named: "2", units: "3"),
            .lotTooSmall(lot: "3c4d5e6f", held: "1", named: "2"), .namedLotsChanged(day: day), .averageHasNoLots,
            .nobodyHolds(instrument: "ACME", day: day),
            .actionExists(kind: "split", instrument: "ACME", day: day), .badProportion("2"), .sameInstrument("ACME"),
            .costNeeded,
            .fixedOnceUsed(field: "currency", thing: "Broker"), .portfolioNotEmpty("Broker", 3),
            .instrumentInUse("ACME", transactions: 3, prices: 1),
            .priceExists(instrument: "ACME", day: day, price: .zero(.usd)), .noPrice(instrument: "ACME", day: day),
            .daysReversed(from: day, to: day.adding(days: -1)), .cashHasNoPrice("Euro"), .keepsNoCash("Broker"),
            .fieldNotHere(field: "fees", kind: "split"),
            .nothingToAdjust(held: "2"), .unknownKind("Swapped"),
            .otherWayRound(kind: "dividend", amount: "-24.00"),
            .unclearTaxes(amount: "-2.00", lines: [4]), .unreadableTime("noon"), .sideOfSwap,
            .unknownType("share"),
            .swapNeedsRate(.usd, .eur),
            .keepsChanging,
        ]
    }
}

extension Remedy {
    /// Add a portfolio.
    public static let addPortfolio = Remedy("portfolio.add")
    /// Name the portfolio.
    public static let namePortfolio = Remedy("portfolio.name")
    /// Enter units of unknown past, or correct what goes: the instrument is "name".
    public static func receiveUnits(_ name: String) -> Remedy { Remedy("portfolio.receive", ["name": name]) }
    /// Delete the instrument with its transactions and prices.
    public static func deleteWithTransactions(_ name: String) -> Remedy { Remedy("instrument.cascade", ["name": name]) }
    /// Archive the portfolio instead.
    public static func archivePortfolio(_ name: String) -> Remedy { Remedy("portfolio.archive", ["name": name]) }
    /// Replace the recorded price.
    public static let replacePrice = Remedy("price.replace")
    /// Say what the units cost.
    public static let giveCost = Remedy("portfolio.giveCost")
    /// Enter a transfer in place of one of its halves: the instrument is "name".
    public static func enterTransfer(_ name: String) -> Remedy { Remedy("portfolio.transfer", ["name": name]) }
    /// Delete one of two entries that may be the same: the beginning of its id is "id".
    public static func deleteDuplicate(_ id: String) -> Remedy { Remedy("portfolio.deleteDuplicate", ["id": id]) }
    /// Say what a minus before taxes means in a file.
    public static let sayNegativeTaxes = Remedy("portfolio.sayNegativeTaxes")
    /// Name what a column with amounts tells in a file.
    public static let nameAmountColumn = Remedy("portfolio.nameAmountColumn")
    /// Look at the lots of the position.
    public static let listLots = Remedy("portfolio.listLots")
    /// Ask for the rates of transactions that have none.
    public static let fillRates = Remedy("portfolio.fillRates")
    /// Record a price of the instrument, which is "name".
    public static func recordPrice(_ name: String) -> Remedy { Remedy("price.add", ["name": name]) }
}
