import CommandSupport
import ExchangeRates
import Ledger
import Models
import Persistence

extension CommandContext {
    /// Accounts: needs no rates.
    func accounts() async throws -> AccountService { try await make(AccountService.init, .store) }

    /// Transactions: needs no rates.
    func ledger() async throws -> LedgerService { try await make(LedgerService.init, .store) }

    /// The tree of categories.
    func categories() async throws -> CategoryService { try await make(CategoryService.init, .store) }

    /// Rules.
    func rules() async throws -> RuleService { try await make(RuleService.init, .store) }

    /// Income and expense.
    func statistics() async throws -> StatisticsService {
        try await make(StatisticsService.init, .store, .rates, .display)
    }

    /// Accounts with their balances and values.
    func balances(all: Bool) async throws -> Outcome<AccountBalances> {
        let (store, rates, display) = try await make({ ($0, $1, $2) }, .store, .rates, .display)
        return try await AccountBalances.list(all: all, store, rates, display, call)
    }
}
