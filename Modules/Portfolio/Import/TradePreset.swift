public import FileFormats

/// The columns of tables that a program writes.
public enum TradePreset: String, Sendable, CaseIterable {
    /// All transactions of Portfolio Performance, exported in English.
    case portfolioPerformance = "portfolio-performance"

    /// The titles of the columns for each role.
    public var titles: [ColumnRole: [String]] {
        switch self {
        case .portfolioPerformance:
            [
                .date: ["Date"], .tradeType: ["Type"], .tradeUnits: ["Shares"], .tradeSettled: ["Value"],
                .tradeSettledCurrency: ["Transaction Currency"], .tradeTotal: ["Gross Amount"],
                .tradeCurrency: ["Currency Gross Amount"], .tradeFees: ["Fees"], .tradeTaxes: ["Taxes"],
                .tradeISIN: ["ISIN"], .tradeSymbol: ["Ticker Symbol"], .tradeInstrument: ["Security Name"],
                .note: ["Note"],
            ]
        }
    }
}
