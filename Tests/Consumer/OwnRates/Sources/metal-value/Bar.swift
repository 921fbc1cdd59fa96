import Allocation
import Foundation
import Models

/// Gold that was put into a box on a day: buying it is a contribution to the goals that the box funds.
struct Bar: FundingEntity {
    let id: UUID
    /// The name of the box.
    let box: String
    let day: CalendarDay
    /// Ounces, as an amount of the metal.
    let weight: Money
    /// The amount that was paid, in the currency of the asset that stands for the box.
    let cost: Money
    let entered: Date

    static let declaration = Declaration<Bar>(
        "bar", table: "bars", since: "gold-bars 1.0", order: ["day", "id"], indexes: [.index("box", "day")],
        fields: Fields(
            .key("id", \.id), .value("box", \.box), .value("day", \.day),
            .value("weight", \.weight, currency: "metal"), .value("cost", \.cost, currency: "currency"),
            .value("entered", \.entered)
        ) { Bar(id: $0, box: $1, day: $2, weight: $3, cost: $4, entered: $5) })

    var summary: String { "\(weight) in the \(box)" }
    var fundingChange: FundingChange { .payment(day: day, entered: entered) }

    func issues(in reader: any EntityReader) -> [ValidationIssue] {
        weight.isPositive
            ? [] : [ValidationIssue(code: "notPositive", field: "weight", message: "A bar weighs something.")]
    }
}
