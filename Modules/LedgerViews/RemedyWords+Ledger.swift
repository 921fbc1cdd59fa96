import Ledger
import Persistence
package import Presentation
import Values

extension RemedyWords {
    /// The command line's words for remedies about the ledger.
    package static let ledger: [String: Sentence] = [
        Remedy.ledgerLeaveOutSign.action: { _ in "Give it without the sign." },
        Remedy.ledgerUseWord("").action: { "Use 'cst-ledger \($0["word"] ?? "")'." },
        Remedy.ledgerReactivate("").action: {
            "Reactivate it first: cst-ledger account reactivate \(($0["name"] ?? "").shellWord)"
        },
        Remedy.ledgerGiveArrives.action: { _ in "Add --arrives AMOUNT." },
        Remedy.ledgerUnlock.action: { _ in "To change it nevertheless, add --unlock." },
        Remedy.ledgerTransferRest.action: { _ in "Move it: add --transfer-to ACCOUNT." },
        Remedy.ledgerWithTransactions.action: { _ in "To delete all of it, add --with-transactions." },
        Remedy.ledgerInto.action: { _ in "Say where they go: --into CATEGORY." },
        Remedy.ledgerAdjust.action: { _ in "Clear what the bank has with --clear, or book the difference with --adjust."
        },
        Remedy.ledgerClearAll.action: { _ in "Clear all of them: add --clear-all." },
        Remedy.ledgerMarkUncleared([], account: "").action: {
            "Until a later statement has them: cst-ledger mark \($0["ids"] ?? "") uncleared --account "
                + "\(($0["account"] ?? "").shellWord)"
        },
        Remedy.ledgerNameAccount.action: { _ in "Add --account NAME." },
        Remedy.ledgerPreview.action: { _ in "Nothing was written. See every row with --preview." },
        Remedy.ledgerLeaveOutTotals.action: { _ in
            "Nothing was written. See every row with --preview; leave out what states a total with --ignore-balances."
        },
        Remedy.ledgerPreviewOpenings.action: { _ in
            "Nothing was written. See every row with --preview; to let opening days move, add --before-opening."
        },
        Remedy.ledgerPreviewCurrencies.action: { _ in
            "Nothing was written. See every row with --preview; rows in another currency go into an account in it, named with "
                + "--account."
        },
        Remedy.ledgerSkipPossible.action: { _ in
            "Undo the import with 'cst-ledger undo', and repeat it with --skip-possible or with the columns of before."
        },
        Remedy.ledgerInvert.action: { _ in
            "If these are purchases, undo the import with 'cst-ledger undo', and repeat it with --invert."
        },
        Remedy.ledgerTransferWithFee.action: { _ in
            "For a fee, delete both and use 'cst-ledger transfer … --fee AMOUNT': the bank's rows link with it again."
        },
        Remedy.ledgerListTransactions.action: { _ in "See 'cst-ledger transactions'." },
        Remedy.ledgerMoveOpening.action: { _ in "To let the opening day move, add --before-opening." },
        Remedy.listNames(of: "account").action: { _ in "See 'cst-ledger account list --all'." },
        Remedy.listNames(of: "category").action: { _ in "See 'cst-ledger category list'." },
        Remedy.listNames(of: "categoryRule").action: { _ in "See 'cst-ledger rule list'." },
    ]
}
