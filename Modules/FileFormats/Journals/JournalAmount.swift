import Values

extension JournalScanner {
    /// Characters that end the symbol of a commodity: digits, spaces and what means something else.
    private static let notInSymbols: Set<UInt8> = Set("0123456789 \t\"-+.,;:@{}()[]=*/&|!<>?^\\".utf8)

    /// Takes an amount of hledger or ledger: `-5.00 EUR`, `$-5`, `"A B" 5`.
    ///
    /// - Parameters:
    ///   - isKept: whether it is one of a posting, whose form ledger keeps for its commodity.
    ///   - standard: the symbol of amounts without one.
    /// - Throws: ``Refusal``.
    mutating func takeAmount(
        _ commodities: inout JournalCommodities, isKept: Bool = false, standard: String? = nil
    ) throws(Refusal) -> Money {
        let start = position
        var sign: UInt8?
        func takeSign(_ scanner: inout JournalScanner) {
            guard sign == nil, let byte = scanner.peek, byte == 0x2D || byte == 0x2B else { return }
            sign = byte
            scanner.position += 1
            scanner.skipSpaces()
        }
        takeSign(&self)
        var symbol = try takeSymbol()
        if symbol != nil {
            skipSpaces()
            takeSign(&self)
        }
        let number = takeNumber()
        guard number.contains(where: \.isDigit) else {
            position = start
            let text = takeRest()
            throw Refusal("'\(text.printable)' is not an amount")
        }
        if symbol == nil {
            let end = position
            skipSpaces()
            symbol = try takeSymbol()
            if symbol == nil { position = end }
        }
        // The next may be a group of digits, an exponent or an expression, which only the program can read.
        if let next = peek, next != 0x20, next != 0x09, next != 0x40, next != 0x7B, next != 0x3D, next != 0x3B {
            throw Refusal("'\(text(start..<bytes.endIndex).printable)' is not an amount that is understood")
        }
        if symbol == nil, let second, peek == 0x20, second.isDigit {
            throw Refusal("'\(text(start..<bytes.endIndex).printable)' is not an amount that is understood")
        }
        return try commodities.amount(
            number, isNegative: sign == 0x2D, symbol: symbol ?? standard ?? "", isKept: isKept && symbol != nil)
    }

    /// Takes digits with marks between them; nothing where there are none.
    mutating func takeNumber() -> ArraySlice<UInt8> {
        let start = position
        while let byte = peek, byte.isDigit || byte == 0x2E || byte == 0x2C { position += 1 }
        return bytes[start..<position]
    }

    /// Takes the symbol of a commodity, also one in quotes; nil where there is none.
    ///
    /// - Throws: ``Refusal`` for a quote that is not closed.
    mutating func takeSymbol() throws(Refusal) -> String? {
        if take("\"") {
            guard let name = take(upTo: "\"") else { throw Refusal("the quote of a commodity is not closed") }
            return name
        }
        let start = position
        while let byte = peek, !Self.notInSymbols.contains(byte) { position += 1 }
        return position > start ? text(start..<position) : nil
    }
}

extension Money {
    /// The product with a number, in the number's currency.
    ///
    /// - Throws: ``JournalScanner/Refusal`` when it has more digits than are kept.
    func times(_ price: Money) throws(JournalScanner.Refusal) -> Money {
        let product = ratio * price.ratio
        let text = product.decimalString(places: Money.maximumPlaces, rounding: .down)
        guard let amount = try? Money(text, price.currency), amount.ratio == product else {
            throw .init("an amount at a price has more digits than are kept")
        }
        return amount
    }

    /// How many digits behind the point count.
    var significantPlaces: Int {
        let text = amountText
        guard let point = text.firstIndex(of: ".") else { return 0 }
        let digits = text[text.index(after: point)...]
        return digits.lastIndex { $0 != "0" }.map { digits.distance(from: digits.startIndex, to: $0) + 1 } ?? 0
    }
}
