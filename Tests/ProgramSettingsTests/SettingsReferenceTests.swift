import PluginKit
import ProgramSettings
import Testing

struct SettingsReferenceTests {
    @Test(arguments: [
        ("exchangeRates.coingecko.baseURL", "CST_EXCHANGE_RATES_COINGECKO_BASE_URL"),
        ("planning.paymentDay", "CST_PLANNING_PAYMENT_DAY"), ("a.URLPath", "CST_A_URL_PATH"),
        ("notifications.e-mail.smtp2Host", "CST_NOTIFICATIONS_E_MAIL_SMTP2_HOST"),
    ])
    func `the variable follows from the key`(key: String, name: String) {
        #expect(SettingDefinition(key, .string, "").environmentName == name)
    }

    @Test func `the table has a row for each setting`() {
        let odd = SettingDefinition("a.odd", .choice(["x", "y"]), "One | two.")
        #expect(
            SettingsReference.markdown([budget, apiKey, ids, odd]) == """
                | Setting | Values | Default | Environment | Meaning |
                | --- | --- | --- | --- | --- |
                | `a.odd` | one of x, y |  | `CST_A_ODD` | One \\| two. |
                | `exchangeRates.coingecko.apiKey` | text, secret |  | `CST_EXCHANGE_RATES_COINGECKO_API_KEY` | The key. |
                | `exchangeRates.coingecko.ids.NAME` | map | `BTC=bitcoin` | `CST_EXCHANGE_RATES_COINGECKO_IDS_NAME` | \
                Names of coins. |
                | `network.budget` | duration | `4s` | `CST_NETWORK_BUDGET` | The budget. |

                """)
    }

    @Test func `the template shows every setting`() {
        #expect(
            SettingsReference.template([budget, apiKey, baseURL, providers]) == """
                # Settings. Remove the # directly before a key to change its value; what stays as it is has its default.
                # Options and environment variables win over this file.

                exchangeRates:
                  coingecko:
                    # The key. (text) Secret.
                    #apiKey:
                    # Where CoinGecko answers. (URL)
                    #baseURL: https://api.coingecko.com
                  # Which providers are used. (list of coingecko, coinbase, ecb)
                  #providers: [coingecko, ecb]

                network:
                  # The budget. (duration)
                  #budget: 4s

                """)
    }

    private let awkward =
        samples + [
            SettingDefinition("texts.plain", .string, default: "#not: a comment ", ""),
            SettingDefinition("texts.null", .string, default: "null", ""),
            SettingDefinition("texts.empty", .string, default: "", ""),
            SettingDefinition("texts.list", .strings, default: #"["a,b","\"","[x]"]"#, ""),
            SettingDefinition("texts.map", .map, default: "a b=c: d,e={f}", ""),
            SettingDefinition("texts.amount", .amount, default: "-1.10", ""),
            SettingDefinition("top", .boolean, default: "yes", ""),
        ]

    @Test func `the template loads as it is, and changes nothing`() throws {
        let settings = try ProgramSettings.load(
            definitions: awkward, file: SettingsFile(path: "t", text: SettingsReference.template(awkward)))
        #expect(settings.resolved().allSatisfy { $0.origin == .default || $0.origin == nil })
    }

    @Test func `a template with everything switched on gives the defaults again`() throws {
        let definitions = awkward.filter { $0.defaultText != nil }
        let lines = SettingsReference.template(definitions).split(separator: "\n").map { line in
            let body = line.drop { $0 == " " }
            let isValue = body.hasPrefix("#") && !body.hasPrefix("# ")
            return isValue ? line.prefix(line.count - body.count) + body.dropFirst() : line
        }
        let settings = try ProgramSettings.load(
            definitions: definitions, file: SettingsFile(path: "t", text: lines.joined(separator: "\n")))
        let defaults = try ProgramSettings.load(definitions: definitions)
        #expect(settings.resolved().map(\.text) == defaults.resolved().map(\.text))
        for row in settings.resolved() {
            if case .file = row.origin { continue }
            Issue.record("\(row.key) is not in the template")
        }
    }
}
