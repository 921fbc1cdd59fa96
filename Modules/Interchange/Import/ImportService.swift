public import Allocation
import FileFormats
public import Models
public import Persistence

import struct Foundation.UUID

/// Enters the transactions of files that other programs wrote.
public struct ImportService: Sendable {
    private let store: any Store
    private let funding: FundingSources
    private let readers: [any StatementReader]

    /// A service over a store, the sources of balances, and readers of further formats.
    public init(
        store: any Store, funding: FundingSources = FundingSources(), readers: [any StatementReader] = []
    ) {
        self.store = store
        self.funding = funding
        self.readers = readers
    }

    /// Enters all transactions of a file, or none, as one change. What an asset has already, by its number, or by day, amount and
    /// texts, is not entered again; an account that is no asset becomes one. A dry run shows every row, also those that would be
    /// refused, and what has to be answered first.
    ///
    /// - Throws: ``ImportError``, ``CurrencyError``, ``LookupError``, ``StoreError``; then nothing is written.
    public func importTransactions(_ request: ImportRequest, _ call: Call) async throws -> Outcome<ImportReport> {
        let saved = try await store.read { try $0.mapping(savedAs: request.map) }
        let currency = try request.currency.map { try Currency(code: $0) }
        let known = try await knownCurrency(request) ?? currency
        let source = try await source(request, saved, currency: currency ?? known, call)
        guard source.questions.isEmpty || call.isDryRun else { throw ImportError.questions(source.questions) }
        let (report, notices, isLeftOut) = try await funding.write(call, in: store) { writer in
            if let name = request.savingMapAs, let map = source.mapping {
                try writer.store.put(SavedMapping(name: name, mapping: map))
            }
            let household = try source.household.restore(in: writer.store)
            var entry = try ImportEntry(writer, request, currency: currency, source: source, new: household.assets)
            let banks = try PiggyBankEntry(writer: writer, banks: source.piggyBanks).enter()
            let (report, notices) = try entry.enter(banks, household)
            return (report, notices, household.isLeftOut)
        }
        return Outcome(report, warnings: source.warnings + notices + warnings(of: report, isLeftOut: isLeftOut, call))
    }

    private func source(
        _ request: ImportRequest, _ saved: ColumnMapping?, currency: Currency?, _ call: Call
    ) async throws -> ImportSource {
        guard let name = request.reader else {
            return try ImportSource(
                request, saved, currency: currency, context: DateContext(zone: call.zone, today: call.today))
        }
        guard let reader = readers.first(where: { $0.name == name }) else {
            throw ImportError.unknownReader(name, known: readers.map(\.name))
        }
        do {
            return try ImportSource(try await reader.statement(path: request.path, call), request)
        } catch let problem as any Problem {
            throw problem
        } catch {
            try Task.checkCancellation()
            throw ImportError.readerFailed(name, reason: "\(error)")
        }
    }

    private func warnings(of report: ImportReport, isLeftOut: Bool, _ call: Call) -> [Warning] {
        var warnings: [Warning] = []
        let future = report.future
        if future > 0 {
            warnings.append(
                Warning(
                    code: "future",
                    message: future == 1
                        ? "One transaction is dated in the future: it counts from its day on."
                        : "\(future) transactions are dated in the future: each counts from its day on."))
        }
        for change in report.assets where change.asset.isOnChain || change.asset.source != nil {
            warnings.append(
                Warning(
                    code: "addsToSource",
                    message: "What is imported for '\(change.asset.name)' adds to what its "
                        + "\(change.asset.isOnChain ? "chain" : "source") says: the same money must not be in both."))
        }
        for change in report.assets where change.balance.isNegative && change.asset.source == nil && change.added > 0 {
            warnings.append(
                Warning(
                    code: "negativeBalance",
                    message:
                        "'\(change.asset.name)' has a balance of \(change.balance), which funds nothing. If the file "
                        + "does not begin with the account, deposit what it held before."))
        }
        if isLeftOut {
            warnings.append(
                Warning(
                    code: "householdLeftOut",
                    message: "The goals and allocations in the journal are left out: they are read into a new database."
                ))
        }
        return warnings
    }

    /// The currency of the asset that was named for the file.
    private func knownCurrency(_ request: ImportRequest) async throws -> Currency? {
        guard let name = request.asset else { return nil }
        return try await store.read { reader in
            let found = try reader.all(Asset.self).filter { $0.name == name }
            return found.count == 1 ? found[0].currency : nil
        }
    }
}
