import Models

/// Amounts as people write them: `12.50`, `12.50 EUR`, `EUR 12.50`.
enum MoneyText {
    /// Reads an amount; without a currency it is in the usual one.
    ///
    /// - Parameter isSigned: whether it may be negative.
    /// - Throws: ``NumberError``, ``CurrencyError``, ``PortfolioError/negativeAmount(_:)``.
    static func read(_ text: String, _ usual: Currency, isExact: Bool = false, isSigned: Bool = false) throws -> Money {
        var words = text.split(separator: " ").map(String.init)
        if words.count == 1, let first = words.first, let last = first.last, last.isASCII, last.isLetter {
            let code = String(first.reversed().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.reversed())
            let letters = String(code.drop { $0.isNumber })
            if first.first?.isNumber == true || first.hasPrefix("-") {
                words = [String(first.dropLast(letters.count)), letters]
            }
        }
        if words.count == 2, words[0].allSatisfy(\.isLetter) { words.swapAt(0, 1) }
        guard (1...2).contains(words.count) else { throw NumberError.notANumber(text) }
        let currency = words.count == 2 ? try Currency(code: words[1]) : usual
        let amount = isExact ? try Money(words[0], currency) : try Money(entered: words[0], currency)
        guard isSigned || !amount.isNegative else { throw PortfolioError.negativeAmount(amount) }
        return amount
    }
}
