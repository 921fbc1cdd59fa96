extension Ratio: Codable {
    /// The lowest terms as `numerator/denominator`, so that nothing is rounded.
    package var encoded: String {
        let lowest = reduced
        return "\(lowest.isNegative ? "-" : "")\(lowest.numerator.magnitude.digits)/\(lowest.denominator.digits)"
    }

    /// Reads `numerator/denominator`; nil for anything else.
    package init?(encoded text: String) {
        let bytes = text.utf8
        let isNegative = bytes.first == UInt8(ascii: "-")
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")),
            let top = BigInteger(digits: bytes[..<slash].dropFirst(isNegative ? 1 : 0)),
            let bottom = BigInteger(digits: bytes[slash...].dropFirst()), !bottom.isZero
        else { return nil }
        self.init(numerator: isNegative ? top.negated : top, denominator: bottom)
    }

    /// Decodes `"numerator/denominator"`.
    ///
    /// - Throws: A decoding error for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let ratio = Ratio(encoded: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no fraction")
        }
        self = ratio
    }

    /// Encodes the lowest terms as `"numerator/denominator"`.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoded)
    }
}
