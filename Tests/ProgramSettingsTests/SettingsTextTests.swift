import Models
import PluginKit
import ProgramSettings
import Testing

/// Settings are changed in the text of their file, and nothing else is.
struct SettingsTextTests {
    private static func changed(_ text: String, _ changes: [String: RawSetting?]) throws -> String {
        try SettingsText(text).changed(changes).text
    }

    private static func obstacle(_ text: String, _ changes: [String: RawSetting?]) -> SettingsEditError.Obstacle? {
        do {
            _ = try changed(text, changes)
            return nil
        } catch SettingsEditError.notEditable(_, let obstacle) {
            return obstacle
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    private static let file = """
        # Ours.
        network:   # how we ask
            # Four seconds are enough.
            budget: 4s   # by trial
            offline: 'no'

        exchangeRates:
            providers: [ecb, "coin#gecko"] # the first counts
            coingecko:
                # plan: pro
                apiKey: "k\\"1" # secret
        """

    @Test func `a value is changed where it stands`() throws {
        let changes: [String: RawSetting?] = [
            "network.budget": "10s", "network.offline": "it's", "exchangeRates.providers": ["coinbase"],
            "exchangeRates.coingecko.apiKey": "a: b",
        ]
        #expect(
            try Self.changed(Self.file, changes) == """
                # Ours.
                network:   # how we ask
                    # Four seconds are enough.
                    budget: 10s   # by trial
                    offline: "it's"

                exchangeRates:
                    providers: [coinbase] # the first counts
                    coingecko:
                        # plan: pro
                        apiKey: "a: b" # secret
                """)
    }

    @Test func `a value that is removed leaves its comments`() throws {
        let text = try Self.changed(Self.file, ["network.budget": nil, "exchangeRates.coingecko.apiKey": nil])
        #expect(
            text == Self.file.replacing(#/\n    budget:.*/#, with: "").replacing(#/\n        apiKey:.*/#, with: "\n"))
        #expect(try SettingsText(text).value(of: "network.budget") == nil)
    }

    @Test func `a new value stands first in its group`() throws {
        let text = try Self.changed(
            Self.file,
            [
                "exchangeRates.coingecko.plan": "pro", "exchangeRates.ecb.timeToLive": "6h", "web.numbers": "de",
                "exchangeRates.pegs": ["USDT": "USD", "chain:0xa": "EUR"],
            ])
        #expect(
            text == """
                # Ours.
                network:   # how we ask
                    # Four seconds are enough.
                    budget: 4s   # by trial
                    offline: 'no'

                exchangeRates:
                    pegs: {USDT: USD, "chain:0xa": EUR}
                    ecb:
                      timeToLive: 6h
                    providers: [ecb, "coin#gecko"] # the first counts
                    coingecko:
                        plan: pro
                        # plan: pro
                        apiKey: "k\\"1" # secret
                web:
                  numbers: de

                """)
    }

    @Test func `a file is begun, and one of comments alone is gone on with`() throws {
        #expect(try Self.changed("", ["network.budget": "10s"]) == "network:\n  budget: 10s\n")
        let template = SettingsReference.template(samples)
        let text = try Self.changed(template, ["network.budget": "10s", "planning.paymentDay": "last"])
        let wanted = template.replacing("network:\n", with: "network:\n  budget: 10s\n")
            .replacing("planning:\n", with: "planning:\n  paymentDay: last\n")
        #expect(text == wanted)
        #expect(try load(text).string(paymentDay) == "last")
    }

    @Test func `keys with dots and line ends of Windows stay as they are`() throws {
        #expect(
            try Self.changed("network.budget: 4s\r\na: 1\r\n", ["network.budget": "5s", "b.c": "2"])
                == "network.budget: 5s\r\na: 1\r\nb:\r\n  c: 2\r\n")
        #expect(try Self.changed("a:\r\n  b: 1", ["a.c": "2"]) == "a:\r\n  c: 2\r\n  b: 1")
    }

    @Test(arguments: [
        ("a:\n  b: |\n    text\n", SettingsEditError.Obstacle.sign), ("a:\n  b: >-\n    text\n", .sign),
        ("a:\n  b: &x 1\nc: *x\n", .sign), ("c: &x 1\na:\n  b: *x\n", .unsure), ("a:\n  b: !!str 1\n", .sign),
        ("a:\n  b:\n    1\n", .severalLines), ("a:\n  b:\n    - 1\n", .severalLines),
        ("a:\n  b: [1,\n    2]\n", .severalLines),
        ("a:\n  b: \"1\n    2\"\n", .severalLines), ("a: {b: 1}\n", .braces), ("{\"a\": {\"b\": 1}}", .braces),
        ("a:\n  ? b\n  : 1\n", .unsure), ("a:\n  b: 1\n  b: 2\n", .unsure), ("a: [\n", .unsure),
        ("a:\n  b: 1\n---\nc: 2\n", .unsure), ("a:\n\tb: 1\n", .unsure), ("a:\n  b: one\n    two\n", .unsure),
    ])
    func `what cannot be changed for certain is refused`(text: String, obstacle: SettingsEditError.Obstacle) {
        let found = Self.obstacle(text, ["a.b": "x"])
        #expect(found != nil, "\(text)")
        // Where the parser puts an alias or a tag is its own affair.
        #expect(found == obstacle || obstacle == .sign || obstacle == .unsure, "\(text): \(String(describing: found))")
    }

    @Test func `a new line is refused where it would belong to something else`() {
        #expect(Self.obstacle("a: &x\n  b: 1\n", ["a.c": "2"]) != nil)
        #expect(Self.obstacle("a: {b: 1}\n", ["a.c": "2"]) == .braces)
        #expect(Self.obstacle("a: text\n", ["a.c": "2"]) != nil)
        #expect(Self.obstacle("a: 1\n...\n", ["b.c": "2"]) == .unsure)
        #expect(Self.obstacle("- a\n", ["b.c": "2"]) != nil)
        #expect(Self.obstacle("a: ~\n", ["a.c": "2"]) != nil)
    }

    @Test func `settings that reach beyond figures are known by what they are`() throws {
        let exec = SettingDefinition("x.command", .strings, reach: .programs, "A program.")
        let file = SettingDefinition("x.file", .path, "A file.")
        let plain = SettingDefinition("x.days", .integer(), "Days.")
        let all = [exec, file, plain, baseURL, budget]
        let settings = try ProgramSettings.load(
            definitions: all, options: ["x.days": "3"], environment: ["CST_NETWORK_BUDGET": "5s"],
            file: SettingsFile(path: "cst.yaml", text: "network:\n  budget: 6s\n"))
        #expect(all.map(\.reach) == [.programs, .files, nil, .addresses, nil])
        #expect(settings.refusal(of: plain) == .overridden(.option))
        #expect(settings.refusal(of: budget) == .overridden(.environment("CST_NETWORK_BUDGET")))
        let refusal = try #require(settings.refusal(of: ["x.command", "x.file", "nothing"]))
        #expect(
            refusal.details.map(\.message) == [
                "The setting `nothing` is not changed here. There is no such setting.",
                "The setting `x.command` is not changed here. It decides which programs are run.",
                "The setting `x.file` is not changed here. It decides which files are used.",
            ])
        #expect(try load("").refusal(of: ["network.budget"]) == nil)
    }
}
