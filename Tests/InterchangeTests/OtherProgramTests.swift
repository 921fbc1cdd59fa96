import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Files in the shape in which other programs write them.
@Suite struct OtherProgramTests {
    private let store = MemoryStore()

    private func importing(_ text: String, isDryRun: Bool = false) async throws -> ImportReport {
        let path = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var call = try call("2026-07-01")
        call.isDryRun = isDryRun
        return try await ImportService(store: store).importTransactions(ImportRequest(path: path), call).value
    }

    private static let piggies = """
        user_id,piggy_bank_id,created_at,updated_at,account_name,account_type,name,currency_code,target_amount,current_amount,start_date,target_date,order,active
        1,1,2026-01-02T10:00:00+00:00,2026-01-02T10:00:00+00:00,Giro,"Asset account",Car,EUR,12000.00,1500.000000000000,2026-01-01,2026-12-31,1,1
        1,2,2026-01-02T10:00:00+00:00,2026-01-02T10:00:00+00:00,Giro,"Asset account",Trip,EUR,900.00,,,2026-09-01,2,1
        """

    @Test func `piggy banks become goals with a fixed amount of their account`() async throws {
        let report = try await importing(Self.piggies)
        #expect(report.format == .firefly)
        #expect(report.goals == 2 && report.allocations == 1)
        #expect(report.assets.map { "\($0.asset.name) \($0.balance)" } == ["Giro 1500.00 EUR"])
        let goals = try await store.read { try $0.all(Goal.self) }
        #expect(
            goals.map { "\($0.name) \($0.target) \($0.start) \($0.deadline)" } == [
                "Car 12000.00 EUR 2026-01-01 2026-12-31", "Trip 900.00 EUR 2026-01-02 2026-09-01",
            ])
        let sizes = try await store.read { try $0.all(AssetAllocation.self).map(\.size) }
        #expect(sizes == [.fixed(try Money("1500", .eur))])
        #expect(try await store.read { try $0.all(Household.self).map(\.displayCurrency) } == [.eur])
        #expect(try await store.read { try $0.transactions(of: nil).map(\.kind) } == [.opening])
        let again = try await importing(Self.piggies)
        #expect(again.count(.known) == 2 && again.goals == 0)
    }

    @Test func `a piggy bank without a date keeps no other out`() async throws {
        let text = Self.piggies + "\n1,3,2026-01-02T10:00:00+00:00,,Giro,Asset account,Later,EUR,5.00,,,,3,1\n"
        #expect(try await importing(text).goals == 2)
    }

    @Test func `an account that holds less than its piggy banks is refused`() async throws {
        let giro = Asset(id: UUID(), name: "Giro", currency: .eur)
        try await store.write(anyCall) { try $0.insert(giro) }
        await #expect(throws: ImportError.self) { try await importing(Self.piggies) }
        #expect(try await importing(Self.piggies, isDryRun: true).count(.refused) == 1)
    }

    @Test func `balances and coins of Ghostfolio`() async throws {
        let text = """
            {
              "meta": { "date": "2026-02-05T00:00:00.000Z", "version": "dev" },
              "accounts": [
                {
                  "balance": 2000,
                  "balances": [
                    { "date": "2025-12-31T00:00:00.000Z", "value": 2000.55 },
                    { "date": "2024-12-31T00:00:00.000Z", "value": 1000.1 }
                  ],
                  "currency": "USD", "id": "b2d3", "name": "Trading"
                }
              ],
              "activities": [
                { "accountId": "b2d3", "comment": null, "fee": 49, "quantity": 0, "type": "FEE", "unitPrice": 0,
                  "currency": "USD", "dataSource": "MANUAL", "date": "2021-09-01T00:00:00.000Z", "symbol": "14a6" },
                { "accountId": "b2d3", "comment": "first", "fee": 4.46, "quantity": 0.123456789012345678, "type": "BUY",
                  "unitPrice": 3000, "currency": "USD", "dataSource": "YAHOO", "date": "2021-12-12T00:00:00.000Z",
                  "symbol": "ETHUSD" },
                { "accountId": null, "fee": 0, "quantity": 0.5, "type": "BUY", "unitPrice": 1, "currency": "EUR",
                  "dataSource": "COINGECKO", "date": "2021-12-13T00:00:00.000Z", "symbol": "bitcoin" }
              ]
            }
            """
        let report = try await importing(text)
        #expect(report.format == .ghostfolio)
        #expect(
            report.assets.map { "\($0.asset.name) \($0.balance)" } == [
                "Trading 2000.55 USD", "Trading ETH 0.123456789012345678 ETH", "BTC 0.5 BTC",
            ])
        let shares = text.replacing("ETHUSD", with: "MSFT")
        let error = await #expect(throws: ImportError.self) { try await importing(shares) }
        #expect(error?.description == "Line 17: 'MSFT' is a security, and no currency or coin.")
    }

    @Test(arguments: [
        """
        Type,Location,Currency,Amount,Fee,Fee Currency,Description,Timestamp
        Deposit,kucoin,EUR,1000.00,,,Deposit EUR to Kucoin,1658912400000
        Withdrawal,kucoin,EUR,99.00,1.00,EUR,,1658998800000
        Staking,luno,ETH,0.0513,,,Reward,1659340800000
        """,
        """
        timestamp,event_type,event_subtype,location,location_label,asset,asset_symbol,amount,fiat_value,notes,identifier,entry_type,event_identifier,sequence_index,direction,extra_data
        1658912400000,deposit,none,kucoin,,EUR,EUR,1000.00,0,Deposit EUR to Kucoin,1,history event,a,0,in,
        1658912400000,trade,none,kucoin,,EUR,EUR,5.00,0,between,1,history event,a,0,neutral,
        1658998800000,withdrawal,none,kucoin,,EUR,EUR,99.00,0,,2,history event,b,0,out,
        1658998800000,spend,fee,kucoin,,EUR,EUR,1.00,0,,3,history event,b,1,out,
        1659340800,staking,reward,luno,,ETH,ETH,0.0513,0,Reward,4,history event,c,0,in,
        """,
    ])
    func `events of rotki`(_ text: String) async throws {
        let report = try await importing(text)
        #expect(report.format == .rotki)
        #expect(
            report.assets.map { "\($0.asset.name) \($0.added) \($0.balance)" } == [
                "kucoin EUR 3 900.00 EUR", "luno ETH 1 0.0513 ETH",
            ])
        #expect(report.rows.first?.day == (try CalendarDay("2022-07-27")))
        #expect(report.rows.last?.day == (try CalendarDay("2022-08-01")))
        let token = text.replacing(",ETH,", with: ",eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7,")
        let error = await #expect(throws: ImportError.self) { try await importing(token) }
        #expect(error?.description.contains("is a token") == true)
    }

    @Test(arguments: [
        "timestamp,category,asset_identifier,amount,usd_value\n1658912400,asset,ETH,1.5,2000\n",
        "timestamp,category,asset,amount,EUR value\n2022-07-27 09:00:00,asset,ETH,1.5,2000\n",
        "timestamp,location,usd_value\n1658912400,kraken,2000\n",
    ])
    func `a snapshot of balances is no list of transactions`(_ text: String) async throws {
        await #expect(throws: ImportError.balancesOnly(program: "rotki")) { try await importing(text) }
        #expect(try await store.read { try $0.revision() } == 0)
    }

    @Test(arguments: ["VTI", "EUNL.DE", "US0378331005", "VTIUSD"])
    func `shares of Ghostfolio are refused by their line and name, beside what could be read`(
        _ symbol: String
    ) async throws {
        let text = """
            { "activities": [
                { "accountId": null, "quantity": 0.5, "type": "BUY", "unitPrice": 1, "currency": "USD",
                  "date": "2021-12-13T00:00:00.000Z", "symbol": "bitcoin" },
                { "accountId": null, "quantity": 3, "type": "BUY", "unitPrice": 200, "currency": "USD",
                  "date": "2021-12-14T00:00:00.000Z", "symbol": "\(symbol)" }
            ] }
            """
        await #expect(
            throws: ImportError.rows(
                [.init(line: 4, message: "'\(symbol)' is a security, and no currency or coin.")], count: 1)
        ) { try await importing(text) }
        #expect(try await store.read { try $0.revision() } == 0)
        let preview = try await importing(text, isDryRun: true)
        #expect(preview.count(.added) == 1 && preview.count(.refused) == 1)
    }
}
