public import Persistence
public import PluginKit
public import Values

/// The currency for totals that the settings name.
public struct DisplayCurrency: Sendable {
    /// The setting.
    public static let setting = SettingDefinition(
        "display.currency", .string, role: .displayCurrency,
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
    /// the first thing entered that has one; else USD.
    ///
    /// - Throws: ``StoreError``.
    public func displayCurrency(_ chosen: Currency?) throws -> Currency {
        if let chosen { return chosen }
        if let kept = try all(Household.self).first { return kept.displayCurrency }
        return try firstEntered(deciding: true)?.currency() ?? firstEntered(deciding: false)?.currency() ?? .usd
    }

    /// The record that was entered first among those that are there and have a currency.
    ///
    /// - Parameter deciding: whether only kinds count that decide the currency for totals, or all by whose titles people
    ///   name things.
    /// - Throws: ``StoreError``.
    package func firstEntered(deciding: Bool) throws -> Record? {
        let kinds = try kindsWithCurrency().filter { !deciding || $0.decidesDisplayCurrency }
        var left: [EntityKey: Record] = [:]
        var first: Record?
        for kind in kinds {
            try forEachRecord(of: kind) { record in
                guard try record.currency() != nil else { return }
                left[record.key] = record
                first = first ?? record
            }
        }
        guard left.count > 1 else { return first }
        for number in 1... {
            // An import may have a million changes, and its first asset among the first of them.
            var found: Record?
            let isThere = try forEachChange(ofEntry: number) { change in
                if change.before == nil { found = left[change.key] }
                return found == nil
            }
            if let found { return found }
            guard isThere else { break }
        }
        return first
    }

    /// The currencies that things with a title are counted in: goals, assets.
    ///
    /// - Throws: ``StoreError``.
    public func currenciesInUse() throws -> Set<Currency> {
        var found: Set<Currency> = []
        for kind in try kindsWithCurrency() {
            try forEachRecord(of: kind) { if let currency = try $0.currency() { found.insert(currency) } }
        }
        return found
    }

    private func kindsWithCurrency() throws -> [EntityKind] {
        try kinds().filter { $0.description.title != nil && $0.description.currencyPosition != nil }
    }
}

extension StoreWriter {
    /// Keeps the currency for totals with the first goal, so that it never changes by itself.
    ///
    /// - Parameter currency: that of a goal that is being added, or nil.
    /// - Throws: ``StoreError``.
    public func keepDisplayCurrency(adding currency: Currency? = nil) throws {
        guard try all(Household.self).isEmpty else { return }
        guard let currency = try firstEntered(deciding: true)?.currency() ?? currency else { return }
        try insert(Household(displayCurrency: currency))
    }
}

extension EntityDescription {
    /// The cell with the currency of what it describes: that of its first amount, or its first currency.
    fileprivate var currencyPosition: Int? {
        var position = 0
        for column in columns {
            if column.type == .amount { return position + 1 }
            if column.type == .currency { return position }
            position += column.type.width
        }
        return nil
    }
}

extension Record {
    /// The currency that it is counted in; nil where it has none.
    ///
    /// - Throws: ``CellArray/Malformed`` for a cell that is no currency.
    fileprivate func currency() throws -> Currency? {
        guard let position = kind.description.currencyPosition, cells[position] != .null else { return nil }
        return try CellArray(cells).currency(position)
    }
}
