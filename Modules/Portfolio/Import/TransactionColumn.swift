/// The columns of the table that transactions are exported as, in their order.
enum TransactionColumn: String, CaseIterable {
    case transaction, date, time, type, portfolio, instrument, symbol, isin, instrumentType, instrumentCurrency
    case toPortfolio, toInstrument, toSymbol, toIsin, toInstrumentType, toInstrumentCurrency
    case units, received, amount, currency, fees, feesCurrency, taxes, taxesCurrency, settled, settledCurrency
    case rate, rateState, rateSources, rateTime, lots, share, acquired, swap, note, id, row
}
