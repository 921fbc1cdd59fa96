public import Models

/// A thing whose entry, correction or removal changes what assets give to goals: a transaction, a posting, a trade.
///
/// It is written through a ``FundingWriter`` alone, so that a month in progress follows it.
public protocol FundingEntity: Entity {
    /// Why its entry or its removal changes what assets give to goals.
    var fundingChange: FundingChange { get }
}

extension Transaction: FundingEntity {
    /// A payment on its day; opening balances and spending are stock.
    public var fundingChange: FundingChange { kind == .manual ? .payment(day: day, entered: entered) : .stock }
}

extension AssetAllocation: FundingEntity {
    /// An allocation.
    public var fundingChange: FundingChange { .allocation }
}

extension FundingChange {
    /// The removal of a thing that comes again as another: a payment is corrected to the day of the other.
    func corrected(to other: FundingChange) -> FundingChange {
        guard case .payment(let day, let entered, _) = self, case .payment(let corrected, _, _) = other else {
            return self
        }
        return .payment(day: day, entered: entered, correctedTo: corrected)
    }
}
