public import Values

public import struct Foundation.Date

/// One rate as a provider gave it: `rate` units of `to` for one `from`.
public struct RateQuote: Sendable, Hashable {
    /// What one unit is of.
    public let from: Currency
    /// The currency of the price.
    public let to: Currency
    /// Units of `to` for one `from`; positive (V6).
    public let rate: Ratio
    /// The rate's own time, not the time of asking.
    public let time: Date
    /// The provider's name: "ecb".
    public let source: String
    /// How the rate was had.
    public private(set) var state: RateState
    /// Whether the rate is of a certain time. One that holds until it is changed, as a peg does, never gets stale.
    public let isDated: Bool
    /// Why no fresher rate came, as a sentence; nil when it is not stale or nobody knows.
    public let staleReason: String?

    /// A quote.
    ///
    /// - Throws: ``RateGap`` when the rate is not positive.
    public init(
        from: Currency, to: Currency, rate: Ratio, time: Date, source: String, state: RateState, isDated: Bool = true,
        staleReason: String? = nil
    ) throws(RateGap) {
        guard rate.isPositive else {
            throw RateGap(from: from, to: to, reason: "\(source) gave a rate that is not greater than 0")
        }
        self.from = from
        self.to = to
        self.rate = rate
        self.time = time
        self.source = source
        self.state = state
        self.isDated = isDated
        self.staleReason = staleReason
    }

    /// The same rate with another state.
    func with(_ state: RateState) -> RateQuote {
        var quote = self
        quote.state = state
        return quote
    }
}

/// A rate that is not known, and why. Never read as 0 or as 1 (V2).
public struct RateGap: Error, Hashable, Sendable, CustomStringConvertible {
    /// What would be converted.
    public let from: Currency
    /// What it would be converted to.
    public let to: Currency
    /// Why there is no rate, without a full stop.
    public let reason: String

    /// A gap.
    public init(from: Currency, to: Currency, reason: String) {
        self.from = from
        self.to = to
        self.reason = reason
    }

    /// "No rate from BTC to EUR: …".
    public var description: String { "\(Self.beginning)\(from) to \(to): \(reason)." }

    fileprivate static let beginning = "No rate from "
}

extension Unavailable {
    /// Whether a rate is missing, and not something that is counted.
    package var isMissingRate: Bool { missingRate != nil }

    /// The currencies between which a rate is missing, as in USD and EUR; nil where something else is.
    package var missingRate: (from: String, to: String)? {
        guard reason.hasPrefix(RateGap.beginning) else { return nil }
        let words = reason.dropFirst(RateGap.beginning.count).prefix { $0 != ":" }.split(separator: " ")
        return words.count == 3 ? (String(words[0]), String(words[2])) : nil
    }
}
