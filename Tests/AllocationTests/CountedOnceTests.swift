import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Allocation

/// L3: one address stands behind one asset in each currency.
@Suite("L3: counted once") struct CountedOnceTests {
    /// A source of addresses, of which those with one first letter are the same.
    private struct Addresses: FundingSource {
        let name = "addresses"

        func answers(for asset: Asset) -> Bool { asset.address != nil }

        func duplicates(among assets: [Asset]) -> [UUID: Asset] {
            var duplicates: [UUID: Asset] = [:]
            for asset in assets {
                duplicates[asset.id] = assets.first {
                    $0.id != asset.id && $0.currency == asset.currency && $0.address?.first == asset.address?.first
                }
            }
            return duplicates
        }

        func remarks(on asset: Asset) -> [Warning] {
            asset.address == "zero" ? [Warning(code: "addressOfNobody", message: "nobody")] : []
        }

        func storedBalances(
            of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
        ) throws -> [UUID: SourceBalance]? { [:] }
    }

    private let service = AssetService(store: MemoryStore(), funding: FundingSources([Addresses()]))

    private func fields(_ name: String, _ address: String?, currency: String = "BTC") -> AssetFields {
        var fields = AssetFields()
        (fields.name, fields.currency, fields.address) = (name, currency, address)
        if address != nil { fields.chain = "bitcoin" }
        return fields
    }

    @Test func `a second asset on one address is refused, and named`() async throws {
        _ = try await service.add(fields("A", "abc"), call(today))
        await #expect(throws: AssetError.countedTwice(asset: "B", other: "A", field: "address")) {
            try await service.add(fields("B", "axy"), call(today))
        }
        _ = try await service.add(fields("C", "axy", currency: "LTC"), call(today))
        _ = try await service.add(fields("D", "def"), call(today))
        // Also one that is moved there, but not one that is only renamed.
        await #expect(throws: AssetError.self) { try await service.edit("D", fields("D", "abc"), call(today)) }
        let renamed = try await service.edit("A", fields("E", nil), call(today))
        #expect(renamed.value.after.name == "E")
    }

    @Test func `what a source has to say of an address is told`() async throws {
        let added = try await service.add(fields("A", "zero"), call(today))
        #expect(added.warnings.map(\.code) == ["addressOfNobody"])
    }

    @Test func `of a currency that cannot be read nothing else is said`() async throws {
        var wrong = fields("X", "abc", currency: "TOK")
        (wrong.contract, wrong.decimals, wrong.chain) = ("0xA0b8", 77, "ethereum")
        do {
            _ = try await service.add(wrong, call(today))
            Issue.record("added")
        } catch {
            #expect("\(error)".contains("77 decimals") && !"\(error)".contains("EUR"), "\(error)")
        }
    }
}
