import Foundation
import Testing

/// Random chains of writes through the API: each answer keeps what it promises, and all can be undone back to the beginning.
struct WebChainTests {
    @Test func `whatever is written keeps its promises and can be undone`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["CST_TEST_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1_000_000)
        let count = environment["CST_CHAINS"].flatMap(Int.init) ?? 8
        var chain = try await WriteChain(try await Household().folder)
        for number in 0..<count {
            do {
                try await chain.run(seed: seed &+ UInt64(number))
            } catch {
                Issue.record("chain \(number) with CST_TEST_SEED=\(seed) broke off: \(error)")
                return
            }
        }
        #expect(chain.writes > 3 * count, "\(chain.writes) writes in \(count) chains")
    }
}
