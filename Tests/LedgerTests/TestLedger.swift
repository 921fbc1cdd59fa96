import FileFormats
import Foundation
import Ledger
import Persistence
import TestSupport
import Values

/// A ledger in memory for tests.
struct TestLedger {
    let store = MemoryStore()
    var service: LedgerService { LedgerService(store: store) }
    var categories: CategoryService { CategoryService(store: store) }

    /// A ledger with accounts as in `Bank EUR 200 2026-01-01`.
    init(_ accounts: String...) async throws {
        for account in accounts {
            let parts = account.split(separator: " ").map(String.init)
            var fields = AccountFields()
            (fields.name, fields.kind, fields.currency) = (parts[0], "checking", parts[1])
            (fields.opening, fields.openingDay) = (parts[2], parts[3])
            _ = try await AccountService(store: store).add(fields, call("2026-05-20"))
        }
    }

    /// Adds categories by path, each with its kind.
    func addCategories(_ kinds: [String: Category.Kind]) async throws {
        for (path, kind) in kinds.sorted(by: { $0.key < $1.key }) {
            _ = try await categories.add(path, kind: kind.rawValue, icon: nil, color: nil, call("2026-05-20"))
        }
    }

    /// Enters an expense.
    func expense(
        _ account: String, _ amount: String, _ category: String? = nil, on date: String, payee: String? = nil,
        isCleared: Bool = false
    ) async throws -> UUID {
        var entry = LedgerService.Entry(.expense, account: account, amount: amount, category: category)
        (entry.date, entry.isCleared, entry.payee) = (date, isCleared, payee)
        return try await service.enter(entry, call("2026-05-20")).value.listed.transaction.id
    }

    /// The balance of an account with everything that is entered.
    func balance(_ name: String) async throws -> Money {
        let account = try await AccountService(store: store).account(named: name)
        return try await store.read { reader in
            let sums = try reader.sums(
                Posting.self, of: "amount", for: account.id, among: nil, upTo: [CalendarDay(dayNumber: 40_000)])
            return try account.opening.adding(sums[account.id]?.first ?? .zero(account.currency))
        }
    }

    /// Imports a file.
    @discardableResult
    func enter(
        _ text: String, account: String? = "Bank", name: String = "bank.csv", isTried: Bool = false,
        _ change: (inout StatementRequest) -> Void = { _ in }
    ) async throws -> Outcome<StatementImport> {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: name)
        try Data(text.utf8).write(to: path)
        var request = StatementRequest(path: path.path)
        request.account = account
        change(&request)
        var today = try call("2026-05-20", at: 1_779_278_400)
        today.isDryRun = isTried
        return try await StatementImportService(store: store, rates: nil).importStatement(request, today)
    }
}
