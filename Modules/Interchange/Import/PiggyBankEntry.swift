import Allocation
import ExchangeRates
import FileFormats
import Models
import Persistence

import struct Foundation.UUID

/// Enters piggy banks as goals, each with a fixed amount of its account, inside the caller's transaction. An account that is no
/// asset becomes one that holds what its piggy banks do.
struct PiggyBankEntry {
    let writer: FundingWriter
    let banks: [FireflyPiggyBanks.PiggyBank]

    /// What became of them.
    struct Entered {
        var rows: [ImportReport.Row] = []
        var assets: [ImportReport.AssetChange] = []
        var goals = 0
        var allocations = 0
    }

    /// Enters them.
    ///
    /// - Throws: ``StoreError``.
    func enter() throws -> Entered {
        var entered = Entered()
        var new: Set<Asset.ID> = []
        var goals = try writer.store.all(Goal.self)
        for bank in banks {
            func note(_ state: ImportReport.State, _ reason: String? = nil) {
                entered.rows.append(
                    .init(
                        line: bank.line, state: state, asset: bank.account, day: nil, amount: bank.saved,
                        note: bank.goal.name, reason: reason))
            }
            if goals.contains(where: { $0.name == bank.goal.name && $0.currency == bank.goal.currency }) {
                note(.known)
                continue
            }
            do {
                let (asset, isNew) = try asset(for: bank)
                if isNew { new.insert(asset.id) }
                try writer.store.keepDisplayCurrency(adding: bank.goal.currency)
                try writer.insert(bank.goal)
                goals.append(bank.goal)
                entered.goals += 1
                if bank.saved.isPositive {
                    _ = try AllocationChanges(writer).allocate(asset, to: bank.goal, size: .fixed(bank.saved))
                    entered.allocations += 1
                }
                note(.added)
            } catch let problem as any Problem where !(problem is StoreError) {
                note(.refused, problem.description)
            }
        }
        let balances = try writer.store.balances(on: [writer.call.today])
        entered.assets = try writer.store.all(Asset.self).filter { new.contains($0.id) }.map {
            .init(asset: $0, isNew: true, added: 1, balance: balances[$0.id]?.first ?? .zero($0.currency))
        }
        return entered
    }

    private func asset(for bank: FireflyPiggyBanks.PiggyBank) throws -> (Asset, isNew: Bool) {
        let currency = bank.saved.currency
        if let found = try writer.store.all(Asset.self).first(where: { $0.name == bank.account }) {
            guard found.currency == currency else {
                throw ImportRefusal.otherCurrency(currency, asset: found.name, in: found.currency)
            }
            return (found, false)
        }
        let asset = Asset(id: UUID(), name: bank.account, currency: currency)
        if let error = ValidationError(asset.issues) { throw error }
        try writer.insert(asset)
        let held = try Money.sum(
            banks.filter { $0.account == bank.account && $0.saved.currency == currency }.map(\.saved), in: currency)
        if !held.isZero {
            try writer.insert(
                Transaction(
                    id: UUID(), assetID: asset.id, amount: held, day: writer.call.today, kind: .opening,
                    entered: writer.call.now))
        }
        return (asset, true)
    }
}
