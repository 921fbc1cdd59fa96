public import Values

/// Why something about herds cannot be entered.
public enum LivestockError: Problem, Equatable {
    /// Not a weight or gain; the text as given.
    case notAWeight(String)
    /// A weight that no animal has; the text as given.
    case weightOutOfRange(String)
    /// A daily gain that no animal has; the text as given.
    case gainOutOfRange(String)
    /// A weight or gain with more than 3 decimals; the text as given.
    case tooPrecise(String)
    /// Not a percentage; the text as given.
    case notAPercentage(String)
    /// A percentage outside of its bounds.
    case percentOutOfRange(String, least: String, most: String)
    /// Not a price per kilogram or head; the text as given.
    case notAPrice(String)
    /// Not a number of head; the text as given.
    case notAHead(String)
    /// Not one of some words; the text as given.
    case notAChoice(String, known: [String])
    /// More would go than a herd has on a day.
    case tooFewHead(herd: String, head: Int, CalendarDay)
    /// More offspring would go than a herd has at foot on a day.
    case tooFewAtFoot(herd: String, head: Int, CalendarDay)
    /// A joining or a birth of males.
    case notFemale(herd: String)
    /// A pregnancy test without a joining before it.
    case noJoining(herd: String, CalendarDay)
    /// A transfer from a herd to itself.
    case sameHerd(String)
    /// A transfer between species.
    case speciesDiffers(herd: String, other: String)
    /// Amounts of two currencies that would have to be one.
    case currencyMismatch(String, Currency, expected: Currency)
    /// An event of a day that has not come.
    case dayInFuture(CalendarDay)
    /// A period that would end before it begins.
    case endsBeforeStart(CalendarDay, start: CalendarDay)
    /// The role does not allow it.
    case roleForbids(LivestockRole, needed: LivestockRole)
    /// Something that others name.
    case inUse(kind: String, name: String, by: [String])
    /// Head or offspring came to or from herds that stay.
    case movedHead(herd: String, others: [String])
    /// Nothing to enter is named.
    case nothingToChange
    /// A price without what its level needs.
    case placeNeeded(PriceLevel)
    /// The herd's holding has to be named, since there are none or several.
    case holdingNeeded
    /// A price without a currency, where there are no holdings or they have several.
    case currencyNeeded
    /// A name that another thing of the kind has.
    case nameTaken(kind: String, name: String)
}

extension LivestockError {
    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .notAWeight(let text):
            "'\(text.printable)' is not a weight. Write kilograms, as in 380 or 380.5kg."
        case .weightOutOfRange(let text):
            "A weight of \(text.printable) kg is not possible: it has to be above 0 and at most 2000 kg."
        case .gainOutOfRange(let text):
            "A gain of \(text.printable) kg a day is not possible: it has to be between -5 and 5 kg."
        case .tooPrecise(let text): "\(text.printable) kg is too precise: at most 3 decimals are kept."
        case .notAPercentage(let text): "'\(text.printable)' is not a percentage. Write it as in 85% or 2.5%."
        case .percentOutOfRange(let text, let least, let most):
            "\(text.printable) is not possible: it has to be between \(least) and \(most)."
        case .notAPrice(let text):
            "'\(text.printable)' is not a price. Write 4.00/kg or 720c/kg live, 7.20/kg-cwt for carcase, or 85/head."
        case .notAHead(let text): "'\(text.printable)' is not a number of head. Write a whole number of at least 1."
        case .notAChoice(let text, let known):
            "'\(text.printable)' is not known. Give one of: \(known.joined(separator: ", "))."
        case .tooFewHead(let herd, let head, let day): "'\(herd)' has only \(head) head on \(day)."
        case .tooFewAtFoot(let herd, let head, let day): "'\(herd)' has only \(head) offspring at foot on \(day)."
        case .notFemale(let herd): "'\(herd)' is a herd of males: it has neither joinings nor births."
        case .noJoining(let herd, let day): "'\(herd)' was not joined before \(day), so there is nothing to test."
        case .sameHerd(let herd): "'\(herd)' cannot be moved to itself."
        case .speciesDiffers(let herd, let other): "'\(herd)' and '\(other)' are of different species."
        case .currencyMismatch(let name, let currency, let expected):
            "'\(name)' is in \(currency), not in \(expected)."
        case .dayInFuture(let day): "\(day) has not come: give today or an earlier day."
        case .endsBeforeStart(let end, let start): "The period would end on \(end), before its start on \(start)."
        case .roleForbids(let role, let needed):
            "This needs the role \(needed.rawValue); the setting livestock.role says \(role.rawValue)."
        case .inUse(let kind, let name, let users):
            "The \(kind) '\(name)' is in use by \(users.prefix(3).map { "'\($0)'" }.joined(separator: ", "))"
                + (users.count > 3 ? " and \(users.count - 3) more." : ".")
        case .movedHead(let herd, let others):
            "Head of '\(herd)' went to or came from \(others.prefix(3).map { "'\($0)'" }.joined(separator: ", "))"
                + "\(others.count > 3 ? " and others" : ""): without it their head would change. Delete these events first."
        case .nothingToChange: "There is nothing to change: name at least one thing that is to be different."
        case .placeNeeded(let level): "A price of the level \(level.rawValue) needs the place where it was paid."
        case .holdingNeeded: "Say which holding the herd belongs to."
        case .currencyNeeded: "Say which currency the price is in: there is no holding, or they have several."
        case .nameTaken(let kind, let name): "There is a \(kind) '\(name)' already."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .notAWeight: "livestock.notAWeight"
        case .weightOutOfRange: "livestock.weightOutOfRange"
        case .gainOutOfRange: "livestock.gainOutOfRange"
        case .tooPrecise: "livestock.tooPrecise"
        case .notAPercentage: "livestock.notAPercentage"
        case .percentOutOfRange: "livestock.percentOutOfRange"
        case .notAPrice: "livestock.notAPrice"
        case .notAHead: "livestock.notAHead"
        case .notAChoice: "livestock.notAChoice"
        case .tooFewHead: "livestock.tooFewHead"
        case .tooFewAtFoot: "livestock.tooFewAtFoot"
        case .notFemale: "livestock.notFemale"
        case .noJoining: "livestock.noJoining"
        case .sameHerd: "livestock.sameHerd"
        case .speciesDiffers: "livestock.speciesDiffers"
        case .currencyMismatch: "livestock.currencyMismatch"
        case .dayInFuture: "livestock.dayInFuture"
        case .endsBeforeStart: "livestock.endsBeforeStart"
        case .roleForbids: "livestock.roleForbids"
        case .inUse: "livestock.inUse"
        case .movedHead: "livestock.movedHead"
        case .nothingToChange: "livestock.nothingToChange"
        case .placeNeeded: "livestock.placeNeeded"
        case .holdingNeeded: "livestock.holdingNeeded"
        case .currencyNeeded: "livestock.currencyNeeded"
        case .nameTaken: "livestock.nameTaken"
        }
    }

    /// Wrong from the request alone, or refused by what is there.
    public var kind: ProblemKind {
        switch self {
        case .notAWeight, .weightOutOfRange, .gainOutOfRange, .tooPrecise, .notAPercentage, .percentOutOfRange,
            .notAPrice, .notAHead, .notAChoice, .nothingToChange, .placeNeeded, .endsBeforeStart:
            .usage
        default: .refused
        }
    }

    /// The field that it belongs to; nil where the request says which one.
    public var field: String? {
        switch self {
        case .dayInFuture: "date"
        case .sameHerd, .speciesDiffers, .endsBeforeStart: "to"
        case .placeNeeded: "place"
        case .holdingNeeded: "holding"
        case .currencyNeeded: "currency"
        case .tooFewHead, .tooFewAtFoot: "head"
        case .nameTaken: "name"
        default: nil
        }
    }

    /// A step that helps; nil where the message says it.
    public var remedy: Remedy? {
        switch self {
        case .holdingNeeded: .addHolding
        case .currencyNeeded: .giveLivestockCurrency
        case .noJoining(let herd, _): .joinHerd(herd)
        default: nil
        }
    }

    /// One of each case.
    public static var examples: [LivestockError] {
        let day = CalendarDay(dayNumber: 20_000)
        return [
            .notAWeight("380lb"), .weightOutOfRange("5000"), .gainOutOfRange("50"), .tooPrecise("0.12345"),
            .notAPercentage("half"), .percentOutOfRange("900%", least: "0%", most: "400%"), .notAPrice("c"),
            .notAHead("0"), .notAChoice("horse", known: ["cattle"]), .tooFewHead(herd: "Steers", head: 50, day),
            .tooFewAtFoot(herd: "Cows", head: 3, day), .notFemale(herd: "Steers"), .noJoining(herd: "Cows", day),
            .sameHerd("Cows"), .speciesDiffers(herd: "Cows", other: "Ewes"),
            .currencyMismatch("Hill farm", .usd, expected: .eur), .dayInFuture(day),
            .endsBeforeStart(day, start: day.adding(days: 1)),
            .roleForbids(.viewer, needed: .manager), .inUse(kind: "saleyard", name: "Roma", by: ["Cows"]),
            .movedHead(herd: "Cows", others: ["Weaners"]), .nothingToChange, .placeNeeded(.saleyard), .holdingNeeded,
            .currencyNeeded,
            .nameTaken(kind: "herd", name: "Cows"),
        ]
    }
}

extension LivestockError {
    /// Refuses a period that ends before it begins; either end may be open.
    static func checkPeriod(from first: CalendarDay?, to last: CalendarDay?) throws(LivestockError) {
        if let first, let last, last < first { throw .endsBeforeStart(last, start: first) }
    }
}

extension Remedy {
    /// Say in which currency a price is.
    public static let giveLivestockCurrency = Remedy("livestock.giveCurrency")
    /// Add a holding first.
    public static let addHolding = Remedy("livestock.addHolding")
    /// Enter the joining of a herd.
    public static func joinHerd(_ name: String) -> Remedy { Remedy("livestock.joinHerd", ["name": name]) }
}
