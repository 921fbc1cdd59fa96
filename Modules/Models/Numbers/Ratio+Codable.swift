extension Ratio: Codable {
    /// Decodes `"numerator/denominator"`.
    ///
    /// - Throws: A decoding error for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let terms = text.split(separator: "/", omittingEmptySubsequences: false)
        let isNegative = terms.first?.first == "-"
        guard terms.count == 2, let top = BigInteger(digits: terms[0].dropFirst(isNegative ? 1 : 0).utf8),
            let bottom = BigInteger(digits: terms[1].utf8), !bottom.isZero
        else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no fraction")
        }
        self.init(numerator: isNegative ? top.negated : top, denominator: bottom)
    }

    /// Encodes the lowest terms as `"numerator/denominator"`, so that nothing is rounded.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        let lowest = reduced
        let sign = lowest.isNegative ? "-" : ""
        var container = encoder.singleValueContainer()
        try container.encode("\(sign)\(lowest.numerator.magnitude.digits)/\(lowest.denominator.digits)")
    }
}
