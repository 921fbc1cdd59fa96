import PluginKit
public import Values

/// Why something of the ledger cannot be entered or changed.
public enum LedgerError: Problem, Equatable {
    /// An amount with a sign, which the request gives.
    case signedAmount(Money)
    /// A day more than a hundred years away.
    case dayTooFar(CalendarDay)
    /// A request whose word fits none of the categories, with the word that does.
    case wrongWord(category: String, kind: String, word: String, better: String?)
    /// A split that is not written as a category and an amount.
    case notASplit(String)
    /// Splits that take more than there is, so that less than nothing is left for a category.
    case nothingLeft(splits: Money, total: Money)
    /// Two splits that both take the rest.
    case twoRests
    /// No transaction has the id.
    case unknownTransaction(String)
    /// Several transactions have an id that begins so.
    case ambiguousTransaction(String, count: Int)
    /// A day before an account was opened.
    case beforeOpening(CalendarDay, account: String, opened: CalendarDay)
    /// An account that takes no transactions.
    case accountClosed(String)
    /// A transfer from an account to itself.
    case sameAccount(String)
    /// A transfer between currencies without what arrives.
    case arrivesNeeded(from: Currency, to: Currency)
    /// A transfer within one currency whose arriving amount is not what left without the fee.
    case arrivesDiffers(arrives: Money, expected: Money)
    /// A posting that a kept statement has.
    case reconciled(account: String, day: CalendarDay)
    /// An account that is closed with money in it.
    case balanceLeft(account: String, Money)
    /// An account or a category that is in use.
    case inUse(kind: String, name: String, uses: [String])
    /// A category that would go into itself or into one below it.
    case intoItself(String)
    /// Two categories of different kinds.
    case otherKind(String, String)
    /// The amount of a transaction with several splits, which do not say how they share another amount.
    case splitsNeeded(Int)
    /// The category of a transaction with several splits, which have one each.
    case splitsReplaced(Int)
    /// A field that a transfer does not have, or only a transfer has.
    case notForThis(field: String, isTransfer: Bool)
    /// A page that begins after a transaction that is not there.
    case lostPage
    /// A condition that cannot be read.
    case notACondition(String)
    /// A condition of which the number can hold of nothing.
    case impossibleCondition(String, reason: String)
    /// A setting of a rule that cannot be read.
    case notASetting(String)
    /// A word that is none of the known ones.
    case unknownWord(field: String, word: String, known: [String])
    /// A statement that is not later than the one before.
    case statementTooOld(CalendarDay, last: CalendarDay)
    /// A statement of a day that has not come.
    case statementInFuture(CalendarDay)
    /// An account without a kept statement.
    case noStatement(account: String)
    /// A transaction to clear that has no uncleared posting in the account up to the statement's day.
    case nothingToClear(String, account: String, CalendarDay)
    /// A statement that differs from what is cleared.
    case difference(
        account: String, statement: Money, cleared: Money, difference: Money, explains: [[String]],
        cause: DifferenceCause?)
    /// A period that ends before it begins.
    case endsBeforeItBegins(CalendarDay, CalendarDay)
    /// A period that cannot be read.
    case notAPeriod(String)
    /// More points are asked for than are shown.
    case tooManyPoints(Int)
    /// The columns or accounts of a file do not say which account it is about.
    case accountNeeded
    /// A code or sign in a file that is not of the account's currency.
    case otherCurrency(String, account: String, Currency)
    /// Rows of a file that cannot be entered.
    case rowsRefused(reasons: [String], count: Int)
    /// Two transactions that are no transfer.
    case notATransfer(String, String, NoTransfer)
    /// An account with statements, whose opening balance they rest on.
    case openingReconciled(String)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .signedAmount(let amount): "The amount \(amount) is negative."
        case .dayTooFar(let day): "\(day) is more than a hundred years away."
        case .wrongWord(let category, let kind, let word, _):
            "'\(category.printable)' is a category for \(kind), so this is no \(word)."
        case .notASplit(let text): "'\(text.printable)' is no split: write a category, an equals sign and an amount."
        case .nothingLeft(let splits, let total):
            "The splits are \(splits) of \(total): nothing is left for the category. Give each part as a split."
        case .twoRests: "Only one split can take the rest."
        case .unknownTransaction(let id): "There is no transaction '\(id.printable)'."
        case .ambiguousTransaction(let id, let count): "'\(id.printable)' begins the ids of \(count) transactions."
        case .beforeOpening(let day, let account, let opened):
            "\(day) is before \(opened), on which '\(account.printable)' was opened."
        case .accountClosed(let name): "'\(name.printable)' is closed and takes no transactions."
        case .sameAccount(let name): "'\(name.printable)' cannot be transferred to itself."
        case .arrivesNeeded(let from, let to):
            "A transfer from \(from) to \(to) needs the amount in \(to) that arrives."
        case .arrivesDiffers(let arrives, let expected):
            "\(arrives) cannot arrive: within one currency it is what left without the fee, \(expected)."
        case .reconciled(let account, let day):
            "A statement of '\(account.printable)' has this transaction of \(day)."
        case .balanceLeft(let account, let balance): "'\(account.printable)' has a balance of \(balance)."
        case .inUse(let kind, let name, let uses):
            "The \(kind) '\(name.printable)' is in use: \(uses.joined(separator: ", "))."
        case .intoItself(let name): "'\(name.printable)' cannot go into itself or into a category below it."
        case .otherKind(let first, let second):
            "'\(first.printable)' and '\(second.printable)' are of different kinds."
        case .splitsNeeded(let count):
            "The transaction has \(count) splits: say how they share the new amount."
        case .splitsReplaced(let count):
            "The transaction has \(count) splits, which one category would replace: give the splits anew."
        case .notForThis(let field, let isTransfer):
            isTransfer ? "A transfer has no \(field)." : "Only a transfer has \(field)."
        case .lostPage: "The transaction after which the list goes on is not in it any more. Begin again."
        case .notACondition(let text):
            "'\(text.printable)' is no condition: write a subject, a comparison and a value, as in: payee contains spar."
        case .impossibleCondition(let text, let reason): "'\(text.printable)' can never hold: \(reason)."
        case .notASetting(let text): "'\(text.printable)' is no setting: write payee=…, category=… or tag=…."
        case .unknownWord(let field, let word, let known):
            "'\(word.printable)' is no \(field == "if" ? "word of a condition" : field). "
                + (nearestName(to: word, among: known).map { "Did you mean '\($0)'?" }
                    ?? "Give one of: \(known.joined(separator: ", ")).")
        case .statementTooOld(let day, let last): "\(day) is not after the last statement, which is of \(last)."
        case .statementInFuture(let day): "\(day) has not come: a statement is of today or earlier."
        case .noStatement(let account): "'\(account.printable)' has no statement that could be withdrawn."
        case .nothingToClear(let id, let account, let day):
            "'\(id.printable)' has nothing uncleared in '\(account.printable)' up to \(day)."
        case .difference(let account, let statement, let cleared, let difference, let explains, let cause):
            "The statement of '\(account.printable)' has \(statement), and \(cleared) is cleared: the difference is "
                + "\(difference). \(DifferenceCause.sentence(cause, explains))"
        case .endsBeforeItBegins(let first, let last): "The first day \(first) comes after the last \(last)."
        case .notAPeriod(let text):
            "'\(text.printable)' is no period: write one month as in 2026-03, one quarter as in 2026-Q1, one year as in 2026, or "
                + "two days."
        case .tooManyPoints(let most): "More than \(most) points are asked for. Ask for fewer at once."
        case .accountNeeded: "The file does not say which account it is about."
        case .otherCurrency(let text, let account, let currency):
            "'\(text.printable)' does not stand for \(currency), the currency of '\(account.printable)'."
        case .rowsRefused(let reasons, let count):
            reasons.joined(separator: "\n") + (count > reasons.count ? "\nand \(count - reasons.count) more." : "")
        case .notATransfer(let first, let second, let reason):
            "'\(first.printable)' and '\(second.printable)' cannot be one transfer: \(reason.rawValue)."
        case .openingReconciled(let name):
            "Statements of '\(name.printable)' rest on its opening balance, so it stays."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .signedAmount: "ledger.signedAmount"
        case .dayTooFar: "ledger.dayTooFar"
        case .wrongWord: "ledger.wrongWord"
        case .notASplit: "ledger.notASplit"
        case .nothingLeft: "ledger.nothingLeft"
        case .twoRests: "ledger.twoRests"
        case .unknownTransaction: "ledger.unknownTransaction"
        case .ambiguousTransaction: "ledger.ambiguousTransaction"
        case .beforeOpening: "ledger.beforeOpening"
        case .accountClosed: "ledger.accountClosed"
        case .sameAccount: "ledger.sameAccount"
        case .arrivesNeeded: "ledger.arrivesNeeded"
        case .arrivesDiffers: "ledger.arrivesDiffers"
        case .reconciled: "ledger.reconciled"
        case .balanceLeft: "ledger.balanceLeft"
        case .inUse: "ledger.inUse"
        case .intoItself: "ledger.intoItself"
        case .otherKind: "ledger.otherKind"
        case .splitsNeeded: "ledger.splitsNeeded"
        case .splitsReplaced: "ledger.splitsReplaced"
        case .notForThis: "ledger.notForThis"
        case .lostPage: "ledger.lostPage"
        case .notACondition: "ledger.notACondition"
        case .impossibleCondition: "ledger.impossibleCondition"
        case .notASetting: "ledger.notASetting"
        case .unknownWord: "ledger.unknownWord"
        case .statementTooOld: "ledger.statementTooOld"
        case .statementInFuture: "ledger.statementInFuture"
        case .noStatement: "ledger.noStatement"
        case .nothingToClear: "ledger.nothingToClear"
        case .difference: "ledger.difference"
        case .endsBeforeItBegins: "ledger.endsBeforeItBegins"
        case .notAPeriod: "ledger.notAPeriod"
        case .tooManyPoints: "ledger.tooManyPoints"
        case .accountNeeded: "ledger.accountNeeded"
        case .otherCurrency: "ledger.otherCurrency"
        case .rowsRefused: "ledger.rowsRefused"
        case .notATransfer: "ledger.notATransfer"
        case .openingReconciled: "ledger.openingReconciled"
        }
    }

    /// Wrong from the request alone, missing, or refused by what is there.
    public var kind: ProblemKind {
        switch self {
        case .signedAmount, .notASplit, .nothingLeft, .twoRests, .notACondition, .impossibleCondition, .notASetting,
            .unknownWord, .endsBeforeItBegins,
            .notAPeriod, .tooManyPoints:
            .usage
        case .unknownTransaction, .ambiguousTransaction: .missing
        default: .refused
        }
    }
}
