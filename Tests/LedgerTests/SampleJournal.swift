import Foundation
import Values

/// Three years of a household as a person writes them for hledger: openings, payslips over two accounts, a card, dollars, refunds, a loan,
/// and most forms in which a journal can say the same.
enum SampleJournal {
    /// The journal, up to the end of 2025.
    static let text: String = {
        var lines = [
            "; A household, kept by hand.", "decimal-mark .", "commodity 1000.00 EUR", "commodity $1000.00", "",
            "account assets:bank:checking", "account expenses:food  ; type: X", "",
            "2023-01-01 * opening balances", "    assets:bank:checking      2,500.00 EUR",
            "    assets:bank:savings       EUR 10000", "    assets:cash               80.50 EUR",
            "    liabilities:loan          -9,000.00 EUR", "    equity:opening balances", "",
            "comment", "not read", "end comment", "", "P 2023-01-02 $ 0.93 EUR", "",
            "~ monthly", "    expenses:rent   650 EUR", "    assets:bank:checking", "",
        ]
        for month in 0..<36 {
            let start = CalendarDay(year: 2023 + month / 12, month: month % 12 + 1, day: 1) ?? CalendarDay(dayNumber: 0)
            func date(_ day: Int) -> String { start.adding(days: day - 1).description }
            let pay = 3_800 + month * 10
            lines += [
                "\(date(27)) * (P\(month)) ACME Ltd | pay  ; project: home",
                "    assets:bank:checking   \(pay - 950 - 200) EUR", "    assets:bank:savings   200 EUR",
                "    expenses:tax:income    700.00 EUR", "    expenses:tax:health    250 EUR",
                "    income:salary", "",
                "\(date(1).replacing("-", with: "/")) * Landlord", "  expenses:rent  650 EUR", "  assets:bank:checking",
                "",
                "\(date(3)) ! Spar", "    ; for the week", "    expenses:food:groceries   \(40 + month % 7).35 EUR",
                "    expenses:home   12.10 EUR ; a pan", "    liabilities:visa", "",
                "\(date(12)) Lunch", "    expenses:food:out    9.\(10 + month) EUR", "    assets:cash", "",
                "\(date(20))=\(date(22)) * Visa, paid", "    liabilities:visa       \(52 + month % 7).45 EUR",
                "    assets:bank:checking  -\(52 + month % 7).45 EUR", "",
                "\(date(15)) * Bank | loan", "    liabilities:loan   200.00 EUR",
                "    expenses:interest    \(36 - month).25 EUR", "    assets:bank:checking", "",
            ]
            if month % 3 == 0 {
                lines += [
                    "\(date(5)) * Broker", "    assets:dollars    $\(500 + month).00 @@ \(460 + month).70 EUR",
                    "    expenses:fees    1.50 EUR", "    assets:bank:checking", "",
                    "\(date(8)) * Hotel", "    expenses:travel    $120.40", "    assets:dollars", "",
                ]
            }
            if month % 4 == 1 {
                lines += [
                    "\(date(9)) * Shop | came back", "    assets:bank:checking   15.00 EUR",
                    "    expenses:clothes   -40 EUR", "    expenses:home   25 EUR", "",
                    "\(date(10)) * Machine", "    assets:cash    60 EUR", "    [assets:bank:checking]   -60 EUR",
                    "    [assets:bank:checking]   60 EUR", "    assets:bank:checking    -60 EUR", "",
                ]
            }
            if month == 14 {
                lines += [
                    "\(date(2)) * Aunt", "    assets:bank:second    1000 EUR", "    income:gifts", "",
                    "\(date(4)) * Abroad", "    expenses:travel    $10.00 @ 0.9137 EUR",
                    "    liabilities:visa   -9.14 EUR",
                    "",
                ]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }()
}
