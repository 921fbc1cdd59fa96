import Allocation
import ExchangeRates
import Forecast
import Models
import Persistence
import Planning
public import Presentation

extension RemedyWords {
    /// The words of pages for remedies: they name pages, buttons and fields, as the command line's name commands.
    public static let savingsPages: [String: Sentence] = [
        Remedy.startMonth.action: { _ in "Start the next one on the page Month." },
        Remedy.closeMonth.action: { _ in "Close it on the page Month." },
        Remedy.closeMonthFirst.action: { _ in "Close it first, on the page Month." },
        Remedy.seeOrUndoMonth.action: { _ in "See it on the page Month, where its start can be undone." },
        Remedy.undoMonth.action: { _ in "Undo it on the page Month." },
        Remedy.seeMonth.action: { _ in
            "What is still to pay can be changed on the page of each goal, and for all of them under 'Pay more or less'."
        },
        Remedy.swapDays.action: { _ in "Swap the two days." },
        Remedy.resumeGoal("").action: { "Resume '\($0["name"] ?? "")' first, on its page." },
        Remedy.moveDeadline("").action: { "Give '\($0["name"] ?? "")' another deadline: 'Edit' on its page." },
        Remedy.listMonths.action: { _ in "All months are on the page Month." },
        Remedy.addGoal.action: { _ in "Add one with 'New goal' on the page Goals." },
        Remedy.listNames(of: "goal").action: { _ in "All goals are on the page Goals." },
        Remedy.listNames(of: "asset").action: { _ in "All assets are on the page Assets." },
        Remedy.giveDecimals.action: { _ in
            "Fill in 'Decimals of the token' as its contract states: 6 for USDC, 18 for most."
        },
        Remedy.giveChain.action: { _ in "Fill in 'Chain', as in ethereum." },
        Remedy.giveReceived.action: { _ in "Fill in 'Amount that arrives'." },
        Remedy.endGoal("").action: { "Choose no goal, or finish '\($0["name"] ?? "")' first, on its page." },
        Remedy.readBalance(of: "").action: { _ in
            "Use 'Read its balance'. What is kept elsewhere is entered with 'Add money' and 'Take out'."
        },
        Remedy.changeAtSource.action: { _ in
            "Change it there. What is kept elsewhere is entered with 'Add money' and 'Take out'."
        },
        Remedy.withdraw.action: { _ in "Use 'Take out'." },
        Remedy.leaveOutAsOf.action: { _ in "Go back to today." },
        Remedy.leaveOutDay.action: { _ in "Leave out the day." },
        Remedy.leaveOutSign.action: { _ in "Give it without the sign." },
    ]
}
