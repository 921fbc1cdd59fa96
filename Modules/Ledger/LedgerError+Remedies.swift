public import Values

extension LedgerError {
    /// The field.
    public var field: String? {
        switch self {
        case .signedAmount, .splitsNeeded: "amount"
        case .dayTooFar, .beforeOpening: "date"
        case .wrongWord, .intoItself, .splitsReplaced: "category"
        case .notASplit, .nothingLeft, .twoRests: "split"
        case .sameAccount: "to"
        case .arrivesNeeded, .arrivesDiffers: "arrives"
        case .notForThis(let field, _), .unknownWord(let field, _, _): field
        case .lostPage: "after"
        case .notACondition, .impossibleCondition: "if"
        case .notASetting: "set"
        case .statementTooOld, .statementInFuture: "on"
        case .difference: "statement"
        case .nothingToClear: "clear"
        case .endsBeforeItBegins, .notAPeriod, .tooManyPoints: "from"
        case .accountClosed, .balanceLeft, .accountNeeded: "account"
        case .openingReconciled: "opening"
        default: nil
        }
    }

    /// The action that would help; nil if the message says it.
    public var remedy: Remedy? {
        switch self {
        case .signedAmount: .ledgerLeaveOutSign
        case .wrongWord(_, _, _, let better?): .ledgerUseWord(better)
        case .beforeOpening: .ledgerMoveOpening
        case .accountClosed(let name): .ledgerReactivate(name)
        case .arrivesNeeded: .ledgerGiveArrives
        case .reconciled: .ledgerUnlock
        case .balanceLeft: .ledgerTransferRest
        case .inUse(let kind, _, _): kind == "account" ? .ledgerWithTransactions : .ledgerInto
        case .difference(let account, _, _, _, _, let cause): DifferenceCause.remedy(cause, account: account)
        case .accountNeeded: .ledgerNameAccount
        case .rowsRefused(let reasons, _):
            if reasons.contains(where: { $0.contains("states a total") }) {
                .ledgerLeaveOutTotals
            } else if reasons.contains(where: { $0.contains("was opened") }) {
                .ledgerPreviewOpenings
            } else if reasons.contains(where: { $0.contains("does not stand for") }) {
                .ledgerPreviewCurrencies
            } else {
                .ledgerPreview
            }
        case .unknownTransaction, .ambiguousTransaction: .ledgerListTransactions
        case .notATransfer(_, _, .otherAmount): .ledgerTransferWithFee
        default: nil
        }
    }

    /// One of each case.
    public static var examples: [LedgerError] {
        let day = CalendarDay(dayNumber: 20_000)
        let zero = Money.zero(.eur)
        return [
            .signedAmount(zero), .dayTooFar(day),
            .wrongWord(category: "Food", kind: "expense", word: "income", better: "refund"), .notASplit("Food"),
            .nothingLeft(splits: zero, total: zero), .twoRests, .unknownTransaction("3f2a"),
            .ambiguousTransaction("3f2a", count: 2), .accountClosed("Bank"),
            .beforeOpening(day, account: "Bank", opened: day),
            .sameAccount("Bank"), .arrivesNeeded(from: .eur, to: .usd), .arrivesDiffers(arrives: zero, expected: zero),
            .reconciled(account: "Bank", day: day), .balanceLeft(account: "Bank", zero),
            .inUse(kind: "category", name: "Food", uses: ["12 splits"]), .intoItself("Food"),
            .otherKind("Food", "Salary"), .splitsNeeded(2), .splitsReplaced(2),
            .nothingToClear("3f2a", account: "Bank", day), .notForThis(field: "fee", isTransfer: false), .lostPage,
            .notACondition("payee spar"),
            .impossibleCondition("amount between 5 1", reason: "5 is more than 1"),
            .notASetting("colour=red"),
            .unknownWord(field: "type", word: "bank", known: ["checking", "savings"]),
            .statementTooOld(day, last: day), .statementInFuture(day), .noStatement(account: "Bank"),
            .difference(
                account: "Bank", statement: zero, cleared: zero, difference: zero, explains: [["3f2a"]], cause: nil),
            .endsBeforeItBegins(day, day), .notAPeriod("2026-13"), .tooManyPoints(3660), .accountNeeded,
            .otherCurrency("$", account: "Bank", .eur),
            .rowsRefused(reasons: ["Line 4: '1,5' is not a number."], count: 1), .openingReconciled("Bank"),
            .notATransfer("3f2a", "91c0", .oneDirection),
        ]
    }
}

extension Remedy {
    /// Give the amount without its sign.
    package static let ledgerLeaveOutSign = Remedy("ledger.leaveOutSign")
    /// Use the word that fits the category.
    package static func ledgerUseWord(_ word: String) -> Remedy { Remedy("ledger.useWord", ["word": word]) }
    /// Reactivate the account first.
    package static func ledgerReactivate(_ name: String) -> Remedy { Remedy("ledger.reactivate", ["name": name]) }
    /// Say how much arrives.
    package static let ledgerGiveArrives = Remedy("ledger.giveArrives")
    /// Say that a reconciled transaction is meant.
    package static let ledgerUnlock = Remedy("ledger.unlock")
    /// Move the rest to another account.
    package static let ledgerTransferRest = Remedy("ledger.transferRest")
    /// Delete the account with its transactions.
    package static let ledgerWithTransactions = Remedy("ledger.withTransactions")
    /// Say where the splits of a category go.
    package static let ledgerInto = Remedy("ledger.into")
    /// Book the difference.
    package static let ledgerAdjust = Remedy("ledger.adjust")
    /// Clear all uncleared transactions.
    package static let ledgerClearAll = Remedy("ledger.clearAll")
    /// Mark transactions as uncleared until a later statement.
    package static func ledgerMarkUncleared(_ ids: [String], account: String) -> Remedy {
        Remedy(
            "ledger.markUncleared",
            ["ids": ids.map { String($0.prefix(8)) }.joined(separator: " "), "account": account])
    }
    /// Name the account of a file.
    package static let ledgerNameAccount = Remedy("ledger.nameAccount")
    /// Look at all rows of a file.
    package static let ledgerPreview = Remedy("ledger.preview")
    /// Look at all rows of a file, and let opening days move.
    package static let ledgerPreviewOpenings = Remedy("ledger.previewOpenings")
    /// Look at all rows of a file, and import those in another currency into an account in it.
    package static let ledgerPreviewCurrencies = Remedy("ledger.previewCurrencies")
    /// Undo the import, and leave out what is possibly there.
    package static let ledgerSkipPossible = Remedy("ledger.skipPossible")
    /// Undo the import, and repeat it with amounts turned round.
    package static let ledgerInvert = Remedy("ledger.invert")
    /// Look at all rows of a file, and leave out totals.
    package static let ledgerLeaveOutTotals = Remedy("ledger.leaveOutTotals")
    /// Enter a transfer with a fee in place of one of two transactions.
    package static let ledgerTransferWithFee = Remedy("ledger.transferWithFee")
    /// Look at the list of transactions.
    package static let ledgerListTransactions = Remedy("ledger.listTransactions")
    /// Let the opening day move.
    package static let ledgerMoveOpening = Remedy("ledger.moveOpening")
}
