import FileFormats
import Models

import struct Foundation.Date
import struct Foundation.URL
import struct Foundation.UUID

/// Balances of assets from journals that a person keeps with hledger, ledger or beancount: read at each run, never copied.
struct JournalFunding: FundingSource {
    let name = JournalPlace.sourceName
    let namesFiles = true
    /// Lines of any day are written without us, opening balances too: only its payments settle something.
    let movesWithoutPayments = true

    /// What is in an account of a journal.
    private struct Holding {
        /// The sum up to the day, by commodity.
        var sums: [Currency: Money] = [:]
        /// The contributions up to the day, each with the number of its transaction in the journal.
        var payments: [(day: CalendarDay, place: Int, amount: Money)] = []
        var isThere = false
    }

    func checked(_ asset: Asset, in reader: any EntityReader) throws -> Asset {
        if let reference = asset.reference { _ = try JournalPlace(reference: reference) }
        return asset
    }

    func balances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, _ call: Call
    ) async throws -> [UUID: SourceBalance] {
        var balances: [UUID: SourceBalance] = [:]
        var places: [String: [(asset: Asset, place: JournalPlace)]] = [:]
        for asset in assets {
            do {
                let place = try JournalPlace(reference: asset.reference ?? "")
                places[place.path, default: []].append((asset, place))
            } catch { balances[asset.id] = SourceBalance(of: asset, gap: "\(error)") }
        }
        for (path, assets) in places {
            try Task.checkCancellation()
            // One journal is read once, however many accounts of it are asked for.
            let holdings = Result { try Self.holdings(Set(assets.map(\.place)), path, on: day, windows) }
            for (asset, place) in assets {
                do {
                    balances[asset.id] = try Self.balance(
                        of: asset, holdings.get()[place] ?? Holding(), place, on: day, windows)
                } catch let line as UnusableLine {
                    balances[asset.id] = SourceBalance(of: asset, gap: line.text(path))
                } catch {
                    balances[asset.id] = SourceBalance(of: asset, gap: "\(error)")
                }
            }
        }
        return balances
    }

    /// The assets whose account is that of another one or lies below it, in one file and of one commodity.
    func duplicates(among assets: [Asset]) -> [UUID: Asset] {
        struct File: Hashable {
            let path: String
            let code: String
        }
        var files: [String: String] = [:]
        var accounts: [File: [(asset: Asset, account: String)]] = [:]
        for asset in assets {
            guard let place = try? JournalPlace(reference: asset.reference ?? "") else { continue }
            let path = files[place.path] ?? URL(fileURLWithPath: place.path).resolvingSymlinksInPath().path
            files[place.path] = path
            // Two tokens with one symbol are one commodity to a journal.
            accounts[File(path: path, code: asset.currency.code), default: []].append((asset, place.account))
        }
        var duplicates: [UUID: Asset] = [:]
        for (_, accounts) in accounts where accounts.count > 1 {
            // An account stands right before those below it.
            let sorted = accounts.sorted { ($0.account + ":", $0.asset.name) < ($1.account + ":", $1.asset.name) }
            var above = sorted[0]
            for next in sorted.dropFirst() {
                if (next.account + ":").hasPrefix(above.account + ":") {
                    duplicates[next.asset.id] = above.asset
                    if duplicates[above.asset.id] == nil { duplicates[above.asset.id] = next.asset }
                } else {
                    above = next
                }
            }
        }
        return duplicates
    }

    /// What the places hold at the end of a day.
    private static func holdings(
        _ places: Set<JournalPlace>, _ path: String, on day: CalendarDay, _ windows: Set<ContributionWindow>
    ) throws -> [JournalPlace: Holding] {
        guard let dialect = places.first?.dialect else { return [:] }
        var holdings: [JournalPlace: Holding] = [:]
        /// The places that an account counts for.
        var counted: [String: [JournalPlace]] = [:]
        let first = windows.map(\.after).min()
        var number = 0
        try JournalReader(file: TextFile(path: path, encoding: .utf8), dialect: dialect).read { item in
            switch item {
            case .refused(let row): throw UnusableLine(row: row)
            case .transaction(let transaction):
                let isOpening = transaction.isOpening
                number += 1
                for posting in transaction.postings {
                    let wanted =
                        counted[posting.account]
                        ?? places.filter {
                            posting.account == $0.account || posting.account.hasPrefix($0.account + ":")
                        }
                    counted[posting.account] = wanted
                    guard !wanted.isEmpty else { continue }
                    let postingDay = posting.day ?? transaction.day
                    for place in wanted {
                        holdings[place, default: Holding()].isThere = true
                        guard postingDay <= day else { continue }
                        let currency = posting.amount.currency
                        let sum = holdings[place]?.sums[currency] ?? .zero(currency)
                        holdings[place]?.sums[currency] = try sum.adding(posting.amount)
                        guard let first, postingDay > first, !isOpening else { continue }
                        holdings[place]?.payments.append((postingDay, number, posting.amount))
                    }
                }
            case .balance, .tag, .skipped: break
            }
        }
        return holdings
    }

    private static func balance(
        of asset: Asset, _ holding: Holding, _ place: JournalPlace, on day: CalendarDay,
        _ windows: Set<ContributionWindow>
    ) throws -> SourceBalance {
        guard holding.isThere else {
            return SourceBalance(
                of: asset,
                gap:
                    "The journal \(place.path.printable) has nothing in the account '\(place.account.printable)'. Check its name."
            )
        }
        func own(_ amount: Money) throws -> Money? {
            guard asset.currency.isMeant(by: JournalCommodities.symbol(amount.currency)) else { return nil }
            return try Money(amount.amountText, asset.currency)
        }
        let balance = try Money.sum(holding.sums.values.compactMap(own), in: asset.currency)
        let others = try holding.sums.values.filter { try own($0) == nil && !$0.isZero }
        let contributions = try holding.payments.compactMap { payment in
            try own(payment.amount).map {
                SourceBalance.Contribution(day: payment.day, place: payment.place, amount: $0)
            }
        }
        var contributed: [ContributionWindow: Money] = [:]
        for window in windows where window.after < day {
            // Nobody knows when a line was written: what is dated in a month that was closed early is settled.
            let payments = try holding.payments.filter { window.contains(day: $0.day, entered: .distantPast) }
                .compactMap { try own($0.amount) }
            contributed[window] = try Money.sum(payments, in: asset.currency)
        }
        guard let other = others.map({ "\($0.amountText) \(JournalCommodities.symbol($0.currency))" }).min() else {
            return SourceBalance(balance, contributed: contributed, contributions: contributions)
        }
        return SourceBalance(
            balance, contributed: contributed, contributions: contributions,
            gap:
                "The account '\(place.account.printable)' also holds \(other.printable), which is not \(asset.currency). "
                + "Name an account that holds \(asset.currency) only.")
    }
}

/// A line of a journal that is not understood.
private struct UnusableLine: Error {
    let row: UnreadableRow

    func text(_ path: String) -> String {
        "Line \(row.line) of \(path.printable) is not read: \(row.reason). Write it so that it is understood."
    }
}

extension Currency {
    /// Whether a commodity of a journal is the currency.
    fileprivate func isMeant(by symbol: String) -> Bool {
        if code == symbol || NumberText.symbols[symbol] == code { return true }
        return !symbol.isEmpty && symbol.allSatisfy(\.isCurrencySymbol) && isWritten(symbol)
    }
}
