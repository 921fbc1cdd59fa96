import Foundation
import ProgramSupport
import Testing

/// One settings file serves all programs.
struct SettingsFileTests {
    private static let programs = ["cst-assets", "cst-plan", "cst-rates", "cst-web"]

    @Test func `a setting of one program is no mistake to the others`() async throws {
        let folder = try ProgramFolder()
        /// A setting of each group, by the group.
        var groups: [String: (key: String, value: String)] = [:]
        for program in Self.programs {
            let reference = try await folder.run(program, ["config", "reference", "--format", "json"])
            for setting in try JSONNode(parsing: reference.output)["settings"]?.elements ?? [] {
                guard let key = setting["key"]?.text, let value = setting["default"]?.text, !value.isEmpty else {
                    continue
                }
                let group = String(key.prefix { $0 != "." })
                if groups[group] == nil { groups[group] = (key, value) }
            }
        }
        #expect(groups.keys.contains("web") && groups.keys.contains("reminders"), "\(groups.keys)")
        for (key, value) in groups.values {
            let names = key.split(separator: ".")
            let lines = names.enumerated().map { String(repeating: "  ", count: $0) + "\($1):" }
            let isList = value.contains(",")
            try folder.write(
                lines.joined(separator: "\n") + " \(isList ? "[\(value)]" : "\"\(value)\"")\n", to: "c.yaml")
            for program in Self.programs {
                let result = try await folder.run(program, ["config", "show", "--config", "c.yaml"])
                #expect(result.status == 0, "\(program), \(key): \(result.errors)")
            }
        }
    }

    @Test(arguments: programs)
    func `what is of others is named and left, a misspelt key is refused`(program: String) async throws {
        let folder = try ProgramFolder()
        let settings = """
            display: {grouping: comma}
            exchangeRates: {providers: [fixed], metals: {price: 4100}}
            planning: {paymentDay: 3}
            reminders: {time: "08:00"}
            web: {numbers: de}
            ledger: {firstDay: 1}

            """
        try folder.write(settings, to: "c.yaml")
        let result = try await folder.run(program, ["config", "show", "--config", "c.yaml"])
        #expect(result.status == 0, "\(program): \(result.errors)")
        let named = result.errors.matches(of: /`([\w.]+)` \(file [^)]*c\.yaml:\d+\) is no setting/).map {
            String($0.output.1)
        }
        var expected: Set = ["exchangeRates.metals", "ledger"]
        if program == "cst-rates" { expected.insert("planning") }
        if !["cst-plan", "cst-web"].contains(program) { expected.insert("reminders") }
        if program != "cst-web" { expected.insert("web") }
        #expect(Set(named) == expected, "\(program): \(result.errors)")
        try folder.write(settings + "networc: {budget: 3s}\n", to: "c.yaml")
        let refused = try await folder.run(program, ["config", "show", "--config", "c.yaml"])
        #expect(refused.status == 2 && refused.errors.contains("networc"), "\(program): \(refused.errors)")
    }

    @Test func `the dashboard's numbers are those of a language that it knows`() async throws {
        let folder = try ProgramFolder()
        let result = try await folder.run("cst-web", ["config", "show"], environment: ["CST_WEB_NUMBERS": "tlh"])
        #expect(result.status == 2, "\(result.status)")
        #expect(result.errors.contains("browser, en, en-GB, de, fr, ja, en-IN"), "\(result.errors)")
    }
}
