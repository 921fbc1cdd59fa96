import Blockchain
import ChainProviders
import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import Persistence
import PluginKit

let anyCall = Call(now: Date(timeIntervalSince1970: 1_779_278_400), program: "tests", command: "test")

/// A provider of a chain, made by the container as a program makes it, that talks to a server on loopback.
func provider(
    _ name: String, _ chain: Chain, on server: LoopbackServer, _ more: [String: RawSetting] = [:]
) async throws -> any ChainProvider {
    var settings = more
    settings["blockchain.\(chain.id).providers"] = .list([name])
    settings["blockchain.\(chain.id).\(name).baseURL"] = .text(server.baseURL.absoluteString)
    var builder = ContainerBuilder(
        settings: InMemorySettings(settings), time: TimeSource(now: { anyCall.now }, clock: ContinuousClock()))
    builder.add([NetworkPlugin(), ChainsPlugin(), MemoryPlugin()])
    builder.require(.chain(chain))
    return try await builder.build().resolveAll(.chain(chain))[0]
}

func question(_ address: String, _ chain: Chain, _ currency: Currency? = nil) throws -> BalanceQuestion {
    try BalanceQuestion(chain.address(address), currency ?? chain.currency)
}

func money(_ text: String) throws -> Money {
    let parts = text.split(separator: " ").map(String.init)
    return try Money(parts[0], Currency(code: parts[1]))
}

/// What a provider says instead of a balance; nil when it tells one.
func refusal(_ provider: any ChainProvider, _ question: BalanceQuestion, _ call: Call = anyCall) async -> String? {
    do {
        _ = try await provider.balance(question, call)
        return nil
    } catch {
        return "\(error)"
    }
}
