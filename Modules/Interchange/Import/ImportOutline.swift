import Models

/// What all rows of a file tell before the first of them is entered.
struct ImportOutline: Sendable {
    /// How many rows there are.
    private(set) var count = 0
    /// How many of them cannot be read.
    private(set) var unreadable = 0
    /// The currencies of each account of the file: an asset has one.
    private(set) var currencies: [String: Set<String>] = [:]
    private(set) var isAccountNamed = false
    private var first: CalendarDay?
    private var last: CalendarDay?

    /// Many banks list the newest first.
    var isNewestFirst: Bool { if let first, let last { first > last } else { false } }
    /// Whether all rows are of the same account.
    var isOneAccount: Bool { currencies.count == 1 }

    mutating func note(_ row: ReadRow) {
        count += 1
        guard case .success(let row) = row else { return unreadable += 1 }
        if row.account != nil { isAccountNamed = true }
        let (account, currency) = (row.account ?? "", row.currency ?? "")
        if currencies[account]?.contains(currency) != true { currencies[account, default: []].insert(currency) }
        first = first ?? row.day
        last = row.day
    }
}
