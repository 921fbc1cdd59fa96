import Models

extension RequestReader {
    /// The amount of an entry, which has no sign; nil when it is wrong.
    ///
    /// - Parameter isWithdrawal: which entry the advice is about.
    mutating func readAmount(
        _ field: String, _ text: String, _ currency: Currency, isWithdrawal: Bool
    ) throws -> Money? {
        try read(field) {
            let amount = try Money(entered: text, currency)
            guard !amount.isNegative else { throw AssetError.negativeAmount(amount, isWithdrawal: isWithdrawal) }
            return amount
        }
    }

    /// The day of an entry, the call's where none is given; nil when it is wrong.
    mutating func readDay(_ text: String?, _ call: Call) throws -> CalendarDay? {
        try read("date") { try text.map { try CalendarDay($0) } ?? call.today }
    }
}
