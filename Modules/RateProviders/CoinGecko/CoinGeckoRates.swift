import ExchangeRates
import Foundation
import HTTPNetworking
import PluginKit
import Values

/// Prices of coins and tokens from CoinGecko: all coins in one request, or a few when the address would get too long.
struct CoinGeckoRates: ExchangeRateProvider, HealthCheckable {
    static let providerName = "coingecko"
    /// What servers take for an address without complaint.
    private static let longestAddress = 2000
    /// Contracts are long; as many as this go into one request all the same, so that few requests do.
    private static let contractsPerRequest = 100

    let name = CoinGeckoRates.providerName
    let settings: CoinGeckoSettings
    let client: HTTPClient
    let timeToLive: Duration

    func rates(_ request: RateRequest) async throws -> RateAnswer {
        guard let dollar = try? Currency(code: "USD") else { return RateAnswer(quotes: []) }
        let wanted = request.currencies.union(FrozenRates.pivots).sorted { $0.identity < $1.identity }
        let quoted = wanted.filter { CoinGeckoIDs.quoteCodes.contains($0.identity) }
        var (coins, tokens, gaps) = sorted(wanted, dollar)
        var answer = RateAnswer(quotes: [], gaps: gaps)
        let questions: [RateQuestion]
        if let day = request.day {
            // A past day is one request for each coin, so that the pivots are left out.
            coins = coins.mapValues { $0.filter(request.currencies.contains) }.filter { !$0.value.isEmpty }
            answer.gaps += pastGaps(tokens, of: request.currencies, dollar)
            let asked = coins.sorted { $0.key < $1.key }
            answer.gaps += asked.dropFirst(RateSettings.mostSingleQuestions).flatMap(\.value).map {
                let reason = "\(name) gives past days one coin at a time, and enough of them were requested"
                return RateGap(from: $0, to: dollar, reason: reason)
            }
            questions = asked.prefix(RateSettings.mostSingleQuestions).map { id, currencies in
                RateQuestion(currencies: currencies) { try await past(id, currencies, quoted, dollar, day, request) }
            }
        } else {
            questions = coinQuestions(coins, quoted, dollar, request) + tokenQuestions(tokens, quoted, dollar, request)
        }
        answer.add(try await questions.answer(source: name, anchor: dollar))
        return answer
    }

    func health(_ call: Call) async -> HealthStatus { await .judged(self, by: ["BTC", "USD"], call) }

    private var idsKey: String { CoinGeckoSettings.ids.key }

    /// Coins by their ids, tokens by platform and contract, and the rest with the reason.
    func sorted(_ currencies: [Currency], _ dollar: Currency) -> (
        coins: [String: [Currency]], tokens: [String: [String: Currency]], gaps: [RateGap]
    ) {
        var coins: [String: [Currency]] = [:]
        var tokens: [String: [String: Currency]] = [:]
        var gaps: [RateGap] = []
        for currency in currencies {
            switch settings.ids.find(currency) {
            case .coin(let id): coins[id, default: []].append(currency)
            case .token(let platform, let contract): tokens[platform, default: [:]][contract] = currency
            case .ambiguous(let candidates):
                let reason =
                    "\(currency) could be \(candidates.joined(separator: " or ")) at \(name): "
                    + "choose in exchangeRates.coingecko.ids, as in \(currency)=\(candidates[0])"
                gaps.append(RateGap(from: currency, to: dollar, reason: reason))
            case .unknown:
                guard !currency.isFiat else { continue }
                let reason =
                    "\(name)'s name of \(currency) is not known: "
                    + "add it to exchangeRates.coingecko.ids, as in \(currency.identity)=bitcoin"
                gaps.append(RateGap(from: currency, to: dollar, reason: reason))
            }
        }
        return (coins, tokens, gaps)
    }

    /// Why there are no past days of tokens.
    func pastGaps(
        _ tokens: [String: [String: Currency]], of wanted: Set<Currency>, _ dollar: Currency
    ) -> [RateGap] {
        tokens.values.flatMap(\.values).filter(wanted.contains).map {
            let reason = "\(name) gives past days of tokens by their id only: add \($0.identity) to \(idsKey)"
            return RateGap(from: $0, to: dollar, reason: reason)
        }
    }

    // MARK: - Newest prices

    private func coinQuestions(
        _ coins: [String: [Currency]], _ quoted: [Currency], _ dollar: Currency, _ request: RateRequest
    ) -> [RateQuestion] {
        let room = Self.longestAddress - (url("simple/price", ids: [], quoted)?.absoluteString.utf8.count ?? 0)
        var chunks: [[String]] = [[]]
        var length = 0
        for id in coins.keys.sorted() {
            let size = id.utf8.count + 1
            if length + size > room, !chunks[chunks.count - 1].isEmpty {
                chunks.append([])
                length = 0
            }
            chunks[chunks.count - 1].append(id)
            length += size
        }
        return chunks.filter { !$0.isEmpty }.map { ids in
            RateQuestion(currencies: ids.flatMap { coins[$0] ?? [] }) {
                try await prices(url("simple/price", ids: ids, quoted), ids, quoted, dollar, request) { prices in
                    ids.map { (prices[$0], $0, coins[$0] ?? []) }
                }
            }
        }
    }

    private func tokenQuestions(
        _ tokens: [String: [String: Currency]], _ quoted: [Currency], _ dollar: Currency, _ request: RateRequest
    ) -> [RateQuestion] {
        tokens.sorted { $0.key < $1.key }.flatMap { platform, contracts in
            let all = contracts.keys.sorted()
            return stride(from: 0, to: all.count, by: Self.contractsPerRequest).map { start in
                let chunk = Array(all[start..<min(start + Self.contractsPerRequest, all.count)])
                return RateQuestion(currencies: chunk.compactMap { contracts[$0] }) {
                    let path = "simple/token_price/\(platform)"
                    let url = url(path, contracts: chunk, quoted)
                    return try await prices(url, chunk, quoted, dollar, request) { prices in
                        chunk.map { contract in
                            let price = prices[contract] ?? prices[contract.lowercased()]
                            return (price, contract, [contracts[contract]].compactMap { $0 })
                        }
                    }
                }
            }
        }
    }

    private func url(_ path: String, ids: [String] = [], contracts: [String] = [], _ quoted: [Currency]) -> URL? {
        let quotes = quoted.map { $0.code.lowercased() }.joined(separator: ",")
        if contracts.isEmpty {
            return settings.address.url(
                path,
                [
                    "ids": ids.joined(separator: ","), "vs_currencies": quotes, "include_last_updated_at": "true",
                    "precision": "full",
                ])
        }
        return settings.address.url(
            path,
            [
                "contract_addresses": contracts.joined(separator: ","), "vs_currencies": quotes,
                "include_last_updated_at": "true", "precision": "full",
            ])
    }

    private func prices(
        _ url: URL?, _ names: [String], _ quoted: [Currency], _ dollar: Currency, _ request: RateRequest,
        _ entries: (LosslessJSON) -> [(price: LosslessJSON?, id: String, currencies: [Currency])]
    ) async throws -> RateAnswer {
        let fetched = try await ask(url, request, about: names, timeToLive: timeToLive)
        var answer = RateAnswer(quotes: [])
        for entry in entries(fetched.value) {
            for currency in entry.currencies {
                let time = time(entry.price?["last_updated_at"], fetchedAt: fetched.fetchedAt)
                let added = add(
                    entry.price, of: currency, in: quoted, to: &answer, time: time, state: fetched.state)
                guard !added else { continue }
                let reason =
                    entry.price == nil
                    ? "\(name) knows nothing named '\(entry.id.printable)'; check \(idsKey)"
                    : "\(name) gives no price of '\(entry.id.printable)'"
                answer.gaps.append(RateGap(from: currency, to: dollar, reason: reason))
            }
        }
        return answer
    }

    /// Adds the prices of one currency; false when there are none at all, not even unusable ones.
    private func add(
        _ prices: LosslessJSON?, of currency: Currency, in quoted: [Currency], to answer: inout RateAnswer, time: Date,
        state: AnswerState
    ) -> Bool {
        var isAny = false
        for target in quoted where target != currency {
            guard let price = prices?[target.code.lowercased()] else { continue }
            isAny = true
            answer.add(
                price, from: currency, to: target, time: time, source: name, state: state,
                redactor: settings.redactor)
        }
        return isAny
    }

    /// The price's own time, as far as it makes sense; else the time of the answer.
    private func time(_ updated: LosslessJSON?, fetchedAt: Date) -> Date {
        guard let text = updated?.number, let seconds = Int(text), seconds > 0 else { return fetchedAt }
        return min(Date(timeIntervalSince1970: TimeInterval(seconds)), fetchedAt)
    }

    // MARK: - Past days

    private func past(
        _ id: String, _ currencies: [Currency], _ quoted: [Currency], _ dollar: Currency, _ day: CalendarDay,
        _ request: RateRequest
    ) async throws -> RateAnswer {
        let parts = day.description.split(separator: "-")
        let url = settings.address.url(
            "coins/\(id)/history", ["date": parts.reversed().joined(separator: "-"), "localization": "false"])
        let isOver = day < CalendarDay(utc: request.now)
        let fetched = try await ask(
            url, request, about: ["id"], timeToLive: isOver ? RateSettings.pastDaysLive : timeToLive
        ) { value in
            guard let given = value["id"]?.string, given == id else {
                let shown = settings.redactor.excerpt(Data((value["id"] ?? .null).shown.utf8))
                throw RateProviderError.otherThing(provider: Self.providerName, asked: id.printable, given: shown)
            }
        }
        var answer = RateAnswer(quotes: [])
        for currency in currencies {
            let added = add(
                fetched.value["market_data"]?["current_price"], of: currency, in: quoted, to: &answer,
                time: day.startInUTC, state: fetched.state)
            guard !added else { continue }
            let reason = "\(name) has no price of '\(id.printable)' on \(day)"
            answer.gaps.append(RateGap(from: currency, to: dollar, reason: reason))
        }
        return answer
    }

    /// The object that a request gives, with any of these members.
    ///
    /// - Parameter check: throws for an answer that is about something else; it is not kept then.
    func ask(
        _ url: URL?, _ asked: RateRequest, about names: [String], timeToLive: Duration,
        check: @escaping @Sendable (LosslessJSON) throws -> Void = { _ in }
    ) async throws -> CachedAnswer<LosslessJSON> {
        guard let url else {
            throw RateProviderError.refused(provider: name, message: "the address cannot be formed")
        }
        let request = HTTPRequest(
            .get, url, headers: settings.headers, secrets: settings.secrets,
            acceptedStatuses: CoinGeckoAnswer.explainedStatuses)
        return try await client.fetch(
            request, cacheKey: request.description, timeToLive: timeToLive, now: asked.now, deadline: asked.deadline
        ) { response in
            let value = try CoinGeckoAnswer.read(response, to: request, about: names)
            try check(value)
            return value
        }
    }
}
