/// Words of goals, assets and plans that the help explains.
public enum SavingsWords {
    /// Each word with its meaning.
    public static let all: [(word: String, meaning: String)] = [
        ("To set aside", "What will be paid next for all goals: what was decided, else what is required."),
        ("Required", "What remains of a goal, split evenly over its payment dates: the first of these payments."),
        (
            "At least, at most",
            "Something could not be counted, so the true figure lies on that side. What is missing stands beside it."
        ),
        ("On track, behind", "Whether a goal has what its payment dates so far required."),
        (
            "Allocation",
            "How an asset funds a goal: by a share (60%), by a fixed amount (450), or by the rest, which is all that other "
                + "goals leave. Shares and the rest grow with what is put in; a fixed amount does not."
        ), ("Contributed", "What was put in for a goal since a month was started."),
        ("Payment day", "The day of each month by which payments are made; chosen under Settings."),
        ("Flexible, protected, skipped", "Whether paying less or more in all changes the payment of a goal."),
        ("Free", "What of an asset no goal gets."), ("Stale", "A rate that is older than it should be; it counts."),
        ("Month", "Starting a month fixes payments and rates, so that they do not follow daily prices."),
    ]
}
