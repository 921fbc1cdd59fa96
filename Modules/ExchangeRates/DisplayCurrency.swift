public import Models
public import Persistence
public import PluginKit

/// The currency for totals that the settings name.
public struct DisplayCurrency: Sendable {
    /// The setting.
    public static let setting = SettingDefinition(
        "display.currency", .string,
        "Currency for totals, as in USD. Not set: that of the first goal that was entered.",
        refusal: { value in
            guard case .text(let code) = value else { return nil }
            do throws(CurrencyError) {
                _ = try Currency(code: code)
                return nil
            } catch {
                return error.description.prefix(1).lowercased() + error.description.dropFirst().dropLast()
            }
        })

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
}

extension ServiceKey where Service == DisplayCurrency {
    /// The currency for totals.
    public static var display: ServiceKey<DisplayCurrency> { ServiceKey<DisplayCurrency>("display", selection: .every) }
}

extension Store {
    /// The currency for totals: the chosen one, else what ``Persistence/StoreReader/displayCurrency(_:)`` says.
    ///
    /// - Throws: ``StoreError``.
    public func displayCurrency(_ chosen: Currency?) async throws -> Currency {
        if let chosen { return chosen }
        return try await read { try $0.displayCurrency(nil) }
    }
}

extension StoreReader {
    /// The currency for totals (R8): the chosen one, else that of the first goal that was entered; before any goal, that of
    /// the first asset; else USD.
    ///
    /// - Throws: ``StoreError``.
    public func displayCurrency(_ chosen: Currency?) throws -> Currency {
        try chosen ?? all(Household.self).first?.displayCurrency ?? firstEntered(Goal.self)?.currency
            ?? firstEntered(Asset.self)?.currency ?? .usd
    }

    /// The thing that was entered first among those that are there.
    package func firstEntered<E: Entity & Identifiable>(_ type: E.Type) throws -> E? {
        let left = Dictionary(uniqueKeysWithValues: try all(type).map { ($0.id, $0) })
        guard left.count > 1 else { return left.values.first }
        let kind = E.declaration.description.kind
        var first: E?
        for number in 1... {
            // An import may have a million changes, and its first asset among the first of them.
            let isThere = try forEachChange(ofEntry: number) { change in
                guard change.before == nil, change.key.kind == kind else { return true }
                if let added = try change.after?.value(type) { first = left[added.id] }
                return first == nil
            }
            guard isThere, first == nil else { break }
        }
        return try first ?? all(type).first
    }
}

extension StoreWriter {
    /// Keeps the currency for totals with the first goal, so that it never changes by itself.
    ///
    /// - Parameter goal: a goal that is being added, or nil.
    /// - Throws: ``StoreError``.
    public func keepDisplayCurrency(adding goal: Goal? = nil) throws {
        guard try all(Household.self).isEmpty else { return }
        guard let currency = try firstEntered(Goal.self)?.currency ?? goal?.currency else { return }
        try insert(Household(displayCurrency: currency))
    }
}
