package import Models

/// How an asset's balance is split among its goals (L1, L2, L3), and how amounts are split in minor units (M3, R3).
package enum SlowSplit {
    /// The funded amounts for allocations in the order in which ties are broken.
    ///
    /// Every allocation is first measured on the balance, none below 0. What is split is the balance, or their sum when
    /// that is less; each gets its part of it in proportion.
    package static func funded(
        balance: Money, allocations: [SlowAllocation]
    ) throws -> [Money] {
        let currency = balance.currency
        guard balance.isPositive else { return allocations.map { _ in .zero(currency) } }
        let whole = balance.ratio
        let fixed: [Ratio] = allocations.map { allocation in
            switch allocation {
            case .share(let share): whole * share
            case .amount(let amount): amount.ratio
            case .rest: .zero
            }
        }
        let sumOfFixed = fixed.reduce(.zero, +)
        let rest = whole > sumOfFixed ? whole - sumOfFixed : .zero
        let weights = allocations.indices.map { allocations[$0] == .rest ? rest : fixed[$0] }
        let sum = weights.reduce(.zero, +)
        let split = sum < whole ? sum : whole
        return try largestRemainder(of: split, weights: weights).map { try Money(minorUnits: $0, currency) }

        func largestRemainder(of amount: Ratio, weights: [Ratio]) throws -> [Int128] {
            let minorUnits = try Ratio(decimal: "1e\(currency.minorUnit)")
            return SlowSplit.largestRemainder(of: amount * minorUnits, weights: weights)
        }
    }

    /// Splits `amount`, counted in units, into whole units in proportion to the weights.
    ///
    /// The parts sum to the amount rounded down; the largest remainders get what is missing, a tie goes to the earlier.
    package static func largestRemainder(of amount: Ratio, weights: [Ratio]) -> [Int128] {
        let sum = weights.reduce(.zero, +)
        guard let unit = amount.divided(by: sum) else { return weights.map { _ in 0 } }
        let exact = weights.map { ($0 * unit).reduced }
        var parts = exact.map { $0.rounded(.down) ?? 0 }
        var missing = (amount.rounded(.down) ?? 0) - parts.reduce(0, +)
        var waiting = Array(exact.indices)
        while missing > 0, var best = waiting.first {
            for other in waiting.dropFirst()
            where exact[other] - Ratio(parts[other]) > exact[best] - Ratio(parts[best]) {
                best = other
            }
            parts[best] += 1
            waiting.removeAll { $0 == best }
            missing -= 1
        }
        return parts
    }

    /// Splits whole units into `count` parts, earlier ones larger by at most one unit (R3).
    package static func level(_ units: Int128, count: Int) -> [Int128] {
        (0..<count).map { index in
            units / Int128(count) + (Int128(index) < units % Int128(count) ? 1 : 0)
        }
    }
}
