public import Models

/// Units as people write and read them.
public enum UnitsText {
    /// The most digits that units may be entered with.
    static let maximumDigits = 38

    /// Reads a decimal number or a fraction: `10`, `0.015`, `2/3`.
    ///
    /// - Throws: ``NumberError`` for anything else and for more digits than are kept.
    public static func read(_ text: String) throws(NumberError) -> Ratio {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2 else { throw .notANumber(text) }
        var numbers: [Ratio] = []
        for part in parts {
            guard !part.lowercased().contains("e") else { throw .notANumber(text) }
            guard part.utf8.filter({ (0x30...0x39).contains($0) }).count <= maximumDigits else {
                throw .outOfRange(text)
            }
            numbers.append(try Ratio(decimal: part))
        }
        guard numbers.count == 2 else { return numbers[0] }
        guard let quotient = numbers[0].divided(by: numbers[1]) else { throw .notANumber(text) }
        return quotient.reduced
    }

    /// Reads `2:1` as 2 ÷ 1.
    ///
    /// - Throws: ``NumberError`` for anything else; both numbers have to be above 0.
    public static func readProportion(_ text: String) throws(NumberError) -> Ratio {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw .notANumber(text) }
        let (left, right) = (try read(parts[0]), try read(parts[1]))
        guard left.isPositive, right.isPositive, let quotient = left.divided(by: right) else {
            throw .notANumber(text)
        }
        return quotient.reduced
    }

    /// The units in digits: all of them where they end, else 12 places (P2).
    public static func text(_ units: Ratio) -> String {
        units.exactString(places: Money.maximumPlaces) ?? units.decimalString(places: 12, rounding: .halfEven)
    }

    /// The units as a fraction where their digits do not end: "20/3"; else nil.
    public static func exactText(_ units: Ratio) -> String? {
        units.exactString(places: Money.maximumPlaces) == nil ? units.encoded : nil
    }
}
