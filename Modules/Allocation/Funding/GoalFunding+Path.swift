public import Models

extension GoalFunding {
    /// The least that the assets gave on the way to what they give now, without the contributions and after each of them.
    ///
    /// - Parameter factor: the value of one unit of a part; nil for what is left out.
    func least(factor: (Part) -> Ratio?) -> Ratio { path.sums(of: parts, factor: factor).least }

    /// Whether an asset gave anything on the way.
    func wasEverFunded(_ part: Part) -> Bool { onTheWay(part).contains { !$0.isZero } }

    /// Whether an asset gives less than it gave on the way.
    func hasFallen(_ part: Part) -> Bool { onTheWay(part).contains { part.amount.ratio < $0.ratio } }

    private func onTheWay(_ part: Part) -> [Money] { [part.amount, part.before] + path.amounts(of: part.assetID) }

    /// What was taken out before the payments of a month, at its rates: what they gave first less the least that they gave on
    /// the way, without what was known of that when the month was started (MO2). Each is rounded down as savings are.
    ///
    /// - Parameter factor: the value of one unit of a part; nil for what is left out.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func dip(in currency: Currency, factor: (Part) -> Ratio?) throws(MoneyError) -> Money {
        func dip(_ path: SavingsPath) throws(MoneyError) -> Money {
            let sums = path.sums(of: parts, factor: factor)
            return try ExactAmount(sums.first, currency).rounded(.down).subtracting(
                ExactAmount(sums.least, currency).rounded(.down))
        }
        return try dip(monthPath).subtracting(dip(monthPathAtStart))
    }

    /// Whether what an asset gave on the way through a month makes unknown how much was contributed, when nobody knows its
    /// value.
    ///
    /// - Parameter change: what it gives now less the start.
    public func isDoubtful(_ part: Part, change: Ratio) -> Bool {
        guard let first = monthPath.first[part.assetID]?.ratio else { return false }
        let (all, atStart) = (monthPath.amounts(of: part.assetID), monthPathAtStart.amounts(of: part.assetID))
        return all.contains { first + change < $0.ratio } || atStart.contains { $0.ratio < first }
    }

    /// Whether an asset gave different amounts on the way through a month.
    public func hasMoved(_ part: Part) -> Bool {
        Set(monthPath.amounts(of: part.assetID) + monthPathAtStart.amounts(of: part.assetID)).count > 1
    }
}
