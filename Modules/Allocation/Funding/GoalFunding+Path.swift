package import Models

extension GoalFunding {
    /// Whether an asset gave another amount on the way than now.
    var hasMoved: Bool { !path.isEmpty }

    /// The least sum of the assets on the way, without the contributions and after each of them.
    ///
    /// - Parameters:
    ///   - now: the sum of what they give now.
    ///   - factor: the value of one unit of a part; nil for a part that is left out.
    func least(now: Ratio, factor: (Part) -> Ratio?) -> Ratio {
        hasMoved ? path.sums(of: parts, factor: factor).least : now
    }

    /// Whether an asset gave anything on the way.
    func wasEverFunded(_ part: Part) -> Bool {
        !part.amount.isZero || !part.before.isZero || path.amounts(of: part.assetID).contains { !$0.isZero }
    }

    /// Whether an asset gives less than it gave on the way.
    func hasFallen(_ part: Part) -> Bool {
        ([part.before] + path.amounts(of: part.assetID)).contains { part.amount.ratio < $0.ratio }
    }

    /// The dip of a month (MO2): the amount that was withdrawn before payments, beyond the part that was withdrawn before the month
    /// was started. Sums are rounded down as savings are.
    ///
    /// - Parameter factor: the value of one unit of a part; nil for a part that is left out.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    package func dip(in currency: Currency, factor: (Part) -> Ratio?) throws(MoneyError) -> Money {
        func dip(_ path: SavingsPath) throws(MoneyError) -> Money {
            let sums = path.sums(of: parts, factor: factor)
            return try ExactAmount(sums.first, currency).rounded(.down).subtracting(
                ExactAmount(sums.least, currency).rounded(.down))
        }
        return try dip(monthPath).subtracting(dip(monthPathAtStart))
    }

    /// Whether contributions may be less than the known part of them, because an asset without a rate gave less at some step of a month.
    ///
    /// - Parameter change: the present amount of the asset less its start.
    package func isDoubtful(_ part: Part, change: Ratio) -> Bool {
        guard let first = monthPath.first(of: part.assetID)?.ratio else { return false }
        let (all, atStart) = (monthPath.amounts(of: part.assetID), monthPathAtStart.amounts(of: part.assetID))
        return all.contains { first + change < $0.ratio } || atStart.contains { $0.ratio < first }
    }

    /// The sum of the payments that were there when the month was started; 0 for an asset that gives its amount without any.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    package func paidAtStart(_ part: Part) throws(MoneyError) -> Money {
        let amounts = monthPathAtStart.amounts(of: part.assetID)
        guard let first = amounts.first, let last = amounts.last else { return .zero(part.amount.currency) }
        return try last.subtracting(first)
    }

    /// The sum of a month's payments that were made since it was started.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    package func paidSinceStart(_ part: Part) throws(MoneyError) -> Money {
        let first = monthPath.first(of: part.assetID) ?? part.amount
        return try part.amount.subtracting(first).subtracting(paidAtStart(part))
    }

    /// Whether an asset gave different amounts on the way through a month.
    package func hasMoved(_ part: Part) -> Bool {
        let amounts = monthPath.amounts(of: part.assetID) + monthPathAtStart.amounts(of: part.assetID)
        return amounts.dropFirst().contains { $0 != amounts[0] }
    }
}
