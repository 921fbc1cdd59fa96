public import ExchangeRates
public import Values

extension ExchangeRateService {
    /// The rates of sample data.
    ///
    /// - Parameters:
    ///   - tables: tables of fixed rates.
    ///   - today: the day of rates without one.
    /// - Throws: ``FixedRatesFileError``.
    public init(sample tables: [String], on today: CalendarDay) throws {
        self.init(
            providers: try tables.map {
                FixedRates(try FixedRateTable(csv: $0, fileTime: today.startInUTC), name: "sample")
            })
    }
}
