public import FileFormats

/// The columns of tables that a program writes.
public enum TradePreset: String, Sendable, CaseIterable {
    /// All transactions of Portfolio Performance, or those of an account, in English or German.
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

    /// The titles of the program's other tables.
    public var others: [[ColumnRole: [String]]] {
        switch self {
        case .portfolioPerformance:
            [
                [
                    .date: ["Datum"], .tradeType: ["Typ"], .tradeUnits: ["Stück"], .tradeSettled: ["Wert"],
                    .tradeSettledCurrency: ["Buchungswährung"], .tradeTotal: ["Bruttobetrag"],
                    .tradeCurrency: ["Währung Bruttobetrag"], .tradeFees: ["Gebühren"], .tradeTaxes: ["Steuern"],
                    .tradeISIN: ["ISIN"], .tradeSymbol: ["Ticker-Symbol"], .tradeInstrument: ["Wertpapiername"],
                    .note: ["Notiz"],
                ],
                [
                    .date: ["Date"], .tradeType: ["Type"], .tradeInstrument: ["Security"], .tradeUnits: ["Shares"],
                    .tradePrice: ["Quote"], .tradeTotal: ["Amount"], .tradeFees: ["Fees"], .tradeTaxes: ["Taxes"],
                    .tradeSettled: ["Net Transaction Value"], .note: ["Note"],
                ],
                [
                    .date: ["Datum"], .tradeType: ["Typ"], .tradeInstrument: ["Wertpapier"], .tradeUnits: ["Stück"],
                    .tradePrice: ["Kurs"], .tradeTotal: ["Betrag"], .tradeFees: ["Gebühren"],
                    .tradeTaxes: ["Steuern"], .tradeSettled: ["Gesamtpreis"], .note: ["Notiz"],
                ],
            ]
        }
    }
}
