import FlexAdjustment
import Models
import Planning

let dates = PaymentDay.day(1).dates(from: try CalendarDay("2026-06-01"), through: try CalendarDay("2026-12-31"))
let parts = try Money("7000", try Currency(code: "USD")).splitEvenly(into: dates.count)
print(zip(dates, parts).map { "\($0) \($1)" }.joined(separator: "\n"))
