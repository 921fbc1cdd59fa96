import Foundation
import TestSupport
import Testing
import Values

@Suite("M2: what a currency is") struct CurrencyTests {
    /// ISO 4217, list of 2026-01-01: the codes in use by their minor unit, those without one apart.
    private static let inUse: [Int: String] = [
        0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
        2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU
        CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
        KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR
        NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
        TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
        """,
        3: "BHD IQD JOD KWD LYD OMR TND",
        4: "CLF UYW",
    ]

    @Test func `every currency of ISO 4217 has its minor unit`() throws {
        var count = 0
        for (minorUnit, codes) in Self.inUse {
            for code in codes.split(whereSeparator: \.isWhitespace).map(String.init) {
                let currency = try Currency(code: code)
                #expect(currency.minorUnit == minorUnit && currency.isFiat && currency.code == code, "\(code)")
                count += 1
            }
        }
        for code in "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split(separator: " ").map(String.init) {
            #expect(try Currency(code: code).isFiat)
            count += 1
        }
        #expect(count == 178)
    }

    @Test func `every currency and coin has an English name`() throws {
        #expect(Currency.all.filter { $0.name?.isEmpty ?? true }.map(\.code) == [])
        #expect(Set(Currency.all.compactMap(\.name)).count == Currency.all.count)
        #expect(Currency.eur.name == "Euro" && Currency.eth.name == "Ether")
        #expect(try Currency(code: "STN").name == "São Tomé & Príncipe Dobra")
        #expect(try Currency(token: "GLD", chain: "ethereum", contract: "0xa0", decimals: 6).name == nil)
    }

    @Test(arguments: ["DEM", "FRF", "ITL", "HRK", "BGN", "ANG", "SLL", "MRO", "STD", "CUC", "VEF", "ZWL"])
    func `withdrawn codes of rate histories are known`(code: String) throws {
        #expect(try Currency(code: code).isFiat)
    }

    @Test(arguments: [
        ("BTC", 8), ("LTC", 8), ("BCH", 8), ("DOGE", 8), ("DASH", 8), ("ZEC", 8), ("USDC", 6), ("USDT", 6), ("XRP", 6),
        ("ADA", 6), ("TRX", 6), ("SOL", 9), ("ETH", 18), ("BNB", 18), ("POL", 18), ("DAI", 18), ("LINK", 18),
    ])
    func `coins have the decimals of their smallest unit`(code: String, minorUnit: Int) throws {
        let coin = try Currency(code: code)
        #expect(coin.minorUnit == minorUnit && coin.kind == .coin)
    }

    @Test func `no code is listed twice`() {
        let codes = Currency.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes == codes.sorted())
    }

    @Test func `lower case is understood, look-alikes are not`() throws {
        #expect(try Currency(code: "usd") == Currency(code: "USD"))
        // A long s and the Kelvin sign turn into plain letters in upper case or in normal form.
        for code in ["u\u{17F}d", "\u{212A}RW", "", " USD", "USD ", "US", "USDD", "ＵＳＤ", "\u{0}USD", "ABCDEF"] {
            #expect(throws: CurrencyError.self, "\(code)") { try Currency(code: code) }
        }
    }

    @Test(arguments: [("USE", "USD"), ("UDS", "USD"), ("BTCC", "BTC"), ("EURO", "EUR"), ("ETHH", "ETH")])
    func `an unknown code suggests known ones`(code: String, meant: String) throws {
        let error = try #require(throws: CurrencyError.self) { try Currency(code: code) }
        guard case .unknown(let named, let similar) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(named == code && similar.count <= 3)
        #expect(error.description.contains(code) && (similar.isEmpty || error.description.contains(similar[0])))
        if similar.count < 3 { #expect(similar.contains(meant)) }
    }

    @Test func `a token is its chain and contract`() throws {
        let token = try Currency(token: "USDC", chain: "ethereum", contract: "0xA0b86991", decimals: 6)
        #expect(token.minorUnit == 6 && token.identity == "ethereum:0xa0b86991" && !token.isFiat)
        #expect(try token == Currency(token: "OTHER", chain: "ethereum", contract: "0xa0B86991", decimals: 18))
        #expect(try token != Currency(token: "USDC", chain: "base", contract: "0xA0b86991", decimals: 6))
        let sui = try Currency(token: "SUI", chain: "sui", contract: "0x2::sui::SUI", decimals: 9)
        #expect(try sui != Currency(token: "SUI", chain: "sui", contract: "0x2::sui::sui", decimals: 9))
        #expect(try token != Currency(code: "USDC"))
        let same = try Currency(token: "X", chain: "ethereum", contract: "0XA0B86991", decimals: 6)
        #expect(same == token && same.hashValue == token.hashValue)
        // Elsewhere than on EVM chains case counts.
        #expect(
            try Currency(token: "T", chain: "tron", contract: "TabC", decimals: 6)
                != Currency(token: "T", chain: "tron", contract: "Tabc", decimals: 6))
    }

    @Test(arguments: [
        ("", "ethereum", "0x1", 6), ("US DC", "ethereum", "0x1", 6), ("A@B", "ethereum", "0x1", 6),
        ("A/B", "eth", "0x1", 6),
        ("T\u{202E}", "eth", "0x1", 6), (String(repeating: "A", count: 21), "eth", "0x1", 6), ("T", "", "0x1", 6),
        ("T", "Ethereum", "0x1", 6), ("T", "eth:1", "0x1", 6), ("T", "eth", "", 6), ("T", "eth", "0x 1", 6),
        ("T", "eth", "0x1,2", 6), ("T", "eth", "é", 6), ("T", "eth", "0x1", -1), ("T", "eth", "0x1", 31),
    ])
    func `a malformed token is refused`(symbol: String, chain: String, contract: String, decimals: Int) {
        #expect(throws: CurrencyError.self) {
            try Currency(token: symbol, chain: chain, contract: contract, decimals: decimals)
        }
    }

    @Test func `one text holds everything`() throws {
        let tokens = [
            try Currency(token: "USDC", chain: "ethereum", contract: "0xa0b8", decimals: 6),
            try Currency(token: "Ünï", chain: "sui", contract: "0x2::sui::SUI@1", decimals: 0),
        ]
        for currency in Currency.all + tokens {
            let back = try Currency(encoded: currency.encoded)
            #expect(back == currency && back.minorUnit == currency.minorUnit && back.code == currency.code)
            #expect(try JSONDecoder().decode([Currency].self, from: JSONEncoder().encode([currency])) == [currency])
        }
        #expect(tokens[0].encoded == "USDC/6@ethereum:0xa0b8")
        for text in ["", "@", "USDC@ethereum:0x1", "USDC/6@ethereum", "USDC/x@ethereum:0x1", "USDC/6@:0x1", "/6@e:0x1"]
        {
            #expect(throws: CurrencyError.self, "\(text)") { try Currency(encoded: text) }
        }
    }

    @Test func `another name of a coin suggests the coin alone`() {
        #expect(throws: CurrencyError.unknown("XBT", similar: ["BTC"])) { try Currency(code: "XBT") }
        #expect(throws: CurrencyError.unknown("xbt", similar: ["BTC"])) { try Currency(code: "xbt") }
    }

    @Test func `tokens without a known symbol can be told apart`() throws {
        let one = try Currency(identity: "ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48")
        let other = try Currency(identity: "ethereum:0xdac17f958d2ee523a2206206994597c13d831ec7")
        #expect(one.description == "token 0xa0b8…eb48 on ethereum")
        #expect(other.description == "token 0xdac1…1ec7 on ethereum")
        #expect(try Currency(identity: "ton:short").description == "token short on ton")
    }
}
