extension LedgerError {
    /// Why two transactions cannot be one transfer.
    public enum NoTransfer: String, Sendable, Hashable {
        /// One of them is a transfer already, or both are the same.
        case isOne = "one of them is a transfer already"
        /// Both amounts have the same sign.
        case oneDirection = "both are paid in the same direction"
        /// Both are of one account.
        case oneAccount = "both are of the same account"
        /// Different amounts of one currency.
        case otherAmount = "their amounts differ"
        /// No day is right for the statements and opening days of both accounts.
        case statements = "statements or opening days of their accounts allow no common day"
    }
}
