extension Ratio: Codable {
    /// The lowest terms as `numerator/denominator`, so that nothing is rounded.
    package var encoded: String {
        let lowest = reduced
        return "\(lowest.isNegative ? "-" : "")\(lowest.numerator.magnitude.digits)/\(lowest.denominator.digits)"
    }

    /// Reads `numerator/denominator`; nil for anything else.
    package init?(encoded text: String) {
        let terms = text.split(separator: "/", omittingEmptySubsequences: false)
        let isNegative = terms.first?.first == "-"
        guard terms.count == 2, let top = BigInteger(digits: terms[0].dropFirst(isNegative ? 1 : 0).utf8),
            let bottom = BigInteger(digits: terms[1].utf8), !bottom.isZero
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
