/// The columns of the roles that movements have, found once for all rows of a table: a role is found by its name, which takes as long as
/// reading its cell.
struct MovementColumns {
    let date: Int?
    let amount: Int?
    let debit: Int?
    let credit: Int?
    let fee: Int?
    let feeCurrency: Int?
    let balance: Int?
    let state: Int?
    let number: Int?
    let currency: Int?
    let account: Int?
    /// The columns of notes.
    let notes: [Int]
    /// The columns of directions.
    let directions: [Int]

    init(_ positions: [ColumnRole: [Int]]) {
        date = positions[.date]?.first
        amount = positions[.amount]?.first
        debit = positions[.debit]?.first
        credit = positions[.credit]?.first
        fee = positions[.fee]?.first
        feeCurrency = positions[.feeCurrency]?.first
        balance = positions[.balance]?.first
        state = positions[.state]?.first
        number = positions[.number]?.first
        currency = positions[.currency]?.first
        account = positions[.account]?.first
        notes = positions[.note] ?? []
        directions = positions[.direction] ?? []
    }

    /// Whether what comes in and what goes out have columns of their own.
    var hasSides: Bool { debit != nil || credit != nil }
}
