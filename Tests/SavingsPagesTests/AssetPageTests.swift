import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Presentation
import SavingsPages
import TestSupport
import Testing
import WebPages

/// The page of an asset says what can be done with its money.
struct AssetPageTests {
    private static let none = "It funds no goal yet."

    private static func style(place: String = "/assets/x", hidesAmounts: Bool = false) throws -> PageStyle {
        PageStyle(
            try #require(NumberFormat.named("en")), hidesAmounts: hidesAmounts, zone: .gmt,
            today: try day("2026-11-27"),
            place: place
        ).writing(FormToken(csrf: "csrf", entry: 1, set: "set", hidesAmounts: hidesAmounts) { "once" })
    }

    private static func goal(_ name: String, _ deadline: String) throws -> Goal {
        Goal(
            id: UUID(), name: name, target: try money("1200 EUR"), start: try day("2026-11-01"),
            deadline: try day(deadline))
    }

    /// The page of an asset with an amount, some goals and its allocations to them.
    private static func page(
        _ asset: Asset, _ amount: String?, _ goals: [Goal], _ sizes: [AssetAllocation.Size], _ style: PageStyle
    ) async throws -> String {
        let store = MemoryStore()
        var records = [Record(asset)] + goals.map { Record($0) }
        if let amount {
            records.append(
                Record(
                    Transaction(
                        id: UUID(), assetID: asset.id, amount: try money(amount), day: try day("2026-11-01"),
                        entered: Date(timeIntervalSince1970: 0))))
        }
        records += zip(goals, sizes).map { Record(AssetAllocation(assetID: asset.id, goalID: $0.id, size: $1)) }
        let all = records
        try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
            for record in all { try $0.apply(.insert(record)) }
        }
        let valuations = AssetValuationService(
            store: store, rates: ExchangeRateService(providers: []), display: DisplayCurrency(.eur),
            funding: FundingSources())
        let found = try await valuations.asset(named: asset.name, try call("2026-11-27")).value
        let row = try #require(found.report.rows.first)
        return Page.asset(row, goals: found.goals, transactions: TransactionList(entered: []), style).content.text
    }

    private static func words(_ page: String) -> String { page.replacing(#/<[^>]*>/#, with: "") }

    @Test func `money that counts for no goal is said, and given to one with two presses`() async throws {
        let asset = Asset(id: UUID(), name: "Savings", currency: .eur)
        let goals = [try Self.goal("Bike", "2027-06-01"), try Self.goal("Trip", "2027-03-01")]
        let fixed = AssetAllocation.Size.fixed(try money("450 EUR"))
        let page = try await Self.page(asset, "557.15 EUR", goals, [fixed], try Self.style())
        #expect(Self.words(page).contains("107.15\u{A0}EUR of it count for no goal yet."))
        let bike = goals[0].id.uuidString.lowercased()
        let raised = "Give these 107.15\u{A0}EUR to Bike (450.00 → 557.15\u{A0}EUR)"
        #expect(page.contains("/allocations?\(bike)=557.15\" class=\"button\">\(raised)<"), "\(page)")
        // Another goal leaves what the others have.
        let trip = goals[1].id.uuidString.lowercased()
        let others = "/allocations?\(bike)=450.00&amp;\(trip)=rest\" class=\"button\">Give it to Trip<"
        #expect(page.contains(others), "\(page)")
        #expect(!page.contains("class=\"notice info\""))
        // After an entry it stands first.
        let news = try await Self.page(asset, "557.15 EUR", goals, [fixed], try Self.style(place: "/assets/x?done=7"))
        #expect(news.contains("class=\"notice info\"") && news.contains(raised) && news.contains("Give it to Trip"))
        // The goal that the money was added for is meant.
        let meant = try await Self.page(
            asset, "557.15 EUR", goals, [fixed], try Self.style(place: "/assets/x?for=\(bike)&done=7"))
        #expect(meant.contains(raised) && !meant.contains("Give it to Trip"))
        let hidden = try await Self.page(asset, "557.15 EUR", goals, [fixed], try Self.style(hidesAmounts: true))
        #expect(!hidden.contains("450.00") && hidden.contains("/allocations\" class=\"button\">Give it to Bike<"))
        let rest = try await Self.page(asset, "557.15 EUR", goals, [.rest], try Self.style())
        #expect(!rest.contains("count for no goal"))
    }

    @Test func `an asset that funds no goal leads to what makes it`() async throws {
        let asset = Asset(id: UUID(), name: "Savings", currency: .eur)
        let alone = try await Self.page(asset, nil, [], [], try Self.style())
        #expect(alone.contains(Self.none) && alone.contains("/goals/new\" class=\"button\">New goal<"))
        let goals = [try Self.goal("Bike", "2027-06-01")]
        let page = try await Self.page(asset, nil, goals, [], try Self.style())
        #expect(page.contains(Self.none) && page.contains("/allocations\" class=\"button\">Use it for a goal<"))
    }

    @Test func `a balance that was never read is no amount, and its step is to read it`() async throws {
        var asset = Asset(id: UUID(), name: "Bitcoin", currency: .btc)
        (asset.chain, asset.address) = ("bitcoin", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq")
        let page = try await Self.page(asset, nil, [], [], try Self.style())
        let words = Self.words(page)
        #expect(words.contains("Balancenot read yet") && words.contains("Valuenot known"), "\(page)")
        #expect(!words.contains("at least 0"))
        #expect(page.contains("Read its balance") && page.contains("Enter what is kept elsewhere"))
        #expect(!page.contains("Give a rate"), "no rate is missing")
    }
}
