public import Models
public import PluginKit

/// The currency for totals that the settings name.
public struct DisplayCurrency: Sendable {
    /// The setting.
    public static let setting = SettingDefinition(
        "display.currency", .string,
        "The currency of totals, as in USD. Not set: the one all goals share, else USD.")

    /// The currency; nil when the setting is not set.
    public let currency: Currency?

    /// A currency for totals, or none.
    public init(_ currency: Currency?) {
        self.currency = currency
    }

    /// The currency that the settings name.
    ///
    /// - Throws: ``CurrencyError``, `SettingsError`.
    public init(_ settings: any SettingsReader) throws {
        currency = try settings.optionalString(Self.setting).map { try Currency(code: $0) }
    }

    /// The currency for totals of things in these currencies: the one that is set, else the one they share, else USD.
    public func currency(for currencies: some Sequence<Currency>) -> Currency {
        if let currency { return currency }
        let all = Set(currencies)
        return all.count == 1 ? all.first ?? .usd : .usd
    }
}

extension ServiceKey where Service == DisplayCurrency {
    /// The currency for totals.
    public static var display: ServiceKey<DisplayCurrency> { ServiceKey<DisplayCurrency>("display", selection: .every) }
}
