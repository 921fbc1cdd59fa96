import Foundation
import ProgramSupport
import Testing

/// With `--offline` nobody is asked.
struct OfflineTests {
    private static let strace = "/usr/bin/strace"

    /// The calls for sockets of a run of the plan.
    private func socketCalls(_ saver: Saver, _ arguments: [String], _ servers: RateServers) async throws -> String {
        let plan = try ProgramFolder.path(of: "cst-plan").path
        let result = try await saver.folder.run(
            Self.strace,
            ["-f", "-e", "trace=network", "-o", "calls", plan, "required", "--format", "json"] + arguments,
            environment: servers.environment())
        try #require(result.status == 0, "\(result.errors)")
        let car = try JSONNode(parsing: result.output).named("Car", in: "goals")
        #expect(car["target"]?.money == "12000.00 USD")
        return try saver.folder.read("calls")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: OfflineTests.strace)))
    func `no socket of the internet is opened`() async throws {
        let servers = try RateServers()
        #expect(!(try await socketCalls(Saver(), ["--offline"], servers)).contains("AF_INET"))
        // What would be seen otherwise.
        #expect((try await socketCalls(Saver(), [], servers)).contains("AF_INET"))
    }

    @Test func `the reason names all who were not asked in one sentence`() async throws {
        let servers = try RateServers()
        let (plan, _) = try await Saver().document(
            "cst-plan required --offline --strict", servers.environment(), status: 3)
        let car = try plan.named("Car", in: "goals")
        #expect(car["savedBound"]?.text == "atLeast")
        let sentence =
            "ecb, coingecko and coinbase could not answer "
            + "(Offline (setting network.offline): no provider was contacted.)"
        #expect(
            car["unavailable"]?.elements.map { $0["reason"]?.text } == [
                "No rate from EUR to USD: \(sentence).", "No rate from BTC to USD: \(sentence).",
            ])
        #expect(RateServer.allCases.allSatisfy { servers.requests($0).isEmpty })
    }

    @Test func `what was fetched before serves on`() async throws {
        let servers = try RateServers()
        let saver = try await Saver()
        for (option, day, state) in [("", "13", "live"), ("--offline", "13", "cached"), ("--offline", "14", "stale")] {
            let environment = servers.environment().merging(["CST_NOW": "2026-04-\(day)T09:00:00Z"]) { $1 }
            let (rate, _) = try await saver.document("cst-rates get BTC USD \(option)", environment)
            #expect(rate["rate"]?.text == "70000")
            #expect(rate["state"]?.text == state)
        }
    }
}
