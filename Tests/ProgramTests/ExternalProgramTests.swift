import Foundation
import ProgramSupport
import Testing

/// The example of an external program gives the programs their rates.
struct ExternalProgramTests {
    private static let example = Repository.root.appending(path: "Documentation/Examples/exec-rates.sh").path

    /// Settings under which the example and the fixed rates are asked.
    private func saver(_ command: String) async throws -> (Saver, [String: String]) {
        let saver = try await Saver()
        try saver.folder.write("from,to,rate,date\nEUR,USD,1.25,2026-04-13\n", to: "settings/cst/rates.csv")
        try saver.folder.write(
            "exchangeRates:\n  fixed:\n    file: rates.csv\n  exec:\n    command: \(command)\n",
            to: "settings/cst/config.yaml")
        return (saver, ["CST_EXCHANGE_RATES_PROVIDERS": "exec,fixed", "CST_NETWORK_OFFLINE": "false"])
    }

    @Test func `the example's rate makes the plan`() async throws {
        let (saver, environment) = try await saver("[\"\(Self.example)\", \"70000\"]")
        let (plan, _) = try await saver.document("cst-plan required --strict", environment)
        // 0.1 × 70000 + 1000 × 1.25 = 8250; (12000 − 8250) ÷ 8.
        #expect(try plan.named("Car", in: "goals")["required"]?.money == "468.75 USD")
        #expect(plan["rates"]?.elements.first?["sources"] == .array([.string("exec")]))
        let (past, _) = try await saver.document("cst-rates get BTC USD --date 2026-03-02", environment)
        #expect(past["rate"] == .null)
    }

    @Test func `what the example complains of is the reason`() async throws {
        let (saver, environment) = try await saver("[\"\(Self.example)\"]")
        let (plan, _) = try await saver.document("cst-plan required --strict", environment, status: 3)
        let reason = try plan.named("Car", in: "goals")["unavailable"]?.elements.first?["reason"]?.text
        #expect(reason?.contains("give the price of 1 BTC in USD") == true)
    }
}
