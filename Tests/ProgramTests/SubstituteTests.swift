import Foundation
import ProgramSupport
import Testing

/// One line of the settings chooses where rates come from, and what stands in for them.
struct SubstituteTests {
    private func saver(_ settings: String) async throws -> Saver {
        let saver = try await Saver()
        try saver.folder.write("from,to,rate,date\nEUR,USD,1.25,\nBTC,USD,50000,\n", to: "settings/cst/rates.csv")
        try saver.folder.write(settings, to: "settings/cst/config.yaml")
        return saver
    }

    @Test func `the household runs on a table, on made-up rates, or on a server, by one line`() async throws {
        let servers = try RateServers()
        var environment = servers.environment()
        environment["CST_EXCHANGE_RATES_PROVIDERS"] = nil
        environment["CST_EXCHANGE_RATES_FIXED_FILE"] = nil
        for (provider, state, status) in [
            ("fixed", "fixed", Int32(0)), ("mock", "fallback", 3), ("coingecko, ecb", "live", 0),
        ] {
            let saver = try await saver(
                "exchangeRates:\n  fixed:\n    file: rates.csv\n  providers: [\(provider)]\n")
            var variables = environment
            variables["CST_EXCHANGE_RATES_PROVIDERS"] = ""
            variables["CST_NETWORK_OFFLINE"] = "false"
            let (plan, _) = try await saver.document("cst-plan required --strict", variables, status: status)
            let states = Set((plan["rates"]?.elements ?? []).compactMap { $0["state"]?.text })
            #expect(states == [state], "\(provider)")
            #expect(plan["complete"] == .bool(status == 0), "\(provider)")
        }
    }

    @Test func `what stands in for a provider that cannot be made is told everywhere, and nothing is kept from it`()
        async throws
    {
        let saver = try await saver(
            "exchangeRates:\n  fixed:\n    file: missing.csv\n  providers: [fixed]\n  fallback: mock\n")
        let variables = ["CST_EXCHANGE_RATES_PROVIDERS": ""]
        let (plan, errors) = try await saver.document("cst-plan required --strict", variables, status: 3)
        #expect(plan["totalBound"]?.text == "unknown")
        #expect((plan["rates"]?.elements ?? []).allSatisfy { $0["state"]?.text == "fallback" })
        #expect(errors.contains("there is no such file"), "\(errors)")
        for (command, code) in [
            ("cst-plan month start", "month.substitutes"), ("cst-plan flex --factor 0.9 --save", "flex.substitutes"),
            ("cst-plan budget --apply", "budget.substitutes"), ("cst-plan goal finish Car", "goal.substitutes"),
        ] {
            let words = try CommandLineText(command).words
            let refused = try await saver.folder.run(
                words[0], words.dropFirst() + ["--format", "json"], environment: variables)
            #expect(refused.status == 2, "\(command)")
            #expect(refused.errors.contains("\"code\": \"\(code)\""), "\(refused.errors)")
        }
        let doctor = try await saver.folder.run("cst-plan", ["doctor"], environment: variables)
        #expect(doctor.status == 0 && doctor.output.contains("degraded"), "\(doctor.output)")
        try saver.folder.write("from,to,rate,date\nEUR,USD,1.25,\nBTC,USD,50000,\n", to: "settings/cst/missing.csv")
        let (mended, _) = try await saver.document("cst-plan required --strict", variables)
        #expect((mended["rates"]?.elements ?? []).allSatisfy { $0["state"]?.text == "fixed" })
    }
}
