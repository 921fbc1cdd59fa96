import FileFormats
import Models

/// What all rows of a file tell before the first of them is entered.
struct ImportOutline: Sendable {
    /// How many rows there are.
    private(set) var count = 0
    /// How many of them cannot be read.
    private(set) var unreadable = 0
    /// The currencies of each account of the file, as they are written: an asset has one.
    private var currencies: [String: Set<String>] = [:]
    private(set) var isAccountNamed = false
    private var first: CalendarDay?
    private var last: CalendarDay?
    /// From the earliest day of a row to the latest.
    private(set) var days: ClosedRange<CalendarDay>?
    /// The accounts of banks, by number.
    private var places: [String: Set<StatementAccount>] = [:]

    /// Many banks list the newest first.
    var isNewestFirst: Bool { if let first, let last { first > last } else { false } }
    /// Whether all rows are of the same account.
    var isOneAccount: Bool { currencies.count <= 1 }

    /// Whether the account of a row has amounts in several currencies.
    func isShared(_ row: ImportedRow) -> Bool {
        let codes = currencies[Self.account(of: row)] ?? []
        guard codes.count > 1 else { return false }
        return Set(codes.map { (try? ImportCurrency($0))?.currency.code ?? $0 }).count > 1
    }

    /// Whether the file has two accounts of one number, of different banks or kinds.
    func isAmbiguous(_ place: StatementAccount) -> Bool { (places[place.number]?.count ?? 0) > 1 }

    private static func account(of row: ImportedRow) -> String { row.place?.key ?? row.account ?? "" }

    mutating func note(_ row: ReadRow) {
        count += 1
        switch row {
        case .success(let row): note(row)
        case .failure(let row): if row.leftOut == nil { unreadable += 1 }
        }
    }

    private mutating func note(_ row: ImportedRow) {
        if row.account != nil { isAccountNamed = true }
        guard row.leftOut == nil else { return }
        let (account, currency) = (Self.account(of: row), row.currency ?? "")
        if currencies[account]?.contains(currency) != true {
            currencies[account, default: []].insert(currency)
            if let place = row.place { places[place.number, default: []].insert(place) }
        }
        first = first ?? row.day
        last = row.day
        let known = days ?? row.day...row.day
        if !known.contains(row.day) || days == nil {
            days = min(known.lowerBound, row.day)...max(known.upperBound, row.day)
        }
    }
}
