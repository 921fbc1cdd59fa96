import PluginKit
import Testing

struct SettingsTests {
    private func parse(_ kind: SettingKind, _ raw: RawSetting) throws -> SettingValue {
        try SettingDefinition("a.b", kind, "A sample.").parse(raw, origin: .program)
    }

    @Test(
        arguments: [
            (SettingKind.integer(), "4.0"), (.integer(), ""), (.integer(), "9223372036854775808"),
            (.integer(in: 1...28), "29"), (.boolean, "1"), (.boolean, "tru"), (.duration, "-1s"),
            (.duration, "4 weeks"),
            (.duration, "0.1ms"), (.duration, "."), (.duration, "1.s"), (.duration, "٣s"), (.duration, "99999999999d"),
            (.duration, ""), (.amount, "1,5"), (.amount, "1e3"), (.amount, ".5"), (.amount, "--1"), (.amount, "1.2.3"),
            (.amount, "١"), (.url, "coingecko.com"), (.url, "https://"), (.url, "ftp://a"), (.url, "https://a b"),
            (.choice(["a", "b"]), "A"), (.choices(["a", "b"]), "a,c"), (.choices(["a", "b"]), "a,a"),
            (.strings, "a,,b"), (.strings, "[1]"), (.strings, "[a]"), (.map, "a"), (.map, "a=1,a=2"), (.map, "=1"),
        ] as [(SettingKind, RawSetting)])
    func `a value of another kind is refused`(kind: SettingKind, raw: RawSetting) {
        #expect(throws: SettingsError.self) { try parse(kind, raw) }
    }

    @Test(
        arguments: [
            (SettingKind.string, .list(["a", "b"])), (.integer(), .list(["1"])), (.boolean, .map(["a": "b"])),
            (.map, .list(["a"])), (.strings, .map(["a": "b"])),
        ] as [(SettingKind, RawSetting)])
    func `a value of another shape is refused`(kind: SettingKind, raw: RawSetting) {
        #expect(throws: SettingsError.self) { try parse(kind, raw) }
    }

    @Test(
        arguments: [
            (SettingKind.string, "", .text("")), (.integer(), "-7", .integer(-7)),
            (.integer(in: 1...28), "28", .integer(28)),
            (.boolean, "Yes", .boolean(true)), (.boolean, "off", .boolean(false)),
            (.duration, "4", .duration(.seconds(4))),
            (.duration, "0.5", .duration(.milliseconds(500))), (.duration, "1.5h", .duration(.seconds(5400))),
            (.duration, "5 min", .duration(.seconds(300))), (.duration, "7d", .duration(.seconds(604_800))),
            (.amount, "-1234.50", .text("-1234.50")), (.url, "http://[::1]:8080/x", .text("http://[::1]:8080/x")),
            (.url, "HTTP://a.test", .text("HTTP://a.test")),
            (.choices(["a", "b"]), "b, a", .list(["b", "a"])), (.choices(["a"]), .list([]), .list([])),
            (.strings, "", .list([])),
            (.strings, #"["a,b","c"]"#, .list(["a,b", "c"])), (.map, "XYZ=x=1, B = 2", .map(["XYZ": "x=1", "B": "2"])),
        ] as [(SettingKind, RawSetting, SettingValue)])
    func `a value is read by its kind`(kind: SettingKind, raw: RawSetting, value: SettingValue) throws {
        #expect(try parse(kind, raw) == value)
        #expect(try parse(kind, .text(value.text)) == value, "the text of a value is read as the same value")
    }

    @Test(arguments: [
        ("500", "500s"), ("500ms", "500ms"), ("60s", "1min"), ("90min", "90min"), ("36h", "36h"), ("24h", "1d"),
        ("0", "0s"),
    ])
    func `a duration is written in its largest whole unit`(text: String, canonical: String) throws {
        #expect(try parse(.duration, .text(text)).text == canonical)
    }

    @Test func `errors name key, value and origin, and say what to write`() {
        let definition = SettingDefinition("network.budget", .duration, "The budget.")
        let origin = SettingOrigin.file(path: "cst.yaml", line: 3)
        #expect(throws: SettingsError.self) { try definition.parse("fast", origin: origin) }
        let error = #expect(throws: SettingsError.self) { try definition.parse("fast", origin: origin) }
        #expect(
            error?.description == "The setting `network.budget` (file cst.yaml:3) is `fast`, which is not "
                + "a length of time such as 500ms, 4s, 5min, 12h or 7d.")
    }

    @Test func `a refusal gives its reason`() {
        let day = SettingDefinition("planning.paymentDay", .string, default: "1", "The day.") { value in
            value == .text("last") ? nil : "use a day from 1 to 28, or `last`"
        }
        let error = #expect(throws: SettingsError.self) { try day.defaultValue() }
        #expect(
            error?.description == "The setting `planning.paymentDay` (default) is `1`, which is refused: "
                + "use a day from 1 to 28, or `last`.")
    }

    @Test func `an unknown choice suggests the nearest`() {
        let definition = SettingDefinition("r.providers", .choices(["coingecko", "ecb"]), "Providers.")
        let error = #expect(throws: SettingsError.self) { try definition.parse(["ecb", "coingeko"], origin: .option) }
        #expect(
            error?.description == "The setting `r.providers` (option) is `ecb,coingeko`, which is not a list, each "
                + "name at most once, out of coingecko, ecb. `coingeko` is not known. Did you mean `coingecko`?")
    }

    @Test func `a secret is never shown`() throws {
        let key = SettingDefinition("coingecko.apiKey", .integer(), secret: true, "The key.") { _ in "it is too short" }
        for text in ["s3cr3t", "42"] {
            let error = #expect(throws: SettingsError.self) { try key.parse(.text(text), origin: .option) }
            #expect(error?.description.contains(text) == false)
            #expect(error?.description.contains("••••") == true)
        }
        let plain = SettingDefinition("coingecko.apiKey", .string, secret: true, "The key.")
        let error = #expect(throws: SettingsError.self) {
            try InMemorySettings(["coingecko.apiKey": "s3cr3t"]).integer(plain)
        }
        #expect(error?.description.contains("s3cr3t") == false)
    }

    @Test func `typed reads give values or defaults`() throws {
        let settings = InMemorySettings(["list": ["a", "b"], "map": ["x": "1"], "flag": "on"])
        #expect(try settings.strings(SettingDefinition("list", .strings, "")) == ["a", "b"])
        #expect(try settings.map(SettingDefinition("map", .map, "")) == ["x": "1"])
        #expect(try settings.map(SettingDefinition("none", .map, "")) == [:])
        #expect(try settings.boolean(SettingDefinition("flag", .boolean, "")))
        #expect(try settings.integer(SettingDefinition("n", .integer(), default: "3", "")) == 3)
        #expect(try settings.duration(SettingDefinition("d", .duration, default: "4", "")) == .seconds(4))
        #expect(try settings.optionalString(SettingDefinition("key", .string, "")) == nil)
    }

    @Test func `a setting without value and default is missing`() {
        let error = #expect(throws: SettingsError.self) {
            try InMemorySettings().string(SettingDefinition("a.url", .url, ""))
        }
        #expect(error == .missing(key: "a.url"))
    }

    @Test func `reading as another type is an error, not a default`() {
        let settings = InMemorySettings(["budget": "4s"])
        #expect(throws: SettingsError.self) {
            try settings.integer(SettingDefinition("budget", .duration, default: "9", ""))
        }
    }

    @Test(arguments: [
        ("https://api.coingecko.com/api/v3", "https://api.coingecko.com/api/v3", []),
        ("https://www.ecb.europa.eu/stats/eurofxref", "https://www.ecb.europa.eu/stats/eurofxref", []),
        ("http://u:KEY@h.test:8080/", "http://••••@h.test:8080/", ["u:KEY", "u", "KEY"]),
        ("http://h.test/v3/CG-SECRETkey", "http://h.test/v3/••••", ["CG-SECRETkey"]),
        ("http://h.test/v3/longwithoutcapitals", "http://h.test/v3/••••", ["longwithoutcapitals"]),
        ("http://h.test/v3?key=1", "http://h.test/v3?••••", ["key=1"]),
    ])
    func `an address is shown without what lets somebody in`(address: String, shown: String, secrets: [String]) {
        #expect(SettingDefinition("a.url", .url, "A sample.").shown(address) == shown)
        #expect(AddressSecret.all(in: address) == secrets)
    }
}
