import Allocation
import CommandSupport
import ExchangeRates
import Persistence

extension CommandContext {
    /// Assets and their transactions: needs no rates.
    func assets() async throws -> AssetService { try await make(AssetService.init, .store, .funding) }

    /// Who may count on how much. Rates are asked only while a month is in progress; broken sources of them stop nothing.
    func allocations() async throws -> AllocationService {
        let rates = try? await make({ $0 }, .rates)
        let (store, funding) = try await make({ ($0, $1) }, .store, .funding)
        return AllocationService(store: store, funding: funding, rates: rates)
    }
}
