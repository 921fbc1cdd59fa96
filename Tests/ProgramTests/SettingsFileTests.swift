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

    @Test func `the dashboard's numbers are those of a language that it knows`() async throws {
        let folder = try ProgramFolder()
        let result = try await folder.run("cst-web", ["config", "show"], environment: ["CST_WEB_NUMBERS": "tlh"])
        #expect(result.status == 2, "\(result.status)")
        #expect(result.errors.contains("browser, en, en-GB, de, fr, ja, en-IN"), "\(result.errors)")
    }
}
