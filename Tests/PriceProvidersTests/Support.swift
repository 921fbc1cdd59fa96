import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import PluginKit
import Portfolio
import PriceProviders

/// 2026-05-20T12:00:00Z, a Wednesday.
let noon = Date(timeIntervalSince1970: 1_779_278_400)

/// A call at the instant of the tests.
func call(within limit: Duration = .seconds(600)) -> Call {
    Call(now: noon, deadline: Deadline(in: limit, on: ContinuousClock()), program: "test", command: "test")
}

/// A folder that goes with the last reference to it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "cst-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to name: String) throws -> String {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }
}

/// An instrument whose prices since a day are wanted.
func wanted(
    _ prices: String?, _ currency: Currency = .eur, type: InstrumentType = .etf, symbol: String? = nil,
    isin: String? = nil, from: String = "2026-05-06"
) throws -> PriceRequest.Wanted {
    PriceRequest.Wanted(
        Instrument(
            id: UUID(), name: "World fund", type: type, currency: currency, symbol: symbol, isin: isin, prices: prices),
        from: try CalendarDay(from))
}

func sources(_ settings: [String: RawSetting], _ more: [any Plugin] = []) async throws -> DIContainer {
    var builder = ContainerBuilder(
        settings: InMemorySettings(settings), time: TimeSource(now: { noon }, clock: ContinuousClock()))
    builder.add([NetworkPlugin(), PortfolioPlugin(), PriceProvidersPlugin()] + more)
    builder.require(.priceSources)
    return try await builder.build()
}

extension PriceSources.Answer {
    /// `2026-05-19 101.30 EUR` for each price.
    var texts: [String] { rows.map { "\($0.price.day) \($0.price.price)" } }
    /// The reasons of gaps.
    var reasons: [String] { gaps.map(\.reason) }
}
