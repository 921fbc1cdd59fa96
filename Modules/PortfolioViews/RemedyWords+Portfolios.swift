import Models
import Persistence
import Portfolio
public import Presentation

extension RemedyWords {
    /// The command line's words for remedies about portfolios.
    public static let portfolios: [String: Sentence] = [
        Remedy.addPortfolio.action: { _ in "Add one: cst-portfolio add NAME --currency CODE" },
        Remedy.namePortfolio.action: { _ in "Name it: --portfolio NAME" },
        Remedy.receiveUnits("").action: {
            let name = ($0["name"] ?? "").shellWord
            return
                "If a split is missing, enter it: cst-portfolio split \(name) 2:1 --date DAY. Else enter what came before: "
                + "cst-portfolio receive \(name) UNITS --cost unknown --date DAY. Or correct an entry: cst-portfolio "
                + "transactions \(name). An import brings in what a file does not have with --open-missing."
        },
        Remedy.deleteWithTransactions("").action: {
            "Delete it with all of them: cst-portfolio instrument delete \(($0["name"] ?? "").shellWord) --cascade"
        },
        Remedy.archivePortfolio("").action: {
            "Archive it instead: cst-portfolio archive \(($0["name"] ?? "").shellWord)"
        },
        Remedy.replacePrice.action: { _ in "Replace it: --replace" },
        Remedy.giveCost.action: { _ in "Add --cost AMOUNT or --cost unknown." },
        Remedy.enterTransfer("").action: {
            let name = ($0["name"] ?? "").shellWord
            return "If the other portfolio is here, delete this entry and any other half, and enter one transfer: "
                + "cst-portfolio transfer \(name) UNITS --from PORTFOLIO --to PORTFOLIO --date DAY"
        },
        Remedy.deleteDuplicate("").action: {
            "If it is the same, delete one of the two: cst-portfolio transaction delete \($0["id"] ?? "")"
        },
        Remedy.sayNegativeTaxes.action: { _ in "Say it: --negative-taxes refunded, or --negative-taxes withheld" },
        Remedy.nameAmountColumn.action: { _ in
            "Name what it tells: --column fees=TITLE, --column taxes=TITLE or --column settled=TITLE"
        },
        Remedy.listLots.action: { _ in "See 'cst-portfolio lots'." },
        Remedy.fillRates.action: { _ in "Ask for it later: cst-portfolio rates fill" },
        Remedy.recordPrice("").action: {
            "Record one: cst-portfolio price add \(($0["name"] ?? "").shellWord) AMOUNT"
        },
        Remedy.listNames(of: "portfolio").action: { _ in "See 'cst-portfolio list --all'." },
        Remedy.listNames(of: "instrument").action: { _ in "See 'cst-portfolio instrument list'." },
        Remedy.listNames(of: "portfolioTransaction").action: { _ in "See 'cst-portfolio transactions'." },
    ]
}
