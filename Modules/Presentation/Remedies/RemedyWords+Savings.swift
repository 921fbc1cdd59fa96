import Allocation
import Models
import Persistence
import Planning

extension RemedyWords {
    /// Words of the command line for what plans and months ask for.
    public static let savings: [String: Sentence] = [
        Remedy.startMonth.action: { _ in "Start the current one: cst-plan month start" },
        Remedy.closeMonth.action: { _ in "Close it: cst-plan month close" },
        Remedy.closeMonthFirst.action: { _ in "Close it first: cst-plan month close" },
        Remedy.seeOrUndoMonth.action: { _ in
            "See it with 'cst-plan month status', or take the start back with 'cst-plan month undo'."
        },
        Remedy.undoMonthOrDecideForLater.action: { _ in
            "Take the start back with 'cst-plan month undo', or choose for later months with --always."
        },
        Remedy.listMonths.action: { _ in "See 'cst-plan month history'." },
        Remedy.addGoal.action: { _ in "Add one: cst-plan goal add" },
        Remedy.listNames(of: "goal").action: { _ in "See 'cst-plan goal list --all'." },
        Remedy.listNames(of: "asset").action: { _ in "See 'cst-assets list'." },
        Remedy.giveDecimals.action: { _ in
            "Add --decimals as its contract states: 6 for USDC, 18 for most."
        },
        Remedy.leaveOutSign.action: { _ in "Give it without the sign." },
        Remedy.withdraw.action: { _ in "Use 'cst-assets withdraw' to take out." },
    ]
}
