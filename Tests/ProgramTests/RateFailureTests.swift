import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// Whatever a server does, the plan comes in time, and says what it lacks.
struct RateFailureTests {
    /// One faulty server, and what becomes of the plan without its rate.
    struct Case: Sendable, CustomTestStringConvertible {
        let failure: RateFailure
        let server: RateServer

        var testDescription: String { "\(server.rawValue): \(failure.rawValue)" }

        /// The providers of the run: the faulty one comes last, and nobody can take over from it.
        var order: [RateServer] { server == .ecb ? [.coingecko, .ecb] : [.ecb, server] }
        /// 1000 × 1.25 without BTC; 0.1 × 70000 without EUR.
        var saved: String { server == .ecb ? "7000.00 USD" : "1250.00 USD" }
        /// (12000 − 7000) ÷ 8; (12000 − 1250) ÷ 8.
        var required: String { server == .ecb ? "625.00 USD" : "1343.75 USD" }
        var item: String { server == .ecb ? "Savings (EUR)" : "Wallet (BTC)" }
        /// The seconds for all servers.
        let budget = 1

        static let all = RateServer.allCases.flatMap { server in
            RateFailure.allCases.map { Case(failure: $0, server: server) }
        }
    }

    @Test("the plan comes, bounded, with the reason", arguments: Case.all)
    func failures(_ failure: Case) async throws {
        let servers = try RateServers([failure.server: failure.failure.reply(failure.server)])
        let environment = servers.environment(failure.order).merging(["CST_NETWORK_BUDGET": "\(failure.budget)s"]) {
            $1
        }
        let (plan, log) = try await Saver().document("cst-plan required --strict -v", environment, status: 3)
        #expect(plan["complete"] == .bool(false))
        #expect(plan["totalBound"]?.text == "atMost")
        let car = try plan.named("Car", in: "goals")
        #expect(car["saved"]?.money == failure.saved)
        #expect(car["savedBound"]?.text == "atLeast")
        #expect(car["remainingBound"]?.text == "atMost")
        #expect(car["required"]?.money == failure.required)
        #expect(car["requiredBound"]?.text == "atMost")
        let unavailable = car["unavailable"]?.elements ?? []
        #expect(unavailable.map { $0["item"]?.text } == [failure.item])
        // A provider that leaves a currency out does not know it, and the reason names nobody.
        let reason = try #require(unavailable.first?["reason"]?.text)
        #expect(failure.failure == .missing || reason.contains(failure.server.rawValue), "\(reason)")

        #expect(!servers.requests(failure.server).isEmpty)
        // The program's own measure, so that a busy machine's slow start does not count.
        let times = log.matches(of: /\sin ([0-9]+) ms/).compactMap { Int($0.output.1) }
        #expect(!times.isEmpty)
        #expect(times.allSatisfy { $0 <= failure.budget * 1000 + 1000 }, "\(log)")
    }

    @Test(
        "a huge answer takes little memory",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")),
        arguments: [RateFailure.gigabyte, .unannouncedGigabyte, .endless], RateServer.allCases)
    func memory(_ failure: RateFailure, _ server: RateServer) async throws {
        let servers = try RateServers([server: failure.reply(server)])
        let saver = try await Saver()
        let script = """
            import resource, subprocess, sys
            status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            sys.exit(status)
            """
        let plan = try ProgramFolder.path(of: "cst-plan").path
        let result = try await saver.folder.run(
            "/usr/bin/python3", ["-c", script, plan, "required", "--strict"],
            environment: servers.environment([server]).merging(["CST_NETWORK_BUDGET": "4s"]) { $1 })
        #expect(result.status == 3)
        let size = try #require(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        // macOS counts bytes, Linux thousands of them. The ECB's table may have 64 MiB, and is read as a whole.
        let megabytes = size >> (size > 1 << 26 ? 20 : 10)
        #expect(megabytes < 400, "\(megabytes) MB")
    }
}
