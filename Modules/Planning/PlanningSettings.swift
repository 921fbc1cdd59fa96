import ExchangeRates
public import Models
public import PluginKit

/// What the settings say of plans: how payment dates are found, and for how long the step of a month can be undone.
public struct PlanningSettings: Sendable {
    /// The day of each month on which is paid.
    public static let paymentDay = SettingDefinition(
        "planning.paymentDay", .string, default: "1",
        "The day of the month on which you pay: 1 to 28, or last.",
        refusal: {
            if case .text(let text) = $0, PaymentDay(text) == nil { "it has to be 1 to 28, or last" } else { nil }
        })
    /// How payment dates are found.
    public static let convention = SettingDefinition(
        "planning.convention", .choice(ConventionName.allCases.map(\.rawValue)), default: "payments",
        "How payment dates are found: on fixed days, or in whole months from today.")
    /// For how long the start or the closing of a month can be undone.
    public static let monthUndoGrace = SettingDefinition(
        "planning.month.undoGrace", .duration, default: "24h",
        "How long the start or the closing of a month can be undone.")

    /// The ways to find payment dates.
    public enum ConventionName: String, Sendable, CaseIterable {
        /// On fixed days.
        case payments
        /// In whole months from today.
        case calendarMonths
    }

    /// The currency for totals; nil when none is set.
    public let displayCurrency: Currency?
    /// For how long the start or the closing of a month can be undone.
    public let undoGrace: Duration
    private let name: ConventionName
    private let day: PaymentDay

    /// Paid on the first of each month, with a day of grace, unless said otherwise.
    public init(
        convention: ConventionName = .payments, paymentDay: PaymentDay = .day(1), displayCurrency: Currency? = nil,
        undoGrace: Duration = .seconds(86_400)
    ) {
        name = convention
        day = paymentDay
        self.displayCurrency = displayCurrency
        self.undoGrace = undoGrace
    }

    /// What the settings say.
    ///
    /// - Throws: ``CurrencyError``, `SettingsError`.
    public init(_ settings: any SettingsReader) throws {
        self.init(
            convention: ConventionName(rawValue: try settings.string(Self.convention)) ?? .payments,
            paymentDay: PaymentDay(try settings.string(Self.paymentDay)) ?? .day(1),
            displayCurrency: try DisplayCurrency(settings).currency,
            undoGrace: try settings.duration(Self.monthUndoGrace))
    }

    /// The same settings with another currency for totals.
    public func displaying(_ currency: Currency) -> PlanningSettings {
        PlanningSettings(convention: name, paymentDay: day, displayCurrency: currency, undoGrace: undoGrace)
    }

    /// The convention of a request: one that it names, else that of the settings.
    public func convention(_ name: ConventionName? = nil) -> PaymentConvention {
        switch name ?? self.name {
        case .payments: .payments(day)
        case .calendarMonths: .calendarMonths
        }
    }
}

extension ServiceKey where Service == PlanningSettings {
    /// What the settings say of plans.
    public static var planningSettings: ServiceKey<PlanningSettings> {
        ServiceKey<PlanningSettings>("planningSettings", selection: .every)
    }
}
