import ExchangeRates
import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import PluginKit
import RateProviders

/// 2026-05-20T12:00:00Z.
let noon = Date(timeIntervalSince1970: 1_779_278_400)

func request(_ codes: String..., day: String? = nil) throws -> RateRequest {
    RateRequest(
        currencies: Set(try codes.map { try Currency(code: $0) }), day: try day.map { try CalendarDay($0) }, anyCall)
}

func container(
    _ settings: [String: RawSetting], now: @escaping @Sendable () -> Date = { noon }
) async throws -> DIContainer {
    var builder = ContainerBuilder(
        settings: InMemorySettings(settings), time: TimeSource(now: now, clock: ContinuousClock()))
    builder.add([NetworkPlugin(), RatesPlugin()])
    builder.require(.exchangeRates)
    return try await builder.build()
}

/// The only provider that the settings choose.
func provider(
    _ settings: [String: RawSetting], within limit: Duration = .seconds(600),
    now: @escaping @Sendable () -> Date = { noon }
) async throws -> any ExchangeRateProvider {
    let all = try await container(settings, now: now).resolveAll(.exchangeRates)
    guard let only = all.first, all.count == 1 else { throw CocoaError(.featureUnsupported) }
    return AskedNow(provider: only, now: now, limit: limit)
}

/// Asks a provider at the instant of the test. A busy machine must not decide what a test finds, so that the deadline is
/// far away unless the test is about it.
private struct AskedNow: ExchangeRateProvider {
    let provider: any ExchangeRateProvider
    let now: @Sendable () -> Date
    let limit: Duration

    var name: String { provider.name }

    func rates(_ request: RateRequest) async throws -> RateAnswer { try await provider.rates(at(now(), request)) }

    func answers(to requests: [RateRequest]) async throws -> [Result<RateAnswer, any Error>] {
        let now = now()
        return try await provider.answers(to: requests.map { at(now, $0) })
    }

    private func at(_ now: Date, _ request: RateRequest) -> RateRequest {
        let call = Call(
            now: now, deadline: Deadline(in: limit, on: ContinuousClock()), program: "test", command: "test")
        return RateRequest(currencies: request.currencies, day: request.day, call)
    }
}

/// A provider that asks a loopback server.
func provider(
    _ name: String, on server: LoopbackServer, _ more: [String: RawSetting] = [:],
    within limit: Duration = .seconds(600), now: @escaping @Sendable () -> Date = { noon }
) async throws -> any ExchangeRateProvider {
    let own: [String: RawSetting] = [
        "exchangeRates.providers": [name], "exchangeRates.\(name).baseURL": .text(server.baseURL.absoluteString),
    ]
    return try await provider(own.merging(more) { _, later in later }, within: limit, now: now)
}

extension RateAnswer {
    /// `BTC/USD=50000 live` for each quote, sorted.
    var texts: [String] {
        quotes.map { "\($0.from)/\($0.to)=\($0.rate.significantString(digits: 60)) \($0.state)" }.sorted()
    }

    /// The rate of a pair, if it is among the quotes.
    func rate(_ from: String, _ to: String) -> String? {
        quotes.first { $0.from.code == from && $0.to.code == to }?.rate.significantString(digits: 60)
    }

    /// The reason of a pair's gap.
    func gap(_ from: String, _ to: String) -> String? {
        gaps.first { $0.from.code == from && $0.to.code == to }?.reason
    }
}

extension ReceivedRequest {
    /// The items of the query, decoded.
    var query: [String: String] {
        let items = URLComponents(string: target)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    /// The path without the query.
    var path: String { String(target.prefix { $0 != "?" }) }
}

/// A call where its instant and day play no part.
let anyCall = Call(now: noon, program: "test", command: "test")
