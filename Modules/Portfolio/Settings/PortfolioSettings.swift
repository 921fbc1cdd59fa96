import Models
public import PluginKit

/// The settings of costs and gains.
public struct PortfolioSettings: Sendable {
    /// The order in which sales take lots.
    public static let method = SettingDefinition(
        "portfolio.method", .choice(CostMethod.allCases.map(\.rawValue)), default: "fifo",
        "Which lots a sale takes: the oldest, the newest, the dearest, or a part of all.")
    /// The day on which a year of gains begins.
    public static let taxYearStart = SettingDefinition(
        "portfolio.taxYearStart", .string, default: "01-01",
        "The month and day on which a year of gains begins, as in 04-06.",
        refusal: {
            if case .text(let text) = $0, yearStart(text) == nil {
                "it has to be a month and a day, as in 04-06"
            } else {
                nil
            }
        })
    /// After how long units count as held long.
    public static let longTerm = SettingDefinition(
        "portfolio.longTerm", .string, default: "1y",
        "After how many years or months units count as held long: 1y, 18m.",
        refusal: {
            if case .text(let text) = $0, months(text) == nil {
                "it has to be years or months, as in 1y or 18m"
            } else {
                nil
            }
        })

    /// The order in which sales take lots.
    public let method: CostMethod
    /// The month of the day on which a year of gains begins.
    public let yearMonth: Int
    /// The day of that month.
    public let yearDay: Int
    /// After how many months units count as held long.
    public let longMonths: Int

    /// The oldest lots first, calendar years, and a year.
    public init(method: CostMethod = .fifo, yearMonth: Int = 1, yearDay: Int = 1, longMonths: Int = 12) {
        (self.method, self.yearMonth, self.yearDay, self.longMonths) = (method, yearMonth, yearDay, longMonths)
    }

    /// The settings of portfolios.
    ///
    /// - Throws: `SettingsError`.
    public init(_ settings: any SettingsReader) throws {
        let start = Self.yearStart(try settings.string(Self.taxYearStart)) ?? (1, 1)
        self.init(
            method: CostMethod(rawValue: try settings.string(Self.method)) ?? .fifo, yearMonth: start.month,
            yearDay: start.day, longMonths: Self.months(try settings.string(Self.longTerm)) ?? 12)
    }

    /// The year of gains that a day is of, by the year in which it begins.
    func year(of day: CalendarDay) -> Int {
        let year = day.parts.year
        guard let this = TaxYear(year, startMonth: yearMonth, startDay: yearDay) else { return year }
        return day < this.first ? year - 1 : year
    }

    /// A year of gains in words: 2025, or 2025/26.
    func title(of year: Int) -> String {
        yearMonth == 1 && yearDay == 1 ? "\(year)" : "\(year)/\(String(year + 1).suffix(2))"
    }

    private static func yearStart(_ text: String) -> (month: Int, day: Int)? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let month = Int(parts[0]), let day = Int(parts[1]),
            TaxYear(2024, startMonth: month, startDay: day) != nil
        else { return nil }
        return (month, day)
    }

    private static func months(_ text: String) -> Int? {
        guard let unit = text.last, "ym".contains(unit), let count = Int(text.dropLast()), (0...1200).contains(count)
        else { return nil }
        return unit == "y" ? count * 12 : count
    }
}

extension ServiceKey where Service == PortfolioSettings {
    /// The settings of costs and gains.
    public static var portfolioSettings: ServiceKey<PortfolioSettings> {
        ServiceKey<PortfolioSettings>("portfolioSettings", selection: .every)
    }
}
