import ProgramSupport
import Testing

/// Every figure below was computed apart from the programs, with exact fractions; the derivation stands beside it.
struct HouseholdTests {
    @Test func `with all rates every figure is the one of the laws`() async throws {
        let household = try await Household()
        let plan = try await household.document("cst-plan required --strict")
        #expect(plan["complete"] == .bool(true))

        // 0.12 BTC × 60 % × 70187 ÷ 1.1684 + 2500 = 6825.1146…, down to 6825.11; 14 first days from May 2026 to June 2027:
        // 11174.89 = 13 × 798.21 + 798.16, so the first part is 798.21 (× 1.1684 = 932.6285…, up).
        let car = try plan.named("Car", in: "goals")
        #expect(car["saved"]?.money == "6825.11 EUR")
        #expect(car["remaining"]?.money == "11174.89 EUR")
        #expect(car["paymentsRemaining"]?.text == "14")
        #expect(car["required"]?.money == "798.21 EUR")
        #expect(car["requiredDisplay"]?.money == "932.63 USD")
        #expect(car["progress"]?.text == "0.379172")

        // 1.5 × 0.03134207 × 70187 + (4500 − 2500) × 1.1684 = 5636.5088…; before the deposit of 5 April, which lies behind
        // the payment date of 1 April, 1700 × 1.1684 gave 5285.9888…: 350.52 was paid. 8 dates from May to December:
        // (4363.50 + 350.52) ÷ 8 = 589.2525, so two parts of 589.26 and six of 589.25; 589.26 − 350.52 = 238.74.
        let fund = try plan.named("Emergency fund", in: "goals")
        #expect(fund["saved"]?.money == "5636.50 USD")
        #expect(fund["paid"]?.money == "350.52 USD")
        #expect(fund["level"]?.money == "589.26 USD")
        let payments = ["238.74 USD", "589.26 USD"] + Array(repeating: "589.25 USD", count: 6)
        #expect(fund["payments"]?.elements.map { $0["amount"]?.money } == payments)

        // (0.12 × 25 % × 70187 + 2400 × 0.999846) ÷ 1.1684 × 186.75 = 720090.…; 179910 ÷ 12 = 14992.5, so 14993 first;
        // 14993 ÷ 186.75 × 1.1684 = 93.8036…, up to 93.81.
        let japan = try plan.named("Japan", in: "goals")
        #expect(japan["saved"]?.money == "720090 JPY")
        #expect(japan["required"]?.money == "14993 JPY")
        #expect(japan["requiredDisplay"]?.money == "93.81 USD")

        // 932.63 + 238.74 + 93.81.
        #expect(plan["total"]?.money == "1265.18 USD")
        #expect(plan["totalBound"] == nil)

        // 1.5 × 0.03134207 × 70187, 2400 × 0.999846, 4500 × 1.1684, 0.12 × 70187: the exact sum is rounded once.
        let assets = try await household.document("cst-assets list --strict")
        let values = try ["Ether", "Exchange", "Savings", "Wallet"].map {
            try assets.named($0, in: "assets")["value"]?.money
        }
        #expect(values == ["3299.71 USD", "2399.63 USD", "5257.80 USD", "8422.44 USD"])
        #expect(assets["total"]?.money == "19379.58 USD")
        #expect(try assets.named("Wallet", in: "assets")["free"]?.money == "0.018 BTC")
        #expect(try assets.named("Wallet", in: "assets")["allocatedShare"]?.text == "0.85")
    }

    @Test func `totals follow the display currency`() async throws {
        // 798.21 + 238.74 ÷ 1.1684 (204.3307…, up) + 14993 ÷ 186.75 (80.2838…, up).
        let plan = try await Household().document("cst-plan required --display EUR")
        #expect(try plan.named("Emergency fund", in: "goals")["requiredDisplay"]?.money == "204.34 EUR")
        #expect(try plan.named("Japan", in: "goals")["requiredDisplay"]?.money == "80.29 EUR")
        #expect(plan["total"]?.money == "1082.84 EUR")
    }

    @Test func `without the price of ether savings are at least and asks at most`() async throws {
        let household = try await Household(rates: Household.rates.filter { !$0.hasPrefix("ETH") })
        let plan = try await household.document("cst-plan required --strict", status: 3)
        #expect(plan["complete"] == .bool(false))

        // 2000 × 1.1684 = 2336.80 of which 350.52 since 1 April; (7663.20 + 350.52) ÷ 8 = 1001.715.
        let fund = try plan.named("Emergency fund", in: "goals")
        #expect(fund["saved"]?.money == "2336.80 USD")
        #expect(fund["savedBound"]?.text == "atLeast")
        #expect(fund["remainingBound"]?.text == "atMost")
        #expect(fund["status"]?.text == "unknown")
        #expect(fund["pace"] == .null)
        #expect(fund["required"]?.money == "651.20 USD")
        #expect(fund["requiredBound"]?.text == "atMost")
        #expect(fund["requiredDisplayBound"]?.text == "atMost")
        #expect(fund["unavailable"]?.elements.map { $0["item"]?.text } == ["Ether (ETH)"])

        // 932.63 + 651.20 + 93.81.
        #expect(plan["total"]?.money == "1677.64 USD")
        #expect(plan["totalBound"]?.text == "atMost")
        for name in ["Car", "Japan"] {
            #expect(try plan.named(name, in: "goals")["savedBound"] == nil)
            #expect(try plan.named(name, in: "goals")["unavailable"] == .array([]))
        }

        let assets = try await household.document("cst-assets list --strict", status: 3)
        #expect(try assets.named("Ether", in: "assets")["value"] == .null)
        #expect(try assets.named("Ether", in: "assets")["balance"]?.money == "1.5 ETH")
        #expect(assets["total"]?.money == "16079.87 USD")
        #expect(assets["totalBound"]?.text == "atLeast")
    }

    @Test func `without the yen a total lacks what is asked in yen`() async throws {
        let household = try await Household(rates: Household.rates.filter { !$0.contains("JPY") })
        let plan = try await household.document("cst-plan required --strict", status: 3)
        let japan = try plan.named("Japan", in: "goals")
        // Neither bitcoin nor USDC can be had in yen: nothing counts, and the whole 900000 ÷ 12 is asked for.
        #expect(japan["saved"]?.money == "0 JPY")
        #expect(japan["required"]?.money == "75000 JPY")
        #expect(japan["requiredDisplay"] == .null)
        #expect(japan["requiredDisplayBound"] == nil)
        #expect(japan["unavailable"]?.elements.count == 3)
        // 932.63 + 238.74; savings and a display rate are missing, so the total may be on either side.
        #expect(plan["total"]?.money == "1171.37 USD")
        #expect(plan["totalBound"]?.text == "unknown")
    }

    @Test func `as-of hides what came later and keeps the newest rates`() async throws {
        let household = try await Household()
        let plan = try await household.document("cst-plan required --as-of 2026-04-04")
        let fund = try plan.named("Emergency fund", in: "goals")
        #expect(plan["asOf"]?.text == "2026-04-04")
        #expect(fund["saved"]?.money == "5285.98 USD")
        #expect(fund["paid"]?.money == "0.00 USD")
        #expect(plan["rates"]?.elements.allSatisfy { $0["time"]?.text == "2026-04-13T00:00:00Z" } == true)
        let list = try await household.document("cst-assets transactions Savings --as-of 2026-04-04")
        #expect(list["transactions"]?.elements.map { $0["amount"]?.money } == ["4200.00 EUR"])
    }

    @Test func `a rate names its path, sources and time`() async throws {
        let plan = try await Household().document("cst-plan required")
        let rate = try #require(plan["rates"]?.elements.first { $0["from"]?.text == "USDC" })
        #expect(rate["to"]?.text == "JPY")
        #expect(rate["path"]?.elements.map(\.text) == ["USDC", "USD", "EUR", "JPY"])
        #expect(rate["sources"]?.elements.map(\.text) == ["fixed", "fixed", "fixed"])
        #expect(rate["state"]?.text == "fixed")
        // 0.999846 ÷ 1.1684 × 186.75.
        #expect(rate["rate"]?.text?.hasPrefix("159.8093465") == true)
    }
}
