import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Allocation

@Suite("An asset names a source that there is, and no money twice") struct SourceNameTests {
    private let store = MemoryStore()

    private var service: AssetService {
        let exec = ScriptedSource { _, _ in nil }
        let ledger = ScriptedSource("ledger") { _, _ in nil }
        return AssetService(store: store, funding: FundingSources([exec, ledger]))
    }

    private func fields(_ name: String, _ source: String, _ reference: String, _ currency: String = "USD")
        -> AssetFields
    {
        var fields = AssetFields()
        (fields.name, fields.currency, fields.source, fields.reference) = (name, currency, source, reference)
        return fields
    }

    @Test(arguments: [
        ("exce", "'exce' is not a source of balances. Did you mean 'exec'?"),
        ("Exec", "'Exec' is not a source of balances. Did you mean 'exec'?"),
        ("ledgr", "'ledgr' is not a source of balances. Did you mean 'ledger'?"),
        ("broker", "'broker' is not a source of balances. Give one of: exec, ledger."),
        ("transactions", "'transactions' is not a source of balances. Give one of: exec, ledger."),
    ])
    func `a source that there is none of is refused`(source: String, message: String) async throws {
        _ = try await service.add(fields("Depot", "exec", "d"), anyCall)
        for name in ["New", "Depot"] {
            let error = await #expect(throws: RequestError.self) {
                if name == "New" {
                    _ = try await service.add(fields(name, source, "x"), anyCall)
                } else {
                    _ = try await service.edit(name, fields(name, source, "x"), anyCall)
                }
            }
            #expect(error?.description == message && error?.code == "asset.unknownSource")
            #expect(error?.details.map(\.field) == ["source"] && error?.kind == .refused)
        }
        #expect(try await store.read { try $0.all(Asset.self).map(\.source) } == ["exec"])
    }

    @Test func `a second asset on one reference is refused, in another currency or source it is not`() async throws {
        _ = try await service.add(fields("Depot", "exec", "d"), anyCall)
        await #expect(throws: AssetError.countedTwice(asset: "Again", other: "Depot", field: "reference")) {
            try await service.add(fields("Again", "exec", "d"), anyCall)
        }
        for other in [
            fields("Euros", "exec", "d", "EUR"), fields("Other", "exec", "e"), fields("Ledger", "ledger", "d"),
        ] {
            _ = try await service.add(other, anyCall)
        }
        #expect(try await store.read { try $0.all(Asset.self).count } == 4)
    }
}
