import Blockchain
import HTTPNetworking
import Logging
import PluginKit
import Testing

@testable import ChainProviders

/// A provider of a chain that keeps to no pace, so that tests with many requests take no longer than these.
func unpaced(
    _ name: String, _ chain: Chain, _ settings: [String: RawSetting]
) throws -> any ChainProvider {
    let client = HTTPClient(
        transport: NetworkTransport(), cache: MemoryResponseCache(),
        limiter: RateLimiter(store: MemoryLimiterStateStore()), logger: Logger(label: "tests"))
    let offer = try #require(ChainOffer.all(for: chain).first { $0.name == name })
    return try offer.make(InMemorySettings(settings), client: client, shared: RequestPace())
}
