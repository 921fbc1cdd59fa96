import Allocation
import CommandSupport
import ExchangeRates
import Interchange
import Persistence

extension CommandContext {
    /// Assets and their transactions: needs no rates.
    func assets() async throws -> AssetService { try await make(AssetService.init, .store, .funding) }

    /// Transactions from files of other programs.
    func imports() async throws -> ImportService { try await make({ $0 }, .imports) }

    /// Which goal gets how much of what.
    ///
    /// - Parameter followsRates: whether a month in progress may need the rates of assets that first fund a goal. Broken
    ///   sources of them stop nothing.
    func allocations(followsRates: Bool = false) async throws -> AllocationService {
        let rates = followsRates ? try? await make({ $0 }, .rates) : nil
        let (store, funding) = try await make({ ($0, $1) }, .store, .funding)
        return AllocationService(store: store, funding: funding, rates: rates)
    }
}
