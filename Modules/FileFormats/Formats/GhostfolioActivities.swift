import Foundation
package import Values

/// What Ghostfolio exports: activities in coins, and the balances of accounts. What counts securities is refused, since
/// there is no currency for them.
package struct GhostfolioActivities {
    private struct Export: Decodable {
        let accounts: [Account]?
        let activities: [Activity]
        let assetProfiles: [Profile]?
    }

    /// A security, as newer exports describe it.
    private struct Profile: Decodable {
        struct Quote: Decodable {
            let date: String
            let marketPrice: Decimal?
        }

        let symbol: String?
        let currency: String?
        let marketData: [Quote]?
        let name: String?
        let isin: String?
        let assetClass: String?
        let assetSubClass: String?
    }

    private struct Account: Decodable {
        struct Balance: Decodable {
            let date: String
            let value: Decimal
        }

        let id: String?
        let name: String?
        let currency: String?
        let balances: [Balance]?
    }

    private struct Activity: Decodable {
        let accountId: String?
        let comment: String?
        let quantity: Decimal
        let type: String
        let currency: String
        let date: String
        let symbol: String
        let unitPrice: Decimal?
        let fee: Decimal?
        let id: String?
    }

    /// An activity as it stands in the file, for those who count units of securities.
    package struct Trade: Sendable {
        package let line: Int
        package let day: CalendarDay
        package let time: String
        package let type: String
        package let symbol: String
        /// The name of the security; nil where the file has none.
        package let name: String?
        package let isin: String?
        /// `STOCK`, `ETF` and others; nil where the file says none.
        package let subclass: String?
        package let units: String
        package let price: String?
        /// Quantity × price.
        package let amount: String?
        package let fee: String?
        package let currency: String
        package let account: String?
        package let comment: String?
        package let id: String?
    }

    /// A price of a security, which exports have where a person recorded it.
    package struct Quote: Sendable {
        package let symbol: String
        package let name: String?
        package let isin: String?
        package let day: CalendarDay
        package let price: String
        package let currency: String
    }

    /// Types whose money is in the balance of their account.
    private static let ofBalances: Set<String> = ["DIVIDEND", "FEE", "INTEREST"]
    /// The names by which coins go where they have no codes.
    private static let coins = [
        "bitcoin": "BTC", "ethereum": "ETH", "solana": "SOL", "litecoin": "LTC", "dogecoin": "DOGE", "cardano": "ADA",
        "ripple": "XRP", "bitcoin-cash": "BCH",
    ]

    private let context: DateContext
    private let export: Export
    /// The lines on which each activity and each balance has its own word.
    private let lines: [String: [Int]]

    /// Whether a file is one, by how it begins.
    package static func matches(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        return text.first { !$0.isWhitespace } == "{" && text.contains("\"activities\"")
    }

    /// - Throws: ``ImportError``.
    package init(_ file: TextFile, _ context: DateContext = DateContext()) throws {
        self.context = context
        var bytes: [UInt8] = []
        try file.forEachPiece { bytes += $0 }
        do {
            export = try JSONDecoder().decode(Export.self, from: Data(bytes))
        } catch { throw ImportError.malformed(.ghostfolio, line: 1, reason: "it has no activities, or is damaged") }
        var lines: [String: [Int]] = [:]
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            for word in ["unitPrice", "value"] {
                for _ in text.ranges(of: "\"\(word)\"") { lines[word, default: []].append(index + 1) }
            }
        }
        self.lines = lines
    }

    /// Hands on each activity and each change of a balance.
    ///
    /// - Throws: What `body` throws.
    package func read(_ body: (ReadRow) throws -> Void) throws {
        var number = 0
        for account in export.accounts ?? [] {
            // The newest comes first.
            var before: Decimal?
            for balance in (account.balances ?? []).sorted(by: { $0.date < $1.date }) {
                number += 1
                let line = line("value", number)
                guard let day = day(balance.date) else {
                    try body(Self.refused(line, "'\(balance.date.printable)' is not a date."))
                    continue
                }
                var row = ImportedRow(
                    line: line, account: account.name, currency: account.currency, day: day,
                    amount: .exact((balance.value - (before ?? 0)).description), note: nil)
                row.isOpening = before == nil
                before = balance.value
                try body(.success(row))
            }
        }
        let names = Dictionary((export.accounts ?? []).map { ($0.id ?? "", $0.name ?? "") }) { first, _ in first }
        for (index, activity) in export.activities.enumerated() {
            let line = line("unitPrice", index + 1)
            guard !Self.ofBalances.contains(activity.type) else { continue }
            guard let day = day(activity.date) else {
                try body(Self.refused(line, "'\(activity.date.printable)' is not a date."))
                continue
            }
            guard activity.type == "BUY" || activity.type == "SELL" else {
                try body(Self.refused(line, "activities of the type '\(activity.type.printable)' are not read."))
                continue
            }
            guard let coin = Self.coin(activity) else {
                try body(Self.refused(line, "'\(activity.symbol.printable)' is a security, and no currency or coin."))
                continue
            }
            let account = activity.accountId.flatMap { names[$0] }
            let row = ImportedRow(
                line: line, account: account.map { "\($0) \(coin)" } ?? coin, currency: coin, day: day,
                amount: .exact((activity.type == "SELL" ? -activity.quantity : activity.quantity).description),
                note: activity.comment)
            try body(.success(row))
        }
    }

    /// All activities, or why one cannot be read.
    package func trades() -> [Result<Trade, UnreadableRow>] {
        let names = Dictionary((export.accounts ?? []).map { ($0.id ?? "", $0.name ?? "") }) { first, _ in first }
        let profiles = Dictionary((export.assetProfiles ?? []).map { ($0.symbol ?? "", $0) }) { first, _ in first }
        return export.activities.enumerated().map { index, activity in
            let line = line("unitPrice", index + 1)
            let profile = profiles[activity.symbol]
            guard let day = day(activity.date) else {
                return .failure(UnreadableRow(line: line, reason: "'\(activity.date.printable)' is not a date."))
            }
            return .success(
                Trade(
                    line: line, day: day, time: activity.date, type: activity.type, symbol: activity.symbol,
                    name: profile?.name, isin: profile?.isin,
                    subclass: profile?.assetSubClass ?? profile?.assetClass,
                    units: activity.quantity.description, price: activity.unitPrice?.description,
                    amount: activity.unitPrice.map { ($0 * activity.quantity).description },
                    fee: activity.fee?.description, currency: activity.currency,
                    account: activity.accountId.flatMap { names[$0] }, comment: activity.comment, id: activity.id))
        }
    }

    /// The prices of securities: the last of each day. Entries without a day or a price are left out.
    package func quotes() -> [Quote] {
        (export.assetProfiles ?? []).flatMap { profile -> [Quote] in
            guard let symbol = profile.symbol, let currency = profile.currency else { return [] }
            var byDay: [CalendarDay: Decimal] = [:]
            for quote in profile.marketData ?? [] {
                if let day = day(quote.date), let price = quote.marketPrice { byDay[day] = price }
            }
            return byDay.sorted { $0.key < $1.key }.map { day, price in
                Quote(
                    symbol: symbol, name: profile.name, isin: profile.isin, day: day, price: price.description,
                    currency: currency)
            }
        }
    }

    private func line(_ word: String, _ number: Int) -> Int {
        guard let all = lines[word], all.indices.contains(number - 1) else { return 1 }
        return all[number - 1]
    }

    private static func refused(_ line: Int, _ reason: String) -> ReadRow {
        .failure(UnreadableRow(line: line, reason: reason))
    }

    /// Ghostfolio keeps the midnight of a day as an instant.
    private func day(_ text: String) -> CalendarDay? {
        DateText(text).flatMap { $0.needsOrder ? nil : $0.day(.dayFirst, context) }
    }

    /// `BTCUSD` of an activity in dollars, `BTC-USD`, or the name of a coin.
    private static func coin(_ activity: Activity) -> String? {
        if let code = coins[activity.symbol] { return code }
        guard activity.symbol.hasSuffix(activity.currency) else { return nil }
        let code = activity.symbol.dropLast(activity.currency.count).trimming { $0 == "-" }
        guard let currency = try? Currency(code: String(code)), currency.kind == .coin else { return nil }
        return currency.code
    }
}
