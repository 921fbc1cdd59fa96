import FlexAdjustment
import Models
import SavingsModels

let car = Car(price: "12000")
let months = try CalendarDay("2026-01-31").wholeMonths(until: try CalendarDay("2026-12-31"))
let parts = try Money(car.price, try Currency(code: "EUR")).splitEvenly(into: months)
print("\(parts.count) payments, the first \(parts[0])")
