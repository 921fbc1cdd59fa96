public import Models

import struct Foundation.UUID

extension AssetValuation {
    /// How the asset would be divided with other allocations. Nothing is written.
    ///
    /// - Parameter sizes: for each goal, in any order, a share as in "60%", "all", "rest", or an amount in digits; empty for nothing.
    /// - Throws: ``RequestError`` with everything that cannot be read, each under the goal's id in lower case,
    ///   ``AssetSplitError``, ``MoneyError/tooLarge(_:)``.
    public func divided(among sizes: [(goal: Goal, size: String)]) throws -> AssetSplit {
        let allocations = try AssetAllocation.read(sizes, of: balance.asset)
        return try AssetSplit(of: balance.known, among: allocations, isComplete: balance.isComplete)
    }
}

extension AssetAllocation {
    /// Allocations of an asset as people write them, in the order in which ties are broken; an empty text is none.
    ///
    /// - Throws: ``RequestError`` with everything that cannot be read, each under the goal's id in lower case.
    static func read(_ sizes: [(goal: Goal, size: String)], of asset: Asset) throws -> [AssetAllocation] {
        var reader = RequestReader()
        var allocations: [AssetAllocation] = []
        for (goal, text) in sizes.sorted(by: { $0.goal.precedesInTies($1.goal) }) where !text.isEmpty {
            let size = try reader.read(goal.id.uuidString.lowercased()) {
                let size = try AllocationService.Size(text).read(in: asset.currency)
                if case .fixed(let amount) = size { try AllocationError.check(amount) }
                return size
            }
            if let size { allocations.append(AssetAllocation(assetID: asset.id, goalID: goal.id, size: size)) }
        }
        try reader.check()
        return allocations
    }
}
