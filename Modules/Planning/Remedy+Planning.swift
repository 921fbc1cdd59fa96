public import Models

extension Remedy {
    /// Start the current month.
    public static let startMonth = Remedy("month.start")
    /// Close the month that is in progress.
    public static let closeMonth = Remedy("month.close")
    /// Close the month that is in progress before another begins.
    public static let closeMonthFirst = Remedy("month.closeFirst")
    /// Look at the month that was started, or undo its start.
    public static let seeOrUndoMonth = Remedy("month.seeOrUndo")
    /// Undo the latest step of the newest month.
    public static let undoMonth = Remedy("month.undo")
    /// Look at the month, whose payments can still be decided.
    public static let seeMonth = Remedy("month.see")
    /// Act as of today.
    public static let leaveOutAsOf = Remedy("leaveOutAsOf")
    /// Resume a paused goal.
    public static func resumeGoal(_ name: String) -> Remedy { Remedy("goal.resume", ["name": name]) }
    /// What leads on where only an active goal will do.
    static func becomeActive(_ name: String, _ lifecycle: Goal.Lifecycle) -> Remedy {
        lifecycle == .paused ? resumeGoal(name) : addGoal
    }
    /// Look at all months that were started.
    public static let listMonths = Remedy("month.list")
    /// Add a goal.
    public static let addGoal = Remedy("goal.add")
}
