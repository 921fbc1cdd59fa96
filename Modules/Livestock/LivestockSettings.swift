public import PluginKit
import Values

/// The settings of herds: who may do what, the assumptions of values, and the ages beyond which figures are stale.
public struct LivestockSettings: Sendable {
    /// The role of those who use the programs.
    public static let role = SettingDefinition(
        "livestock.role", .choice(["owner", "manager", "viewer"]), default: "owner",
        "What may be done with herds: owner everything, manager events and prices, viewer nothing but reading.")
    /// The yearly mortality.
    public static let mortality = SettingDefinition(
        "livestock.mortality", .amount, default: "5",
        "Yearly mortality in percent of herds and holdings that have none of their own.",
        refusal: { refusal($0, within: .zero...(.hundred)) })
    /// Dressing percentages by category.
    public static let dressing = SettingDefinition(
        "livestock.dressing", .map, "Dressing percentages by category, as in steer=54,cow=50.",
        refusal: { refusal($0, within: Percentage(micro: 1)...(.hundred)) })
    /// Premiums by breed.
    public static let premiums = SettingDefinition(
        "livestock.prices.premiums", .map,
        "Premiums in percent by breed, as in angus=10, beside those that were entered.",
        refusal: { refusal($0, within: BreedPremium.bounds) })
    /// The age up to which a price counts.
    public static let priceMaxAge = SettingDefinition(
        "livestock.prices.maxAge", .duration, default: "56d", "The age up to which a livestock price counts.")
    /// The age beyond which a price is stale.
    public static let priceStaleAfter = SettingDefinition(
        "livestock.prices.staleAfter", .duration, default: "14d", "The age beyond which a livestock price is stale.")
    /// The age beyond which a weight is stale.
    public static let weightStaleAfter = SettingDefinition(
        "livestock.weights.staleAfter", .duration, default: "90d", "The age beyond which a weight is stale.")

    /// All of them.
    static let all = [
        role, mortality, dressing, premiums, priceMaxAge, priceStaleAfter, weightStaleAfter,
    ]

    /// The role of those who use the programs.
    public let currentRole: LivestockRole
    /// The assumptions of values, without premiums that were entered.
    public let assumptions: ValuationAssumptions

    /// Settings.
    public init(role: LivestockRole = .owner, assumptions: ValuationAssumptions = ValuationAssumptions()) {
        currentRole = role
        self.assumptions = assumptions
    }

    /// The settings as they are written.
    ///
    /// - Throws: `SettingsError`, ``LivestockError``.
    public init(_ settings: any SettingsReader) throws {
        func days(_ definition: SettingDefinition) throws -> Int {
            Int(try settings.duration(definition).components.seconds / 86_400)
        }
        func percents(_ definition: SettingDefinition) throws -> [String: Percentage] {
            try settings.map(definition).mapValues { try Percentage($0) }
        }
        self.init(
            role: try LivestockRole(settings),
            assumptions: ValuationAssumptions(
                mortality: try Percentage(settings.string(Self.mortality)), dressing: try percents(Self.dressing),
                premiums: try percents(Self.premiums), priceMaxAge: try days(Self.priceMaxAge),
                priceStaleAfter: try days(Self.priceStaleAfter), weightStaleAfter: try days(Self.weightStaleAfter)))
    }

    private static func refusal(_ value: SettingValue, within bounds: ClosedRange<Percentage>) -> String? {
        let texts: [String]
        switch value {
        case .text(let text): texts = [text]
        case .map(let map): texts = Array(map.values)
        default: return nil
        }
        for text in texts where (try? Percentage(text, within: bounds)) == nil {
            return "'\(text)' has to be a percentage between \(bounds.lowerBound) and \(bounds.upperBound)"
        }
        return nil
    }
}

extension ServiceKey where Service == LivestockSettings {
    /// The settings of herds.
    public static var livestockSettings: ServiceKey<LivestockSettings> {
        ServiceKey<LivestockSettings>("livestockSettings", selection: .every)
    }
}
