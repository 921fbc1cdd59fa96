import Foundation
import PluginKit
import ProgramSettings
import Testing
import Values

struct SettingsFaultTests {
    @Test func `all issues of all origins are reported at once`() {
        let text = """
            exchangeRates:
              coingeko:
                baseURL: https://example.org
                apiKey: x
              providers: [coingecko, krake]
              coingecko:
                baseURL: example.org
                ids:
                  XYZ: ""
                  ABC:
            network:
              budget: fast
              retries: 10
            planning: 5
            """
        let found = issues(
            text, options: ["network.budgt": "4s", "network.retries": "many"],
            environment: ["CST_PLANNING_PAYMENT_DAY": "31"])
        #expect(
            found.map(\.description) == [
                "`network.budgt` (option) is not a setting. Did you mean `network.budget`?",
                "The setting `network.retries` (option) is `many`, which is not a whole number from 0 to 9.",
                "The setting `planning.paymentDay` (environment CST_PLANNING_PAYMENT_DAY) is `31`, which is refused: "
                    + "use a day from 1 to 28, or `last`.",
                "`exchangeRates.coingeko` (file cst.yaml:2) is not a setting. Did you mean `exchangeRates.coingecko`?",
                "The setting `exchangeRates.providers` (file cst.yaml:5) is `coingecko,krake`, which is not a list, each "
                    + "name at most once, out of coingecko, coinbase, ecb. `krake` is not known.",
                "The setting `exchangeRates.coingecko.baseURL` (file cst.yaml:7) is `example.org`, which is not an "
                    + "address beginning with https:// or http://.",
                "The setting `exchangeRates.coingecko.ids.XYZ` (file cst.yaml:9) is ``, which is refused: "
                    + "an id must not be empty.",
                "The setting `exchangeRates.coingecko.ids.ABC` (file cst.yaml:10) has no value: write one, or remove "
                    + "the line.",
                "The setting `network.budget` (file cst.yaml:12) is `fast`, which is not a length of time such as "
                    + "500ms, 4s, 5min, 12h or 7d.",
                "The setting `network.retries` (file cst.yaml:13) is `10`, which is not a whole number from 0 to 9.",
                "`planning` (file cst.yaml:14) is a group of settings and has no value of its own: indent its settings "
                    + "below it.",
            ])
    }

    @Test func `the error says every issue on a line of its own`() {
        let error = #expect(throws: SettingsIssues.self) { try load("networ: 1\nplaning: 2") }
        #expect(
            error?.description == """
                `networ` (file cst.yaml:1) is not a setting. Did you mean `network`?
                `planing` (file cst.yaml:2) is not a setting. Did you mean `planning`?
                """)
    }

    @Test func `a wrong value is an issue even when a stronger origin overrides it`() {
        let found = issues("network: {budget: fast}", options: ["network.budget": "1s"])
        #expect(found.count == 1)
    }

    @Test(arguments: [
        ("network:\n\tbudget: 4s", 2), ("network: [", 2), ("\"a", 1), ("network:\n  budget: 4s\n budget: 5s", 3),
        ("a: 1\n---\nb: 2", 2), ("just text", 1), ("- network", 1),
    ])
    func `a file that cannot be read names the line`(text: String, line: Int) throws {
        let found = issues(text)
        guard case .syntax("cst.yaml", let reported, _)? = found.first else {
            Issue.record("no issue for \(text): \(found)")
            return
        }
        #expect(found.count == 1)
        #expect(reported == line, "\(found)")
    }

    @Test func `a syntax issue comes with the issues of the other origins`() {
        #expect(issues("network: [", options: ["a": "1"]).count == 2)
    }

    @Test func `a key written twice in one group is an issue`() {
        let found = issues("network:\n  budget: 4s\n  budget: 5s\n")
        #expect(
            found.map(\.description) == [
                "The settings file cst.yaml:2 cannot be read as YAML or JSON: the key is written more than once in "
                    + "its group, from this line on: `budget`."
            ])
    }

    @Test func `a key written both nested and dotted is an issue`() {
        let text = "network:\n  budget: 4s\nnetwork.budget: 5s\nexchangeRates.pegs: {A: x}\nexchangeRates.pegs.A: y"
        #expect(
            issues(text) == [
                .duplicate(key: "network.budget", origin: line(3), firstLine: 2),
                .duplicate(key: "exchangeRates.pegs.A", origin: line(5), firstLine: 4),
            ])
        #expect(
            issues("exchangeRates.pegs.A: y\nexchangeRates: {pegs: 'A=x'}")
                == [.duplicate(key: "exchangeRates.pegs.A", origin: line(2), firstLine: 1)])
    }

    @Test(arguments: ["network: {budget: }", "network: {budget: ~}", "network.budget: null"])
    func `a key without a value is an issue`(text: String) {
        #expect(issues(text) == [.noValue(key: "network.budget", origin: line(1))])
    }

    @Test func `lists and mappings inside a value are an issue`() {
        #expect(
            issues("exchangeRates:\n  providers: [[ecb]]\n  pegs: {A: {B: c}}\nother: [[x]]") == [
                .nested(key: "exchangeRates.providers", origin: line(2)),
                .value(
                    .wrongKind(
                        key: "exchangeRates.pegs.A", value: "B=c", origin: line(3), expected: "a single text")),
            ])
    }

    @Test func `a key in the wrong group is pointed to its place`() {
        #expect(
            issues("paymentDay: 5") == [
                .unknownKey("paymentDay", origin: line(1), nearest: "planning.paymentDay")
            ])
    }

    @Test func `unknown variables are warnings, apart from the program's own`() throws {
        let settings = try load(
            environment: [
                "CST_NETWORK_BUGET": "4s", "CST_DATA": "x", "CST_TEST_SEED": "1", "CST_ODD": "y", "HOME": "/root",
                "CST_EMPTY": "",
            ], ignoring: ["CST_DATA", "CST_TEST_*"])
        #expect(
            settings.warnings.map(\.description) == [
                "The environment variable CST_NETWORK_BUGET sets nothing. Did you mean `CST_NETWORK_BUDGET`?"
            ])
        #expect(settings.ignored.map(\.key) == ["CST_ODD"])
    }

    @Test func `what other programs and plugins read is ignored and named, a mistyped key is refused`() throws {
        let settings = try load("ledger: {firstDay: 1}\nexchangeRates: {metals: {price: 4100}}\nnetwork.budget: 3s")
        #expect(settings.ignored.map(\.key) == ["ledger", "exchangeRates.metals"])
        #expect(
            settings.ignored.map(\.warning.message)[1]
                == "`exchangeRates.metals` (file cst.yaml:2) is no setting of this program, and is left to others.")
        for text in ["netwrk: {budget: 3s}", "network: {budgte: 3s}", "exchangeRate: {x: 1}", "retries: 3"] {
            #expect(issues(text).count == 1, "\(text)")
        }
    }

    @Test func `secrets are in no issue`() {
        let key = SettingDefinition("a.key", .integer(), secret: true, "The key.")
        let keys = SettingDefinition("a.keys", .map, secret: true, "The keys.") { _ in "they are wrong" }
        let error = #expect(throws: SettingsIssues.self) {
            try ProgramSettings.load(
                definitions: [key, keys], options: ["a.key": "s3cr3t"], environment: ["CST_A_KEYS_X": "s3cr3t"],
                file: SettingsFile(path: "f", text: "a: {key: s3cr3t, keys: {Y: s3cr3t}, key2: s3cr3t}"))
        }
        #expect(error?.issues.count == 5)
        #expect(error?.description.contains("s3cr3t") == false)
    }

    @Test func `definitions that clash are issues of the plugins`() {
        let error = #expect(throws: SettingsIssues.self) {
            try ProgramSettings.load(definitions: [
                budget, budget, SettingDefinition("a.bC", .string, ""), SettingDefinition("a.b.c", .string, ""),
                SettingDefinition("a.b", .string, default: "x", "") { _ in "no" },
            ])
        }
        #expect(
            error?.issues.map(\.description) == [
                "The environment variable CST_A_B_C stands for `a.b.c` and `a.bC`: a plugin has to rename its setting.",
                "The group `a.b` stands for a setting and `a.b.c`: a plugin has to rename its setting.",
                "The key `network.budget` stands for 2 settings: a plugin has to rename its setting.",
                "The setting `a.b` (default) is `x`, which is refused: no.",
            ])
    }

    @Test func `a file that must exist and does not is an issue, others are simply absent`() throws {
        let path = "/nonexistent/cst.yaml"
        #expect(SettingsFile.read(path, isRequired: false) == nil)
        let file = SettingsFile.read(path, isRequired: true)
        let error = #expect(throws: SettingsIssues.self) {
            try ProgramSettings.load(definitions: samples, file: file)
        }
        #expect(error?.issues == [.unreadable(path: path, reason: "it does not exist")])
        let folder = SettingsFile.read("/", isRequired: false)
        #expect(throws: SettingsIssues.self) { try ProgramSettings.load(definitions: samples, file: folder) }
    }

    @Test func `a file that is not UTF-8 is an issue`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "cst-\(UUID()).yaml")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data([0x61, 0xFF, 0x62]).write(to: url)
        let file = SettingsFile.read(url.path, isRequired: true)
        let error = #expect(throws: SettingsIssues.self) {
            try ProgramSettings.load(definitions: samples, file: file)
        }
        #expect(error?.issues == [.unreadable(path: url.path, reason: "it is not UTF-8 text")])
    }
}
