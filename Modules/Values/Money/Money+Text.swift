extension Money: CustomStringConvertible {
    /// The amount in digits without the currency: fiat padded to its minor unit ("1234.50"), others as short as they are
    /// exact ("0.5").
    public var amountText: String {
        if let text = shortText { return text }
        let shown = normalized
        let places = currency.isFiat ? max(shown.places, currency.minorUnit) : shown.places
        let digits = String(shown.coefficient.magnitude) + String(repeating: "0", count: places - shown.places)
        let text = DecimalText.insertPoint(in: digits, places: places)
        return isNegative ? "-" + text : text
    }

    /// The most bytes that ``writeShortText(to:)`` needs: 20 digits, or as many zeros as there are places, a point and a sign.
    package static let shortTextSize = maximumPlaces + 24

    /// Writes the text of a usual short amount, as every row that is written has some.
    ///
    /// - Returns: the number of bytes; nil, and nothing is written, for a long one.
    package func writeShortText(to bytes: UnsafeMutablePointer<UInt8>) -> Int? {
        shortNumber.map { write($0.magnitude, places: $0.places, to: bytes, room: Money.shortTextSize) }
    }

    private var shortText: String? {
        guard let (magnitude, places) = shortNumber else { return nil }
        // A string of at most 15 bytes takes no memory.
        let room = magnitude < 1_000_000_000_000 && places <= 12 ? 15 : Money.shortTextSize
        return String(unsafeUninitializedCapacity: room) { bytes in
            bytes.baseAddress.map { write(magnitude, places: places, to: $0, room: room) } ?? 0
        }
    }

    /// The digits that are shown and the number of those behind the point; nil where there are very many.
    private var shortNumber: (magnitude: UInt64, places: Int)? {
        let isFiat = currency.isFiat
        // Amounts mostly come with the digits that are shown.
        let shown = isFiat && places == currency.minorUnit ? self : normalized
        let places = isFiat ? max(shown.places, currency.minorUnit) : shown.places
        // A currency has few decimals, and a number below 2^48 may have four more digits.
        guard places - shown.places < 5, shown.coefficient.magnitude < 1 << 48 else { return nil }
        var magnitude = UInt64(shown.coefficient.magnitude)
        for _ in shown.places..<places { magnitude *= 10 }
        return (magnitude, places)
    }

    private func write(_ magnitude: UInt64, places: Int, to bytes: UnsafeMutablePointer<UInt8>, room: Int) -> Int {
        var rest = magnitude
        var start = room
        var written = 0
        while rest > 0 || written <= places {
            if written == places, places > 0 {
                start -= 1
                bytes[start] = UInt8(ascii: ".")
            }
            start -= 1
            bytes[start] = 0x30 + UInt8(rest % 10)
            rest /= 10
            written += 1
        }
        if isNegative {
            start -= 1
            bytes[start] = UInt8(ascii: "-")
        }
        let count = room - start
        for index in 0..<count { bytes[index] = bytes[start + index] }
        return count
    }

    /// The amount and its currency: "1234.50 USD".
    public var description: String { "\(amountText) \(currency)" }
}
