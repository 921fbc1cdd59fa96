public import struct Foundation.UUID

/// What part of an asset a goal may count as its own. There is at most one per asset and goal (L1).
public struct AssetAllocation: Sendable, Hashable, Codable {
    /// How the part is measured.
    public enum Claim: Sendable, Hashable {
        /// A share of the balance.
        case share(Share)
        /// A fixed amount in the asset's currency.
        case earmark(Money)
        /// Whatever earmarks and shares leave; at most one per asset.
        case rest
    }

    /// The asset.
    public let assetID: UUID
    /// The goal.
    public let goalID: UUID
    /// How much of the asset.
    public var claim: Claim

    /// `claim` on the asset for the goal.
    public init(assetID: UUID, goalID: UUID, claim: Claim) {
        self.assetID = assetID
        self.goalID = goalID
        self.claim = claim
    }
}

extension AssetAllocation.Claim: Codable, CustomStringConvertible {
    private enum CodingKeys: String, CodingKey {
        case share
        case earmark
        case rest
    }

    /// "60%", "1500.00 EUR" or "the rest".
    public var description: String {
        switch self {
        case .share(let share): share.description
        case .earmark(let amount): amount.description
        case .rest: "the rest"
        }
    }

    /// Decodes `{"share":"60%"}`, `{"earmark":{"amount":…}}` or `{"rest":true}`.
    ///
    /// - Throws: A decoding error, or what is wrong with the part.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let share = try container.decodeIfPresent(String.self, forKey: .share) {
            self = .share(try Share(share))
        } else if let amount = try container.decodeIfPresent(Money.self, forKey: .earmark) {
            self = .earmark(amount)
        } else {
            guard try container.decode(Bool.self, forKey: .rest) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .rest, in: container, debugDescription: "A claim of the rest is written as true.")
            }
            self = .rest
        }
    }

    /// Encodes the form that `init(from:)` reads.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .share(let share): try container.encode(share.description, forKey: .share)
        case .earmark(let amount): try container.encode(amount, forKey: .earmark)
        case .rest: try container.encode(true, forKey: .rest)
        }
    }
}
