/// What an amount is counted in: an ISO 4217 currency, a coin, or a token.
///
/// A currency or coin is identified by its code, a token by its chain and contract (M2): two tokens with one symbol are two
/// currencies.
public struct Currency: Sendable {
    /// What kind of thing the currency is.
    public enum Kind: Sendable, Hashable {
        /// A code of ISO 4217, current or withdrawn.
        case fiat
        /// A coin known by its usual code.
        case coin
        /// A token: an amount kept by a contract on a chain. Apart, so that the amounts of all other currencies are small.
        indirect case token(chain: String, contract: String)
    }

    /// A currency known by its code: its place in the table of those, and what is asked for most. It takes no memory and is copied
    /// as a number: every amount has one.
    private struct Known: Sendable {
        let place: UInt16
        let minorUnit: UInt8
        let isFiat: Bool
    }

    private struct Token: Sendable {
        let symbol: String
        let chain: String
        let contract: String
        let minorUnit: Int
    }

    private enum Storage: Sendable {
        case known(Known)
        indirect case token(Token)
    }

    private let storage: Storage

    /// The code, or the symbol of a token: not unique among tokens.
    public var code: String {
        switch storage {
        case .known(let known): Currency.codes[Int(known.place)]
        case .token(let token): token.symbol
        }
    }

    /// What kind of thing the currency is.
    public var kind: Kind {
        switch storage {
        case .known(let known): known.isFiat ? .fiat : .coin
        case .token(let token): .token(chain: token.chain, contract: token.contract)
        }
    }

    /// How many decimals the smallest unit that is asked for or shown has (USD 2, JPY 0, BTC 8).
    public var minorUnit: Int {
        switch storage {
        case .known(let known): Int(known.minorUnit)
        case .token(let token): token.minorUnit
        }
    }

    private init(_ storage: Storage) { self.storage = storage }

    /// A currency whose code is in the tables.
    init(common code: String) {
        guard let known = Currency.known[code] else { preconditionFailure("No table has the currency \(code).") }
        self = known
    }

    /// A currency or coin by its code, in upper or lower case.
    ///
    /// - Throws: ``CurrencyError/unknown(_:similar:)``, ``CurrencyError/subunit(_:of:)``.
    public init(code: String) throws(CurrencyError) {
        // Beyond ASCII, look-alikes turn into plain letters in upper case (ſ) or compare equal to them (the Kelvin sign).
        guard code.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw .unknown(code, similar: Currency.similar(to: code.uppercased()))
        }
        if let known = Currency.known[code] {
            self = known
            return
        }
        if let whole = Currency.whole(ofSubunit: code) { throw .subunit(code, of: whole) }
        // No code is changed in case where that may make a currency of its hundredth.
        guard !Currency.isMixed(code), let known = Currency.known[code.uppercased()] else {
            throw .unknown(code, similar: Currency.similar(to: code.uppercased()))
        }
        self = known
    }

    /// A token by chain and contract. Hexadecimal contracts (`0xa0b8…`) are compared without regard to case.
    ///
    /// - Throws: ``CurrencyError`` for an empty or malformed part, and for decimals outside 0…30.
    public init(token symbol: String, chain: String, contract: String, decimals: Int) throws(CurrencyError) {
        guard Currency.isSymbol(symbol) else { throw .invalidToken(part: "symbol", value: symbol) }
        guard !chain.isEmpty, chain.utf8.allSatisfy(Currency.isChainCharacter) else {
            throw .invalidToken(part: "chain", value: chain)
        }
        guard !contract.isEmpty, contract.utf8.count <= 128, contract.utf8.allSatisfy(Currency.isContractCharacter)
        else { throw .invalidToken(part: "contract", value: contract) }
        guard (0...Money.maximumPlaces).contains(decimals) else { throw .invalidDecimals(decimals) }
        // The case of a hexadecimal address is at most a checksum; in any other form it may tell contracts apart.
        let isHex =
            contract.lowercased().hasPrefix("0x") && contract.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit }
        self.init(
            .token(
                Token(
                    symbol: symbol, chain: chain, contract: isHex ? contract.lowercased() : contract,
                    minorUnit: decimals)))
    }

    /// A currency by its ``identity``: a code, or `chain:contract`. Of a token neither symbol nor decimals are known then, and
    /// both play no part in rates.
    ///
    /// - Throws: ``CurrencyError``.
    public init(identity text: String) throws(CurrencyError) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            try self.init(code: text)
            return
        }
        try self.init(
            token: Currency.unknownSymbol, chain: parts[0], contract: parts[1], decimals: Money.maximumPlaces)
    }

    /// The code, or `chain:contract` of a token: unique.
    public var identity: String {
        if case .token(let token) = storage { return "\(token.chain):\(token.contract)" }
        return code
    }

    /// Whether the currency is one of ISO 4217.
    public var isFiat: Bool {
        if case .known(let known) = storage { known.isFiat } else { false }
    }

    /// The English name: "Euro", "Bitcoin"; nil for a token.
    public var name: String? {
        if case .token = kind { return nil }
        return Currency.namesByCode[code]
    }

    /// Every currency and coin known by code, in the order of their codes.
    public static var all: [Currency] { known.values.sorted { $0.code < $1.code } }

    // MARK: - Parts

    /// Stands for the symbol of a token of which only chain and contract are known.
    package static let unknownSymbol = "token"

    /// Codes that some places use for a coin that is known here by another one.
    private static let otherNames = ["XBT": "BTC", "XDG": "DOGE"]

    private static let tables: (codes: [String], known: [String: Currency]) = {
        var codes: [String] = []
        var known: [String: Currency] = [:]
        for (isFiat, table) in [(true, iso4217), (false, coins)] {
            for (minorUnit, names) in table {
                for code in names.split(whereSeparator: \.isWhitespace).map(String.init) {
                    let place = UInt16(codes.count)
                    codes.append(code)
                    known[code] = Currency(
                        .known(Known(place: place, minorUnit: UInt8(minorUnit), isFiat: isFiat)))
                }
            }
        }
        return (codes, known)
    }()

    /// The codes of the known currencies, each at its place.
    private static let codes = tables.codes
    private static let known = tables.known

    private static let namesByCode: [String: String] = {
        let lines = [names, coinNames].flatMap { $0.split(separator: "\n") }
        return Dictionary(
            uniqueKeysWithValues: lines.map {
                (String($0.prefix { $0 != " " }), String($0.drop { $0 != " " }.dropFirst()))
            })
    }()

    /// Known codes that differ from `code` in one place: what a typing mistake may have meant.
    private static func similar(to code: String) -> [String] {
        if let usual = otherNames[code] { return [usual] }
        let wanted = Array(code.utf8)
        return known.keys.filter { candidate in
            let other = Array(candidate.utf8)
            if other.count == wanted.count {
                let differences = zip(other, wanted).filter { $0 != $1 }
                return differences.count == 1 || (differences.count == 2 && other.sorted() == wanted.sorted())
            }
            return wanted.count > 2 && abs(other.count - wanted.count) == 1
                && (candidate.hasPrefix(code) || code.hasPrefix(candidate))
        }.sorted().prefix(3).map { $0 }
    }

    private static func isSymbol(_ symbol: String) -> Bool {
        !symbol.isEmpty && symbol.utf8.count <= 20
            && symbol.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
                    && $0.properties.generalCategory != .format && $0 != "@" && $0 != "/"
            }
    }

    private static func isChainCharacter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }

    private static func isContractCharacter(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"")
    }
}

extension Currency: Hashable, CustomStringConvertible {
    /// The same code, or the same chain and contract.
    public static func == (left: Currency, right: Currency) -> Bool {
        switch (left.storage, right.storage) {
        case (.known(let left), .known(let right)): left.place == right.place
        case (.token(let left), .token(let right)): left.chain == right.chain && left.contract == right.contract
        default: false
        }
    }

    /// Hashes what identifies the currency.
    public func hash(into hasher: inout Hasher) {
        switch storage {
        case .known(let known): hasher.combine(known.place)
        case .token(let token):
            hasher.combine(token.chain)
            hasher.combine(token.contract)
        }
    }

    /// The code; for a token its symbol and chain: "USDC on ethereum", and the ends of its contract where no symbol is known.
    public var description: String {
        guard case .token(let chain, let contract) = kind else { return code }
        guard code == Currency.unknownSymbol else { return "\(code) on \(chain)" }
        let short = contract.count > 12 ? "\(contract.prefix(6))…\(contract.suffix(4))" : contract
        return "\(code) \(short) on \(chain)"
    }
}

extension Currency: Codable {
    /// One text that holds everything: "USD", or "USDC/6@ethereum:0xa0b8…" for a token.
    public var encoded: String {
        if case .token = kind { return "\(code)/\(minorUnit)@\(identity)" }
        return code
    }

    /// Reads what ``encoded`` gives.
    ///
    /// - Throws: ``CurrencyError``.
    public init(encoded text: String) throws(CurrencyError) {
        guard let at = text.firstIndex(of: "@") else {
            try self.init(code: text)
            return
        }
        let symbol = text[..<at].split(separator: "/", omittingEmptySubsequences: false)
        let place = text[text.index(after: at)...].split(separator: ":", maxSplits: 1)
        guard symbol.count == 2, place.count == 2, let decimals = Int(symbol[1]) else {
            throw .invalidToken(part: "text", value: text)
        }
        try self.init(
            token: String(symbol[0]), chain: String(place[0]), contract: String(place[1]), decimals: decimals)
    }

    /// Decodes ``encoded``.
    ///
    /// - Throws: ``CurrencyError`` or a decoding error.
    public init(from decoder: any Decoder) throws {
        try self.init(encoded: decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes ``encoded``.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoded)
    }
}
