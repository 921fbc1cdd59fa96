import Models

extension PortfolioTransaction {
    /// Whether it acts before another one (P1): by day, corporate actions first, then in the order of entry.
    package static func precedes(_ left: PortfolioTransaction, _ right: PortfolioTransaction) -> Bool {
        if left.day != right.day { return left.day < right.day }
        if left.kind.isCorporateAction != right.kind.isCorporateAction { return left.kind.isCorporateAction }
        if left.entered != right.entered { return left.entered < right.entered }
        return NameOrder.precedes(("", left.id), ("", right.id))
    }
}

extension [PortfolioTransaction] {
    /// The transactions in the order in which they act.
    package var inOrder: [PortfolioTransaction] {
        // Stores give them so, but for corporate actions: then they are not copied.
        let isOrdered = indices.dropFirst().allSatisfy {
            !PortfolioTransaction.precedes(self[$0], self[$0 - 1])
        }
        return isOrdered ? self : sorted(by: PortfolioTransaction.precedes)
    }
}
