import Values

/// The part that an account of a journal plays in a ledger, by what stands at its top.
enum JournalRole: Hashable {
    /// It is an account, on the side of what is owned or of what is owed.
    case account(isOwed: Bool)
    /// It is a category.
    case category(Category.Kind)
    /// It says how an account began.
    case opening
    /// It stands between the two commodities of an exchange, and says nothing of its own.
    case conversion

    private static let roots: [String: JournalRole] = [
        "asset": .account(isOwed: false), "assets": .account(isOwed: false),
        "liability": .account(isOwed: true), "liabilities": .account(isOwed: true),
        "debt": .account(isOwed: true), "debts": .account(isOwed: true),
        "income": .category(.income), "revenue": .category(.income), "revenues": .category(.income),
        "expense": .category(.expense), "expenses": .category(.expense), "equity": .category(.neutral),
    ]
    private static let conversions: Set<String> = ["conversion", "conversions", "trade", "trades", "trading"]

    /// The part of an account; nil for what no ledger has.
    init?(_ name: String) {
        let parts = name.lowercased().split(separator: ":", maxSplits: 2)
        guard let root = parts.first, let role = Self.roots[String(root)] else { return nil }
        guard role == .category(.neutral), parts.count > 1 else {
            self = role
            return
        }
        if Self.conversions.contains(String(parts[1])) {
            self = .conversion
        } else if parts[1].contains("opening") {
            self = .opening
        } else {
            self = role
        }
    }
}

extension String {
    /// The names below the top of a journal's account; the top itself where there are none.
    var journalParts: [String] {
        let parts = split(separator: ":").map { String($0).trimmedName }.filter { !$0.isEmpty }
        return parts.count > 1 ? Array(parts.dropFirst()) : parts
    }

    /// Whether the name of a journal's category says that there is none yet.
    var isJournalUnknown: Bool {
        let parts = journalParts
        return parts.count == 1 && ["unknown", "uncategorised", "uncategorized"].contains(parts[0].lowercased())
    }
}
