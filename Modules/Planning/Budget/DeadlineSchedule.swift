import Models

/// Paying a level budget to the earliest deadline first, in minor units (B1, B2).
package struct DeadlineSchedule: Sendable {
    /// What one goal lacks, and how many dates there are until its deadline.
    package struct Need: Sendable {
        package let amount: Int128
        package let dates: Int

        package init(amount: Int128, dates: Int) {
            self.amount = amount
            self.dates = dates
        }
    }

    /// One payment: which date and which need, counted from 0.
    package struct Part: Sendable, Equatable {
        package let date: Int
        package let need: Int
        package let amount: Int128
    }

    /// In the order of their deadlines: the dates never decrease.
    package let needs: [Need]

    package init(_ needs: [Need]) {
        self.needs = needs
    }

    /// The least budget that meets every deadline; nil when some amount is due and there is no date for it.
    package var minimum: Int128? {
        var (sum, least): (Int128, Int128) = (0, 0)
        for need in needs {
            sum += need.amount
            guard sum > 0 else { continue }
            guard need.dates > 0 else { return nil }
            least = max(least, sum.dividedRoundingUp(by: Int128(need.dates)))
        }
        return least
    }

    /// Whether a budget meets every deadline.
    package func isFeasible(_ budget: Int128) -> Bool { minimum.map { $0 <= budget } ?? false }

    /// How many dates it takes until each need is met; nil when the budget is 0.
    package func datesNeeded(_ budget: Int128) -> [Int128?] {
        var sum: Int128 = 0
        return needs.map { need in
            sum += need.amount
            if sum == 0 { return 0 }
            return budget > 0 ? sum.dividedRoundingUp(by: budget) : nil
        }
    }

    /// What each need may be at most so that all deadlines are met; only as much is taken off as has to be.
    package func affordable(_ budget: Int128) -> [Int128] {
        var kept: Int128 = 0
        return needs.map { need in
            let (most, overflow) = budget.multipliedReportingOverflow(by: Int128(need.dates))
            let amount = overflow ? need.amount : min(need.amount, most - kept)
            kept += amount
            return amount
        }
    }

    /// The payments until everything is paid, at most on `limit` dates. Their sum is exactly what is needed when the dates
    /// suffice.
    package func payments(_ budget: Int128, limit: Int) -> [Part] {
        var parts: [Part] = []
        var (date, left) = (0, budget)
        guard budget > 0 else { return [] }
        for (index, need) in needs.enumerated() {
            var open = need.amount
            while open > 0 {
                if left == 0 { (date, left) = (date + 1, budget) }
                guard date < limit else { return parts }
                let amount = min(open, left)
                parts.append(Part(date: date, need: index, amount: amount))
                open -= amount
                left -= amount
            }
        }
        return parts
    }
}
