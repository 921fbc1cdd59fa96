public import Models
import PluginKit

/// Why an asset or a transaction cannot be entered.
public enum AssetError: Problem, Equatable {
    /// A token without its number of decimals.
    case decimalsNeeded(token: String)
    /// A token without the chain of its contract.
    case chainNeeded(token: String)
    /// A number of decimals for something that is no token.
    case contractNeeded(decimals: Int)
    /// An amount with a sign, for which there is an entry of the other kind.
    case negativeAmount(Money, isWithdrawal: Bool)
    /// An opening balance or spending of a day that has not come.
    case stockInFuture(CalendarDay)
    /// Money of a goal is spent that goes on.
    case goalHasNotEnded(goal: String)
    /// More is spent than an ended goal had.
    case spendingTooMuch(Money, asset: String, goal: String, left: Money)
    /// A transfer from an asset to itself.
    case sameAsset(String)
    /// Another asset has the same money.
    case countedTwice(asset: String, other: String, field: String)
    /// A source that there is none of.
    case unknownSource(String, known: [String])
    /// A transfer between currencies without what arrives.
    case receivedNeeded(from: Currency, to: Currency)
    /// An entry into an asset whose source keeps all of its money; with the step that enters it there.
    case takesNoEntries(asset: String, source: String, Remedy)
    /// A balance that is set by hand, though a chain or a source tells it; nil for a chain.
    case balanceReadElsewhere(asset: String, source: String?)
    /// A source that keeps all of an asset's money, for an asset with transactions of its own.
    case hasEntries(asset: String, source: String)
    /// An asset without a currency, whose source does not say one.
    case currencyNeeded(source: String)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .decimalsNeeded(let token): "The token \(token) needs its number of decimals."
        case .chainNeeded(let token): "The token \(token) needs the chain of its contract."
        case .contractNeeded(let decimals): "A number of decimals (\(decimals)) belongs to a token with a contract."
        case .negativeAmount(let amount, _): "The amount \(amount) is negative."
        case .stockInFuture(let day): "\(day) has not come: give today or an earlier day."
        case .goalHasNotEnded(let goal): "'\(goal)' has not ended, so its money is not to be spent."
        case .spendingTooMuch(let amount, let asset, let goal, let left):
            "\(amount) is more than the \(left) that '\(goal)' had of '\(asset)' at its end and that is not spent yet."
        case .sameAsset(let asset): "'\(asset)' cannot be transferred to itself."
        case .countedTwice(let asset, let other, _):
            "'\(other)' has the same source, so its money would count twice with '\(asset)'. Use '\(other)', or give another "
                + "source."
        case .unknownSource(let name, let known):
            "'\(name.printable)' is not a source of balances. "
                + (nearestName(to: name, among: known).map { "Did you mean '\($0)'?" }
                    ?? "Give one of: \(known.joined(separator: ", ")).")
        case .receivedNeeded(let from, let to):
            "A transfer from \(from) to \(to) needs the amount in \(to) that arrives."
        case .takesNoEntries(let asset, let source, _):
            "'\(asset)' takes no entries: all of its money is kept by its source '\(source)'."
        case .balanceReadElsewhere(let asset, let source):
            "The balance of '\(asset)' is not set by hand: it is read from its "
                + (source.map { "source '\($0)'." } ?? "address.")
        case .hasEntries(let asset, let source):
            "'\(asset)' has transactions, which would count besides the money that the source '\(source)' keeps: delete "
                + "them first, or add another asset."
        case .currencyNeeded(let source):
            "The source '\(source)' does not say in which currency the asset is: give its currency."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .decimalsNeeded: "asset.decimalsNeeded"
        case .chainNeeded: "asset.chainNeeded"
        case .contractNeeded: "asset.contractNeeded"
        case .negativeAmount: "asset.negativeAmount"
        case .stockInFuture: "asset.stockInFuture"
        case .goalHasNotEnded: "asset.goalHasNotEnded"
        case .spendingTooMuch: "asset.spendingTooMuch"
        case .sameAsset: "asset.sameAsset"
        case .countedTwice: "asset.countedTwice"
        case .unknownSource: "asset.unknownSource"
        case .receivedNeeded: "asset.receivedNeeded"
        case .takesNoEntries: "asset.takesNoEntries"
        case .balanceReadElsewhere: "asset.balanceReadElsewhere"
        case .hasEntries: "asset.hasEntries"
        case .currencyNeeded: "asset.currencyNeeded"
        }
    }

    /// Wrong from the request alone, or refused by what is there.
    public var kind: ProblemKind {
        switch self {
        case .decimalsNeeded, .chainNeeded, .contractNeeded, .negativeAmount, .currencyNeeded: .usage
        default: .refused
        }
    }

    /// The field.
    public var field: String? {
        switch self {
        case .decimalsNeeded, .contractNeeded: "decimals"
        case .chainNeeded: "chain"
        case .negativeAmount, .spendingTooMuch: "amount"
        case .stockInFuture: "date"
        case .goalHasNotEnded: "goal"
        case .sameAsset: "to"
        case .countedTwice(_, _, let field): field
        case .unknownSource, .hasEntries: "source"
        case .takesNoEntries, .balanceReadElsewhere: "asset"
        case .currencyNeeded: "currency"
        case .receivedNeeded: "received"
        }
    }

    /// What to give instead.
    public var remedy: Remedy? {
        switch self {
        case .decimalsNeeded: .giveDecimals
        case .chainNeeded: .giveChain
        case .negativeAmount(_, isWithdrawal: true): .leaveOutSign
        case .negativeAmount(_, isWithdrawal: false): .withdraw
        case .goalHasNotEnded(let goal): .endGoal(goal)
        case .receivedNeeded: .giveReceived
        case .takesNoEntries(_, _, let remedy): remedy
        case .balanceReadElsewhere(let asset, source: nil): .readBalance(of: asset)
        case .balanceReadElsewhere: .changeAtSource
        default: nil
        }
    }

    /// One of each case.
    public static var examples: [AssetError] {
        let day = CalendarDay(dayNumber: 20_000)
        return [
            .decimalsNeeded(token: "USDC"), .chainNeeded(token: "USDC"), .contractNeeded(decimals: 6),
            .negativeAmount(.zero(.usd), isWithdrawal: true), .negativeAmount(.zero(.usd), isWithdrawal: false),
            .stockInFuture(day), .goalHasNotEnded(goal: "Car"),
            .spendingTooMuch(.zero(.usd), asset: "Savings", goal: "Car", left: .zero(.usd)), .sameAsset("Savings"),
            .receivedNeeded(from: .btc, to: .eur), .countedTwice(asset: "Bank", other: "Savings", field: "reference"),
            .unknownSource("exce", known: ["exec"]),
            .takesNoEntries(asset: "Bank", source: "exec", .leaveOutSign),
            .balanceReadElsewhere(asset: "Wallet", source: nil), .balanceReadElsewhere(asset: "Bank", source: "exec"),
            .hasEntries(asset: "Bank", source: "exec"),
            .currencyNeeded(source: "exec"),
        ]
    }
}

extension Remedy {
    /// Say how many decimals a token has.
    public static let giveDecimals = Remedy("asset.giveDecimals")
    /// Say which chain a token is on.
    public static let giveChain = Remedy("asset.giveChain")
    /// Give the amount without its sign.
    public static let leaveOutSign = Remedy("asset.leaveOutSign")
    /// Withdraw instead of a negative deposit.
    public static let withdraw = Remedy("asset.withdraw")
    /// Finish or cancel the goal first, or withdraw without it.
    public static func endGoal(_ name: String) -> Remedy { Remedy("asset.endGoal", ["name": name]) }
    /// Read the balance of an asset on a chain, and enter only what is kept elsewhere.
    public static func readBalance(of asset: String) -> Remedy { Remedy("asset.readBalance", ["name": asset]) }
    /// Change a balance at its source, and enter only what is kept elsewhere.
    public static let changeAtSource = Remedy("asset.changeAtSource")
    /// Say what arrives.
    public static let giveReceived = Remedy("asset.giveReceived")
}
