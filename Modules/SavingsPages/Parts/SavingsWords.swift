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
        ("Free", "What of an asset no goal gets."), ("Stale", "A rate that is older than it should be; it counts."),
        ("Month", "Starting a month fixes payments and rates, so that they do not follow daily prices."),
    ]
}
