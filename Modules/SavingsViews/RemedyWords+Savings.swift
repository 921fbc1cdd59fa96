import Allocation
import Forecast
import Interchange
import Models
import Persistence
import Planning
public import Presentation

extension RemedyWords {
    /// The command line's words for remedies about plans and months.
    public static let savings: [String: Sentence] = [
        Remedy.startMonth.action: { _ in "Start the next one: cst-plan month start" },
        Remedy.closeMonth.action: { _ in "Close it: cst-plan month close" },
        Remedy.closeMonthFirst.action: { _ in "Close it first: cst-plan month close" },
        Remedy.seeOrUndoMonth.action: { _ in
            "See it with 'cst-plan month status', or undo its start with 'cst-plan month undo'."
        },
        Remedy.undoMonth.action: { _ in "Undo it: cst-plan month undo" },
        Remedy.seeMonth.action: { _ in
            "What is still to pay can be changed with 'cst-plan protect GOAL', 'cst-plan skip GOAL' and "
                + "'cst-plan flex --save'; see 'cst-plan month'."
        },
        Remedy.leaveOutAsOf.action: { _ in "Leave out --as-of." },
        Remedy.resumeGoal("").action: { "Resume it first: cst-plan goal resume \(($0["name"] ?? "").shellWord)" },
        Remedy.moveDeadline("").action: {
            "Give it another one: cst-plan goal edit \(($0["name"] ?? "").shellWord) --deadline DAY"
        },
        Remedy.giveVolatility(RiskFactor(.usd)).action: {
            "Give it: --volatility \("\($0["name"] ?? "")=60%".shellWord)"
        },
        Remedy.giveCorrelation(RiskFactor(.usd), RiskFactor(.eur)).action: {
            "Give it: --correlation \("\($0["first"] ?? ""),\($0["second"] ?? "")=0.7".shellWord)"
        },
        Remedy.listMonths.action: { _ in "See 'cst-plan month history'." },
        Remedy.addGoal.action: { _ in "Add one: cst-plan goal add NAME --target AMOUNT --deadline DAY" },
        Remedy.listNames(of: "goal").action: { _ in "See 'cst-plan goal list --all'." },
        Remedy.listNames(of: "asset").action: { _ in "See 'cst-assets list'." },
        Remedy.giveDecimals.action: { _ in
            "Add --decimals as its contract states: 6 for USDC, 18 for most."
        },
        Remedy.giveChain.action: { _ in "Add --chain, as in --chain ethereum." },
        Remedy.giveReceived.action: { _ in "Add --received AMOUNT." },
        Remedy.endGoal("").action: {
            "Leave out --for, or finish it first: cst-plan goal finish \(($0["name"] ?? "").shellWord)"
        },
        Remedy.leaveOutSign.action: { _ in "Give it without the sign." },
        Remedy.readBalance(of: "").action: {
            "Read it: cst-assets sync \(($0["name"] ?? "").shellWord). What is kept elsewhere is entered with "
                + "'cst-assets deposit' and 'cst-assets withdraw'."
        },
        Remedy.changeAtSource.action: { _ in
            "Change it there. What is kept elsewhere is entered with 'cst-assets deposit' and 'cst-assets withdraw'."
        },
        Remedy.giveEncoding.action: { _ in "Say which it is: --encoding latin1, for instance." },
        Remedy.giveColumn.action: { arguments in
            // Dates and amounts are often unclear together.
            guard let role = arguments["role"], !["date", "amount"].contains(role) else {
                return "Name it by its title: --column date=TITLE --column amount=TITLE."
            }
            return "Name it by its title: --column \(role)=TITLE."
        },
        Remedy.giveDecimalMark.action: { _ in "Add --decimal point or --decimal comma." },
        Remedy.giveDateOrder.action: { _ in "Add --dates day-first, --dates month-first or --dates year-first." },
        Remedy.answerQuestions([]).action: { arguments in
            let topics = (arguments["topics"] ?? "").split(separator: " ").map(String.init)
            return topics.compactMap { ImportQuestion.Topic(rawValue: $0)?.answer }.joined(separator: " ")
        },
        Remedy.useNewDatabase.action: { _ in "Name one that is not there yet: --data PATH." },
        Remedy.giveAccount.action: { _ in "Name one: --account ACCOUNT." },
        Remedy.nameAsset.action: { _ in "Add --asset NAME." },
        Remedy.nameAssetOrColumn.action: { _ in "Add --asset NAME or --column account=TITLE." },
        Remedy.giveCurrency.action: { _ in "Add --currency, as in --currency EUR." },
        Remedy.previewImport.action: { _ in "Nothing was written. See every row with --preview." },
        Remedy.withdraw.action: { _ in "Use 'cst-assets withdraw' to take out." },
    ]
}

extension ImportQuestion.Topic {
    /// How to answer on the command line.
    var answer: String {
        switch self {
        case .direction:
            "Add --column direction=TITLE --out WORD for what goes out, or --out none if everything comes in."
        case .fees: "Add --fees included or --fees apart."
        case .state: "Add --pending if they did, or --skip WORD to leave rows of a state out."
        case .balance:
            "Compare the file with the bank's; where its rows are of several accounts, name their column with --column "
                + "account=TITLE; or add --ignore-balances."
        case .total: "Take the line out of the file, or add --ignore-balances."
        }
    }
}
