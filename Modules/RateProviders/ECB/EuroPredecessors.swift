import Values

/// Currencies that became the euro, with the day and the rate fixed by law.
enum EuroPredecessors {
    private static let table: [String: (since: String, rate: String)] = [
        "ATS": ("1999-01-01", "13.7603"), "BEF": ("1999-01-01", "40.3399"), "BGN": ("2026-01-01", "1.95583"),
        "CYP": ("2008-01-01", "0.585274"), "DEM": ("1999-01-01", "1.95583"), "EEK": ("2011-01-01", "15.6466"),
        "ESP": ("1999-01-01", "166.386"), "FIM": ("1999-01-01", "5.94573"), "FRF": ("1999-01-01", "6.55957"),
        "GRD": ("2001-01-01", "340.750"), "HRK": ("2023-01-01", "7.53450"), "IEP": ("1999-01-01", "0.787564"),
        "ITL": ("1999-01-01", "1936.27"), "LTL": ("2015-01-01", "3.45280"), "LUF": ("1999-01-01", "40.3399"),
        "LVL": ("2014-01-01", "0.702804"), "MTL": ("2008-01-01", "0.429300"), "NLG": ("1999-01-01", "2.20371"),
        "PTE": ("1999-01-01", "200.482"), "SIT": ("2007-01-01", "239.640"), "SKK": ("2009-01-01", "30.1260"),
    ]

    /// Why there is no rate of a currency on a day, and what to set to have one; nil when it was no part of the euro.
    static func reason(_ currency: Currency, on day: CalendarDay) -> String? {
        guard let entry = table[currency.code], let since = try? CalendarDay(entry.since), since <= day else {
            return nil
        }
        return "\(currency) became the euro on \(since); to convert it all the same, "
            + "set exchangeRates.pegs to EUR/\(currency)=\(entry.rate)"
    }
}
