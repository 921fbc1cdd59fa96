import ExchangeRates
import Foundation
import HTTPNetworking
import PluginKit
import Values

/// Rates from Coinbase's public interface: all of them against USD in one request, past days one by one.
struct CoinbaseRates: ExchangeRateProvider, HealthCheckable {
    static let providerName = "coinbase"
    static let baseURL = SettingDefinition(
        "exchangeRates.coinbase.baseURL", .url, default: "https://api.coinbase.com/v2",
        "The address of Coinbase's public interface.", refusal: ServerAddress.refusal())

    let name = CoinbaseRates.providerName
    let address: ServerAddress
    let client: HTTPClient
    let timeToLive: Duration

    func rates(_ request: RateRequest) async throws -> RateAnswer {
        guard let dollar = try? Currency(code: "USD") else { return RateAnswer(quotes: []) }
        // Coinbase goes by codes, and a token's symbol is not one.
        func isCoded(_ currency: Currency) -> Bool {
            if case .token = currency.kind { false } else { currency != dollar }
        }
        guard let day = request.day else {
            let wanted = request.currencies.union(FrozenRates.pivots).filter(isCoded)
            return try await newest(wanted.sorted { $0.code < $1.code }, dollar, request)
        }
        let asked = request.currencies.filter(isCoded).sorted { $0.code < $1.code }
        var answer = try await asked.prefix(RateSettings.mostSingleQuestions).map { currency in
            RateQuestion(currencies: [currency]) { try await past(currency, dollar, day, request) }
        }.answer(source: name, anchor: dollar)
        answer.gaps += asked.dropFirst(RateSettings.mostSingleQuestions).map {
            let reason = "\(name) gives past days one currency at a time, and enough of them were requested"
            return RateGap(from: $0, to: dollar, reason: reason)
        }
        return answer
    }

    func health(_ call: Call) async -> HealthStatus { await .judged(self, by: ["BTC", "USD"], call) }

    private func newest(
        _ wanted: [Currency], _ dollar: Currency, _ request: RateRequest
    ) async throws -> RateAnswer {
        let url = address.url("exchange-rates", ["currency": dollar.code])
        let fetched = try await ask(url, request, timeToLive: timeToLive) {
            guard $0["currency"]?.string == dollar.code, let rates = $0["rates"], rates.object != nil else {
                return nil
            }
            return rates
        }
        var answer = RateAnswer(quotes: [])
        for currency in wanted {
            guard let rate = fetched.value[currency.code] else { continue }
            answer.add(
                rate, from: dollar, to: currency, time: fetched.fetchedAt, source: name,
                state: fetched.state, redactor: Redactor(secrets: address.secrets))
        }
        return answer
    }

    private func past(
        _ currency: Currency, _ dollar: Currency, _ day: CalendarDay, _ request: RateRequest
    ) async throws -> RateAnswer {
        var answer = RateAnswer(quotes: [])
        do {
            let isOver = day < CalendarDay(utc: request.now)
            let fetched = try await ask(
                address.url("prices/\(currency.code)-\(dollar.code)/spot", ["date": day.description]), request,
                timeToLive: isOver ? RateSettings.pastDaysLive : timeToLive
            ) {
                guard $0["currency"]?.string == dollar.code, $0["base"]?.string ?? currency.code == currency.code
                else { return nil }
                return $0["amount"]
            }
            answer.add(
                fetched.value, from: currency, to: dollar, time: day.startInUTC, source: name,
                state: fetched.state, redactor: Redactor(secrets: address.secrets))
        } catch HTTPError.status(_, code: 404, _), HTTPError.status(_, code: 400, _) {
            let reason = "\(name) has no price of \(currency) on \(day)"
            answer.gaps.append(RateGap(from: currency, to: dollar, reason: reason))
        }
        return answer
    }

    /// What `read` finds in the `data` of an answer.
    private func ask(
        _ url: URL?, _ asked: RateRequest, timeToLive: Duration,
        read: @escaping @Sendable (LosslessJSON) -> LosslessJSON?
    ) async throws -> CachedAnswer<LosslessJSON> {
        guard let url else {
            throw RateProviderError.refused(provider: name, message: "the address cannot be formed")
        }
        let request = HTTPRequest(.get, url, secrets: address.secrets)
        return try await client.fetch(
            request, cacheKey: request.description, timeToLive: timeToLive, now: asked.now, deadline: asked.deadline
        ) { response in
            guard let value = LosslessJSON(response.body)?["data"].flatMap(read) else {
                throw RateProviderError.unreadable(
                    provider: Self.providerName, excerpt: response.excerpt(request.redactor))
            }
            return value
        }
    }
}
