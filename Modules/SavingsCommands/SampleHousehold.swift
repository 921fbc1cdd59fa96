import Allocation
import Models
import Persistence

import struct Foundation.Date
import struct Foundation.UUID

/// A household as an example: three goals in three currencies, funded by coins and cash.
struct SampleHousehold: Sendable {
    private var goals: [Goal]
    private var assets: [Asset] = []
    private var transactions: [Transaction] = []
    private var allocations: [AssetAllocation] = []

    /// Rates of its currencies, made up, as a table of fixed rates has them: those of the day, and of each week of the last year.
    static func rates(today: CalendarDay) -> String {
        var lines = ["from,to,rate,date"]
        var state: UInt64 = 7
        // How many ten-thousandths there are now, and by how many thousandths they move in a week at most.
        for (pair, now, most) in [
            ("BTC,USD", 642_500_000, 60), ("ETH,USD", 31_254_000, 80), ("USDC,USD", 9_998, 0), ("EUR,USD", 10_842, 8),
            ("USD,JPY", 1_513_700, 8),
        ] {
            var price = now
            for week in 0...53 {
                let fraction = "\(price % 10_000 + 10_000)".dropFirst()
                lines.append(
                    "\(pair),\(price / 10_000).\(fraction),\(week == 0 ? "" : "\(today.adding(days: -7 * week))")")
                // The same walk in every run.
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                price += price / 1000 * (Int(state >> 33) % (2 * most + 1) - most)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A household as it would be on a day.
    ///
    /// - Parameter now: when it is taken to have been entered.
    init(today: CalendarDay, now: Date) throws {
        let (usd, eur, jpy) = (try Currency(code: "USD"), try Currency(code: "EUR"), try Currency(code: "JPY"))
        let car = Goal(
            id: UUID(), name: "Car", emoji: "🚗", details: "A used electric one, paid at once",
            target: try Money("18000", eur), start: today.adding(months: -8), deadline: today.adding(months: 14))
        let japan = Goal(
            id: UUID(), name: "Japan in spring", emoji: "🗾", target: try Money("900000", jpy),
            start: today.adding(months: -3), deadline: today.adding(months: 7))
        let reserve = Goal(
            id: UUID(), name: "Emergency fund", emoji: "🛟", target: try Money("10000", usd),
            start: today.adding(months: -11), deadline: today.adding(months: 5), reminder: .monthly)
        goals = [car, japan, reserve]
        // What was there 8 months ago, and what was put in since: so many months ago, so much.
        let holdings: [(String, String, String, [(Int, String)], [(Goal, AssetAllocation.Size)])] = [
            (
                "Hardware wallet", "BTC", "0.08", [(6, "0.02"), (3, "0.02")],
                [(car, .share(try Share("60%"))), (japan, .share(try Share("25%")))]
            ),
            ("Staked ether", "ETH", "1", [(5, "0.5")], [(reserve, .share(try Share("100%")))]),
            ("Exchange", "USDC", "2900", [(4, "-1100"), (2, "600")], [(japan, .rest)]),
            (
                "Savings account", "EUR", "2700", [(7, "300"), (6, "300"), (4, "300"), (3, "300"), (2, "300")],
                [(car, .fixed(try Money("2500", eur))), (reserve, .rest)]
            ),
        ]
        for (name, code, balance, later, sizes) in holdings {
            let asset = Asset(id: UUID(), name: name, currency: try Currency(code: code))
            assets.append(asset)
            for (months, amount) in [(8, balance)] + later {
                transactions.append(
                    Transaction(
                        id: UUID(), assetID: asset.id, amount: try Money(amount, asset.currency),
                        day: today.adding(months: -months), kind: months == 8 ? .opening : .manual, entered: now))
            }
            allocations += sizes.map { AssetAllocation(assetID: asset.id, goalID: $0.id, size: $1) }
        }
    }

    /// Adds it to a store without anything in it.
    ///
    /// - Throws: ``StoreError``.
    func write(to writer: any StoreWriter) throws {
        for goal in goals { try writer.insert(goal) }
        for asset in assets { try writer.insert(asset) }
        // There is no month that could follow them.
        for transaction in transactions { try writer.insertUnfollowed(transaction) }
        for allocation in allocations { try writer.insertUnfollowed(allocation) }
    }
}
