import Foundation
import PluginKit
import ProgramSettings
import Testing

struct ProgramSettingsTests {
    @Test func `option wins over environment over file over default`() throws {
        let file = "network: {budget: 3s}"
        let environment = ["CST_NETWORK_BUDGET": "2s"]
        #expect(try load().duration(budget) == .seconds(4))
        #expect(try load(file).duration(budget) == .seconds(3))
        #expect(try load(file, environment: environment).duration(budget) == .seconds(2))
        let settings = try load(file, options: ["network.budget": "1s"], environment: environment)
        #expect(try settings.duration(budget) == .seconds(1))
        #expect(try settings.setting(budget)?.origin == .option)
    }

    @Test(arguments: [
        "exchangeRates:\n  providers: [ecb, coinbase]\n", "exchangeRates:\n  providers:\n    - ecb\n    - coinbase",
        "exchangeRates.providers: ecb, coinbase", #"{"exchangeRates": {"providers": ["ecb", "coinbase"]}}"#,
        #"{"exchangeRates.providers": ["ecb", "coinbase"]}"#,
    ])
    func `YAML and JSON, nested and dotted`(text: String) throws {
        #expect(try load(text).strings(providers) == ["ecb", "coinbase"])
    }

    @Test(arguments: ["", "# nothing\n", "---\n", "network:\n", "exchangeRates:\n  pegs:\n", "{}"])
    func `an empty file or group changes nothing`(text: String) throws {
        let settings = try load(text)
        #expect(try settings.duration(budget) == .seconds(4))
        #expect(try settings.map(pegs) == [:])
    }

    @Test func `a value keeps all its digits`() throws {
        let amount = SettingDefinition("a.amount", .amount, "")
        for text in ["1.10", "0.10000000000000000000000000000000000001", "007", "100000000000000000000"] {
            let settings = try ProgramSettings.load(
                definitions: [amount], file: SettingsFile(path: "f", text: "a: {amount: \(text)}"))
            #expect(try settings.string(amount) == text)
        }
    }

    @Test func `maps are merged entry by entry`() throws {
        let settings = try load(
            "exchangeRates: {coingecko: {ids: {BTC: btc-file, ETH: ethereum, XYZ: xyz-file}}}",
            options: ["exchangeRates.coingecko.ids.XYZ": "xyz-option"],
            environment: [
                "CST_EXCHANGE_RATES_COINGECKO_IDS": "ETH=eth-all,DOT=polkadot",
                "CST_EXCHANGE_RATES_COINGECKO_IDS_ETH": "eth-one",
            ])
        #expect(
            try settings.map(ids) == ["BTC": "btc-file", "ETH": "eth-one", "XYZ": "xyz-option", "DOT": "polkadot"])
        let prefix = "exchangeRates.coingecko.ids."
        let rows = settings.resolved().filter { $0.key.hasPrefix(prefix) }
        #expect(rows.map { $0.key.dropFirst(prefix.count) } == ["BTC", "DOT", "ETH", "XYZ"])
        #expect(rows.map(\.text) == ["btc-file", "polkadot", "eth-one", "xyz-option"])
        #expect(
            rows.map(\.origin) == [
                line(1), .environment("CST_EXCHANGE_RATES_COINGECKO_IDS"),
                .environment("CST_EXCHANGE_RATES_COINGECKO_IDS_ETH"), .option,
            ])
    }

    @Test func `an empty variable is not set`() throws {
        #expect(try load(environment: ["CST_NETWORK_BUDGET": ""]).duration(budget) == .seconds(4))
    }

    @Test func `a list with commas in its texts is written as JSON`() throws {
        let settings = try load(environment: ["CST_EXCHANGE_RATES_EXEC_COMMAND": #"["sh","-c","echo a,b"]"#])
        #expect(try settings.strings(command) == ["sh", "-c", "echo a,b"])
    }

    @Test func `reading an undeclared setting is an error`() throws {
        let other = SettingDefinition("other.key", .string, default: "x", "")
        let settings = try load()
        #expect(throws: SettingsError.undeclared(key: "other.key")) { try settings.string(other) }
    }

    @Test func `resolved lists every setting with its origin and masks secrets`() throws {
        let settings = try load(
            "network:\n  budget: 90s\nplanning.paymentDay: 15",
            options: ["exchangeRates.providers": "ecb"],
            environment: ["CST_EXCHANGE_RATES_COINGECKO_API_KEY": "s3cr3t"])
        #expect(try settings.string(apiKey) == "s3cr3t")
        #expect(
            settings.resolved().map { "\($0.key) = \($0.text ?? "-") (\($0.origin?.description ?? "not set"))" } == [
                "exchangeRates.coingecko.apiKey = •••• (environment CST_EXCHANGE_RATES_COINGECKO_API_KEY)",
                "exchangeRates.coingecko.baseURL = https://api.coingecko.com (default)",
                "exchangeRates.coingecko.ids.BTC = bitcoin (default)",
                "exchangeRates.exec.command = - (not set)",
                "exchangeRates.pegs = - (not set)",
                "exchangeRates.providers = ecb (option)",
                "network.budget = 90s (file cst.yaml:2)",
                "network.retries = - (not set)",
                "planning.paymentDay = 15 (file cst.yaml:3)",
            ])
    }

    @Test func `a secret that stands in an address too is masked there`() throws {
        let settings = try load(
            "exchangeRates: {coingecko: {baseURL: 'https://api.test/v1/letmein/prices'}}",
            environment: ["CST_EXCHANGE_RATES_COINGECKO_API_KEY": "letmein"])
        let address = settings.resolved().first { $0.key == "exchangeRates.coingecko.baseURL" }
        #expect(address?.text == "https://api.test/v1/••••/prices")
    }

    @Test func `every text of a setting in force can be set again`() throws {
        let settings = try load("exchangeRates: {exec: {command: [sh, 'a,b']}, pegs: {USDT: USD}}")
        var options: [String: String] = [:]
        for row in settings.resolved() { options[row.key] = row.text }
        #expect(try load(options: options).resolved().map(\.text) == settings.resolved().map(\.text))
    }

    @Test func `a file is read from disk`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "cst-\(UUID()).yaml")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data("network: {budget: 7s}".utf8).write(to: url)
        let file = SettingsFile.read(url.path, isRequired: true)
        let settings = try ProgramSettings.load(definitions: samples, file: file)
        #expect(try settings.duration(budget) == .seconds(7))
    }

    @Test func `a path in a file is meant from the file's folder, elsewhere as it is`() throws {
        let table = SettingDefinition("rates.file", .path, "A table.")
        func path(_ text: String, in file: String) throws -> String? {
            try ProgramSettings.load(
                definitions: [table], file: SettingsFile(path: file, text: "rates: {file: \"\(text)\"}")
            ).optionalString(table)
        }
        #expect(try path("rates.csv", in: "/home/you/.config/cst/config.yaml") == "/home/you/.config/cst/rates.csv")
        #expect(try path("../rates.csv", in: "settings/config.yaml") == "settings/../rates.csv")
        #expect(try path("rates.csv", in: "config.yaml") == "rates.csv")
        #expect(try path("/rates.csv", in: "/home/config.yaml") == "/rates.csv")
        #expect(try path("~/rates.csv", in: "/home/config.yaml") == "~/rates.csv")
        let option = try ProgramSettings.load(
            definitions: [table], options: ["rates.file": "rates.csv"],
            file: SettingsFile(path: "/home/config.yaml", text: "rates: {file: other.csv}"))
        #expect(try option.optionalString(table) == "rates.csv")
    }

    @Test func `a few lines that stand for endless values are refused`() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            let alias = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(alias)]\n"
        }
        #expect(throws: SettingsIssues.self) {
            try ProgramSettings.load(definitions: [], file: SettingsFile(path: "bomb.yaml", text: text))
        }
    }
}
