/// What many people save for: a goal but for its amount, which only the one who saves knows.
public enum GoalTemplate: String, Sendable, Hashable, CaseIterable {
    /// A child on the way.
    case baby
    /// A car.
    case car
    /// A computer.
    case computer
    /// Studies or a course.
    case education
    /// A few months without income.
    case emergencyFund
    /// What a bank wants to see before it lends the rest of a home.
    case houseDeposit
    /// Another home.
    case moving
    /// Work on a home.
    case renovation
    /// The next tax bill.
    case tax
    /// A vacation.
    case vacation
    /// A wedding.
    case wedding

    /// The name of its goal.
    public var title: String { content.title }
    /// The emoji of its goal.
    public var emoji: String { content.emoji }
    /// The description of its goal.
    public var details: String { content.details }
    /// How long one saves for it as a rule, in months.
    public var horizonMonths: Int { content.months }

    /// The deadline when saving begins on a day.
    public func deadline(from start: CalendarDay) -> CalendarDay { start.adding(months: horizonMonths) }

    private var content: (title: String, emoji: String, details: String, months: Int) {
        switch self {
        case .baby: ("Baby", "👶", "Baby gear and a few months with less income", 9)
        case .car: ("Car", "🚗", "Price, registration and the first insurance", 24)
        case .computer: ("Computer", "💻", "The next computer, before the old one fails", 12)
        case .education: ("Education", "🎓", "Fees, books and living while learning", 36)
        case .emergencyFund: ("Emergency fund", "🛟", "Three to six months of expenses, always at hand", 12)
        case .houseDeposit: ("House deposit", "🏠", "The down payment on a home, and what buying it costs", 60)
        case .moving: ("Moving", "📦", "Transport, deposit and new furniture", 6)
        case .renovation: ("Renovation", "🔨", "Work and material, and a tenth for surprises", 18)
        case .tax: ("Tax", "🧾", "The next tax bill", 12)
        case .vacation: ("Vacation", "🏖️", "Travel, stay and spending money", 10)
        case .wedding: ("Wedding", "💍", "The day, the guests and the rings", 18)
        }
    }
}
