import Models
import TestSupport

/// Makes the steps of a random year, and remembers just enough that most of them make sense.
struct HouseholdYearMaker {
    struct Goal {
        var currency: Currency
        var start: CalendarDay
        var deadline: CalendarDay
        var isActive = true
        var isEnded = false
        var isGone = false
    }

    struct Asset {
        var currency: Currency
        var isGone = false
    }

    var random: SeededGenerator
    let convention: HouseholdConvention
    let firstDay: CalendarDay
    let firstPrices: [Currency: Ratio]
    /// Currencies with about a US dollar in minor units of each; the last has never a rate.
    let currencies: [(currency: Currency, dollar: Int)]
    /// Whether a price goes missing at times.
    let losesPrices: Bool

    var steps: [HouseholdStep] = []
    var today: CalendarDay
    var goals: [Goal] = []
    var assets: [Asset] = []
    var transactions: [(asset: Int, day: CalendarDay)] = []
    var allocated: [(asset: Int, goal: Int)] = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        let conventions: [HouseholdConvention] = [
            .paymentDay(1), .paymentDay(1), .paymentDay(15), .paymentDay(28), .lastDay, .calendarMonths,
        ]
        convention = random.pick(conventions)
        firstDay = try day("2026-01-01").adding(days: random.int(0...120))
        today = firstDay
        let table = [("USD", 100), ("EUR", 92), ("JPY", 150), ("BTC", 1500), ("KWD", 307), ("GBP", 80)]
        currencies = try table.map { (try currency($0.0), $0.1) }
        losesPrices = random.chance(1, in: 4)
        firstPrices = try Self.prices(currencies.map(\.currency), &random)
    }

    private static func prices(
        _ currencies: [Currency], _ random: inout SeededGenerator
    ) throws -> [Currency: Ratio] {
        let texts = [
            "1", "1.\(random.int(10...1999))", "0.00\(random.int(50...999))", "\(random.int(30_000...120_000))",
            "3.2\(random.int(0...99))",
        ]
        return Dictionary(uniqueKeysWithValues: try zip(currencies, texts).map { ($0, try ratio($1)) })
    }

    mutating func makeSteps() throws {
        for _ in 0..<random.int(1...3) { try addAsset() }
        for _ in 0..<random.int(1...3) { try addGoal() }
        for goal in goals.indices { try allocate(to: goal) }
        let count = random.int(60...120)
        while steps.count < count { try makeStep() }
    }

    private mutating func makeStep() throws {
        switch random.int(1...100) {
        case 1...30: advance()
        case 31...44: try transact()
        case 45...52: try correct()
        case 53...60: try allocate(to: random.int(0...goals.count - 1))
        case 61...66: steps.append(.startMonth)
        case 67...69: steps.append(.closeMonth)
        case 70: steps.append(.undoMonth)
        case 71...79: try decide()
        case 80...81: steps.append(.saveFlex(percent: random.int(50...150)))
        case 82: steps.append(.resetFlex)
        case 83...86: try changeGoal()
        case 87...89: liveOn()
        case 90...91: try spend()
        case 92...94: try addGoal()
        case 95: try addAsset()
        case 96: unallocate()
        case 97: if assets.count > 2, random.chance(1, in: 2) { deleteAsset() }
        default: try movePrices()
        }
    }

    private mutating func advance() {
        let days = random.chance(1, in: 12) ? random.int(30...75) : random.int(1...24)
        steps.append(.advance(days: days))
        today = today.adding(days: days)
        // Often a month is led at once.
        if random.chance(1, in: 3) { steps.append(.startMonth) }
    }

    private mutating func movePrices() throws {
        var prices = try Self.prices(currencies.map(\.currency), &random)
        if losesPrices, random.chance(1, in: 2) { prices[random.pick(currencies).currency] = nil }
        steps.append(.prices(prices))
    }
}

// MARK: - Amounts and choices

extension HouseholdYearMaker {
    /// About so many US dollars, mostly whole minor units.
    mutating func amount(_ dollars: ClosedRange<Int>, in currency: Currency) throws -> Money {
        let dollar = currencies.first { $0.currency == currency }?.dollar ?? 100
        let units = random.int(dollars) * dollar + (random.chance(1, in: 2) ? random.int(0...dollar - 1) : 0)
        let whole = try Money(minorUnits: Int128(max(1, units)), currency)
        guard random.chance(1, in: 15), currency.minorUnit < 8 else { return whole }
        let fraction = String(repeating: "0", count: currency.minorUnit) + String(random.int(1...9))
        return try whole.adding(Money("0.\(fraction)", currency))
    }

    /// A place in a list that fits, or any.
    mutating func place(_ fitting: [Int], of count: Int) -> Int {
        fitting.isEmpty || random.chance(1, in: 20) ? random.int(0...max(0, count - 1)) : random.pick(fitting)
    }

    mutating func anyGoal(_ fits: (Goal) -> Bool) -> Int {
        place(goals.indices.filter { fits(goals[$0]) }, of: goals.count)
    }

    mutating func anyAsset() -> Int { place(assets.indices.filter { !assets[$0].isGone }, of: assets.count) }

    func currencyOfAsset(_ asset: Int) -> Currency {
        assets.indices.contains(asset) ? assets[asset].currency : currencies[0].currency
    }

    /// Mostly one of the currencies with a rate.
    mutating func anyCurrency() -> Currency {
        random.chance(1, in: 12)
            ? random.pick(currencies).currency : currencies[[0, 0, 1, 1, 2, 3, 4][random.int(0...6)]].currency
    }
}
