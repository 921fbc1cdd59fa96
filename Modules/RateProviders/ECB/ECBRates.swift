import ExchangeRates
import Foundation
import HTTPNetworking
import PluginKit
import Values

/// The euro's reference rates of the European Central Bank, published on working days about 16:00 in Frankfurt.
struct ECBRates: ExchangeRateProvider, HealthCheckable {
    static let providerName = "ecb"
    static let baseURL = SettingDefinition(
        "exchangeRates.ecb.baseURL", .url, default: "https://www.ecb.europa.eu/stats/eurofxref",
        "The address of the ECB's tables.", refusal: ServerAddress.refusal())
    static let timeToLive = SettingDefinition(
        "exchangeRates.ecb.timeToLive", .duration, default: "12h",
        "How long a table of the ECB is as good as new after it was fetched.")
    static let settings = [baseURL, timeToLive]

    /// How far back the table of 90 days is trusted to reach.
    private static let recentDays = 80
    /// The most bytes of each table: the whole history has some 10 MB and grows, the others have far less than 1 MB.
    private static func sizeLimit(of file: String) -> Int { file == "eurofxref-hist.xml" ? 64 << 20 : 4 << 20 }

    let name = ECBRates.providerName
    let address: ServerAddress
    let client: HTTPClient
    let timeToLive: Duration

    func rates(_ request: RateRequest) async throws -> RateAnswer {
        guard let day = request.day else { return try await newest(request) }
        return try await past([(request, day)]).first ?? RateAnswer(quotes: [])
    }

    /// All days come from one table, which is fetched and read once.
    func answers(to requests: [RateRequest]) async throws -> [Result<RateAnswer, any Error>] {
        try await past(requests.map { ($0, $0.day ?? $0.today) }).map { .success($0) }
    }

    func health(_ call: Call) async -> HealthStatus { await .judged(self, by: ["EUR", "USD"], call) }

    private static let euro = try? Currency(code: "EUR")

    /// What the tables may have of a request.
    private func currencies(_ request: RateRequest) -> [Currency] {
        request.currencies.union(FrozenRates.pivots).filter { $0.isFiat && $0 != Self.euro }.sorted {
            $0.code < $1.code
        }
    }

    private func newest(_ request: RateRequest) async throws -> RateAnswer {
        // A day that has not come yet is a mistake of the table, except for the time zone's one.
        let today = CalendarDay(utc: request.now)
        let days = CalendarDay(dayNumber: .min)...today.adding(days: 1)
        let fetched = try await table("eurofxref-daily.xml", days, request)
        guard let day = fetched.value.days.keys.max() else {
            throw RateProviderError.refused(provider: name, message: "its table holds no day")
        }
        return answer(currencies(request), fetched, days: [day], gapDay: today) { _ in nil }
    }

    /// The newest rates on or before each day.
    private func past(_ requests: [(request: RateRequest, day: CalendarDay)]) async throws -> [RateAnswer] {
        let days = requests.map(\.day)
        guard let first = days.min(), let last = days.max(), let asked = requests.first?.request else { return [] }
        let file =
            first.days(until: CalendarDay(utc: asked.now)) <= Self.recentDays
            ? "eurofxref-hist-90d.xml" : "eurofxref-hist.xml"
        let fetched = try await table(file, first.adding(days: -RateRequest.oldestAge)...last, asked)
        return requests.map { request, day in
            let candidates = (0...RateRequest.oldestAge).map { day.adding(days: -$0) }
            return answer(currencies(request), fetched, days: candidates, gapDay: day) { _ in
                "\(name) has none within \(RateRequest.oldestAge) days before \(day)"
            }
        }
    }

    /// The rate of each currency on the first of the days that has one.
    private func answer(
        _ currencies: [Currency], _ fetched: CachedAnswer<ECBTable>, days: [CalendarDay], gapDay: CalendarDay,
        missing: (Currency) -> String?
    ) -> RateAnswer {
        var answer = RateAnswer(quotes: [])
        guard let euro = Self.euro else { return answer }
        for currency in currencies {
            let given = days.lazy.compactMap { day in
                fetched.value.days[day]?[currency.code].map { (day: day, rate: $0) }
            }
            if let found = given.first(where: { !["N/A", "-", ""].contains($0.rate) }) {
                answer.add(
                    .string(found.rate), from: euro, to: currency, time: found.day.startInUTC, source: name,
                    state: fetched.state, redactor: Redactor(secrets: address.secrets))
            } else if let reason = EuroPredecessors.reason(currency, on: gapDay) ?? missing(currency) {
                answer.gaps.append(RateGap(from: euro, to: currency, reason: reason))
            }
        }
        return answer
    }

    private func table(
        _ file: String, _ days: ClosedRange<CalendarDay>, _ asked: RateRequest
    ) async throws -> CachedAnswer<ECBTable> {
        guard let url = address.url(file) else {
            throw RateProviderError.refused(provider: name, message: "the address cannot be formed")
        }
        let request = HTTPRequest(.get, url, secrets: address.secrets, sizeLimit: Self.sizeLimit(of: file))
        return try await client.fetch(
            request, cacheKey: request.description, timeToLive: timeToLive, now: asked.now, deadline: asked.deadline
        ) { response in
            guard let table = ECBTable(xml: response.body, days: days) else {
                throw RateProviderError.unreadable(
                    provider: Self.providerName, excerpt: response.excerpt(request.redactor))
            }
            return table
        }
    }
}
