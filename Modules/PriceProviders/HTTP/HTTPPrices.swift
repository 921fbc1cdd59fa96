import Foundation
import HTTPNetworking
import PluginKit
import Portfolio
import Values

/// Prices by address: each source is a line of a table, which instruments name.
struct HTTPPrices: PriceProvider {
    static let providerName = "http"
    static let file = SettingDefinition(
        "prices.http.file", .path,
        "A table of sources of prices (CSV): name,url,date,price,currency,adjusted. An address may hold {symbol}, {isin}, "
            + "{from} and {to}; date and price are paths of its JSON (data.*.close) or titles of its CSV.")
    static let timeToLive = SettingDefinition(
        "prices.http.timeToLive", .duration, default: "15min",
        "How long an answer of a source of prices is as good as new after it was fetched.")

    let name = HTTPPrices.providerName
    let path: String?
    let client: HTTPClient
    let timeToLive: Duration

    /// - Throws: `SettingsError`.
    init(_ settings: any SettingsReader, client: HTTPClient) throws {
        path = try settings.optionalString(Self.file)
        timeToLive = try settings.duration(Self.timeToLive)
        self.client = client
    }

    func mayKnow(_ instrument: PriceRequest.Wanted) -> Bool { path != nil && instrument.source != nil }

    func prices(_ request: PriceRequest, _ call: Call) async throws -> PriceAnswer {
        guard let path else { return PriceAnswer() }
        let sources = Dictionary(
            try PriceSource.table(path: path).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return try await withThrowingTaskGroup(of: (Int, PriceAnswer).self) { group in
            for (index, wanted) in request.instruments.enumerated() {
                guard let source = wanted.source.flatMap({ sources[$0] }) else { continue }
                group.addTask { (index, try await prices(of: wanted, from: source, to: request.to, call)) }
            }
            var answers: [(Int, PriceAnswer)] = []
            for try await answer in group { answers.append(answer) }
            return answers.sorted { $0.0 < $1.0 }.reduce(into: PriceAnswer()) { sum, one in
                sum.prices += one.1.prices
                sum.gaps += one.1.gaps
            }
        }
    }

    /// The prices of one instrument; what went wrong is a gap.
    private func prices(
        of wanted: PriceRequest.Wanted, from source: PriceSource, to last: CalendarDay, _ call: Call
    ) async throws -> PriceAnswer {
        func gap(_ reason: String) -> PriceAnswer {
            PriceAnswer(gaps: [PriceGap(wanted.id, "\(source.name): \(reason)")])
        }
        guard let url = source.url(symbol: wanted.symbol, isin: wanted.isin, from: wanted.from, to: last) else {
            return gap("its address needs a symbol or an ISIN that '\(wanted.name)' does not have")
        }
        let request = HTTPRequest(.get, url, secrets: source.secrets)
        do {
            // The reading is part of the answer: what cannot be read is not kept, and does not hide what was read before.
            let fetched = try await client.fetch(
                request, cacheKey: request.description, timeToLive: timeToLive, now: call.now, deadline: call.deadline
            ) { response in
                let reading = PriceReading(source: source, wanted: wanted, call: call, readOn: call.day)
                _ = try reading.answer(response.body, request.redactor)
                return response.body
            }
            let readOn = CalendarDay(
                utc: fetched.fetchedAt, secondsFromUTC: call.zone.secondsFromGMT(for: fetched.fetchedAt))
            let reading = PriceReading(source: source, wanted: wanted, call: call, readOn: readOn)
            var answer = try reading.answer(fetched.value, request.redactor)
            if let reason = fetched.state.staleReason, answer.prices.isEmpty { answer.gaps += gap(reason).gaps }
            return answer
        } catch let error as CancellationError {
            throw error
        } catch {
            try Task.checkCancellation()
            return gap(request.redactor.text("\(error)"))
        }
    }
}
