package import Values

/// The commodities of a journal: what their symbols stand for, and how their numbers are written.
package struct JournalCommodities {
    /// The chain of what only the journal knows: shares, points, hours.
    private static let chain = "journal"

    private var currencies: [String: Currency] = [:]
    /// Which mark stands before decimals, where the journal says so.
    private var marks: [String: DecimalMark] = [:]
    /// The same for all commodities.
    package var mark: DecimalMark?
    private var digits: [UInt8] = []
    /// The most digits behind the point that a posting had so far.
    private var finest: [String: Int] = [:]
    /// The digits behind the point of a declared form.
    private var declared: [String: Int] = [:]

    package let dialect: JournalDialect

    package init(_ dialect: JournalDialect) { self.dialect = dialect }

    package mutating func setMark(_ mark: DecimalMark?, of symbol: String) { marks[symbol] = mark }

    package mutating func setPlaces(_ places: Int, of symbol: String) { declared[symbol] = places }

    /// To how many places hledger and ledger round before they ask whether a transaction balances; at most that where a later
    /// line counts too.
    package func places(_ currency: Currency) -> Int {
        let symbol = Self.symbol(currency)
        guard let declared = declared[symbol] else { return finest[symbol] ?? 0 }
        return dialect == .hledger ? declared : min(declared, finest[symbol] ?? declared)
    }

    /// The currency of a symbol; one of the journal's own where no currency has it as its code.
    ///
    /// - Throws: ``JournalScanner/Refusal``.
    package mutating func currency(_ symbol: String) throws(JournalScanner.Refusal) -> Currency {
        if let known = currencies[symbol] { return known }
        let currency = try Self.currency(symbol)
        currencies[symbol] = currency
        return currency
    }

    private static func currency(_ symbol: String) throws(JournalScanner.Refusal) -> Currency {
        // In journals, EUR and eur are two.
        if let known = try? Currency(code: symbol), known.code == symbol { return known }
        let name = symbol.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        guard
            let own = try? Currency(
                token: "commodity", chain: chain, contract: "x\(name)", decimals: Money.maximumPlaces)
        else { throw .init("the name of the commodity '\(symbol.printable)' is too long") }
        return own
    }

    /// The symbol of a currency in the journal: a code, or what only the journal knows.
    package static func symbol(_ currency: Currency) -> String {
        guard case .token(Self.chain, let contract) = currency.kind else { return currency.code }
        var bytes: [UInt8] = []
        var rest = contract.dropFirst()
        while rest.count >= 2 {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0x3F)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The amount of digits with marks between them.
    ///
    /// - Parameter isKept: whether ledger keeps the number's form for its commodity.
    /// - Throws: ``JournalScanner/Refusal``.
    package mutating func amount(
        _ number: ArraySlice<UInt8>, isNegative: Bool, symbol: String, isKept: Bool
    ) throws(JournalScanner.Refusal) -> Money {
        let mark = try decimalMark(number, symbol: symbol, isKept: isKept)
        let point = UInt8(ascii: mark == .point ? "." : ",")
        digits.removeAll(keepingCapacity: true)
        if isNegative { digits.append(UInt8(ascii: "-")) }
        for byte in number {
            if byte.isDigit {
                digits.append(byte)
            } else if byte == point {
                if digits.last?.isDigit != true { digits.append(0x30) }
                digits.append(UInt8(ascii: "."))
            }
        }
        if digits.last == UInt8(ascii: ".") { digits.removeLast() }
        if isKept, let point = number.lastIndex(of: point) {
            let places = number.endIndex - point - 1
            if places > finest[symbol] ?? 0 { finest[symbol] = places }
        }
        let currency = try currency(symbol)
        guard let amount = digits.withUnsafeBytes({ Money(utf8: $0, currency) }) else {
            throw .init("'\(Self.text(number))' has more digits than an amount can have")
        }
        return amount
    }

    private static func text(_ number: ArraySlice<UInt8>) -> String {
        String(decoding: number, as: UTF8.self).printable
    }

    /// The mark before decimals of a number: as the journal says, or as the number shows.
    private mutating func decimalMark(
        _ number: ArraySlice<UInt8>, symbol: String, isKept: Bool
    ) throws(JournalScanner.Refusal) -> DecimalMark {
        let (points, commas) = (number.count { $0 == 0x2E }, number.count { $0 == 0x2C })
        if points == 0, commas == 0 { return .point }
        if dialect == .beancount {
            guard points < 2 else { throw .init("'\(Self.text(number))' is not a number") }
            return .point
        }
        let found: DecimalMark
        if let known = mark ?? marks[symbol] {
            found = known
        } else if points > 0, commas > 0 {
            found = number.last { !$0.isDigit } == 0x2E ? .point : .comma
        } else if points == 1 {
            return .point
        } else if commas == 1 {
            let behind = number.reversed().prefix(while: \.isDigit).count
            let isOneThousand = behind == 3 && number.first != 0x30 && number.first != 0x2C
            guard dialect == .ledger ? behind % 3 != 0 : !isOneThousand else {
                throw .init(
                    "'\(Self.text(number))' can be read in two ways: a line before it has to say how, as in "
                        + (dialect == .hledger ? "decimal-mark ," : "commodity and format"))
            }
            found = .comma
        } else {
            found = points > 0 ? .comma : .point
        }
        try checkGroups(number, found)
        // From then on ledger reads all numbers of the commodity so.
        if dialect == .ledger, isKept, found == .comma { marks[symbol] = .comma }
        return found
    }

    private func checkGroups(_ number: ArraySlice<UInt8>, _ mark: DecimalMark) throws(JournalScanner.Refusal) {
        let (point, group): (UInt8, UInt8) = mark == .point ? (0x2E, 0x2C) : (0x2C, 0x2E)
        let parts = number.split(separator: point, omittingEmptySubsequences: false)
        let isRegular =
            parts.count <= 2 && parts.dropFirst().allSatisfy { !$0.contains(group) }
            && NumberText.areGroups(parts.first ?? [], group)
        guard isRegular else { throw .init("'\(Self.text(number))' has its marks where no number has them") }
    }
}
