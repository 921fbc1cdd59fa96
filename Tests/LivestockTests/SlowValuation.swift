import Livestock
import Values

/// The value of a herd as the text of H4 to H9 says, step by step.
struct SlowValuation {
    var physical: Fraction?
    var preBirth = Fraction(0)
    var atFoot = Fraction(0)
    var mortality = Fraction(0)
    var isPartial = false

    struct Market {
        let rows: [LivestockPrice]
        let premiums: [String: Int]
        let dressing: [String: Int]
        let rate: Fraction
    }

    private static func thousandth(_ ratio: Money) -> Fraction {
        let parts = ratio.amountText.split(separator: ".")
        let decimals = parts.count > 1 ? String(parts[1]) : ""
        let scale = (0..<decimals.utf8.count).reduce(Int128(1)) { value, _ in value * 10 }
        return Fraction(Int128(parts[0] + decimals) ?? 0, over: scale)
    }

    /// The row that counts, by leaving out what is beaten, one rule after the other.
    static func row(
        _ market: Market, _ herd: HerdProfile, category: String, sex: AnimalSex?, _ weight: Fraction?,
        on day: CalendarDay
    ) -> LivestockPrice? {
        func kilograms(_ weight: Kilograms) -> Fraction { Fraction(Int128(weight.micro), over: 1_000_000) }
        let isOwn = category == herd.category
        var left = ((isOwn ? herd.ownPrices : []) + market.rows).filter { row in
            let age = row.day.days(until: day)
            guard age >= 0, age <= 56, row.price.currency == herd.currency else { return false }
            guard row.species == herd.species, row.category == category else { return false }
            if row.level == .own { return true }
            if row.level == .saleyard, row.place != herd.saleyard { return false }
            if row.level == .state, row.place != herd.state { return false }
            if let breed = row.breed, breed != herd.breed { return false }
            if let wanted = row.sex, wanted != sex { return false }
            if row.from != nil || row.to != nil {
                guard let weight else { return false }
                if let from = row.from, weight < kilograms(from) { return false }
                if let to = row.to, !(weight < kilograms(to)) { return false }
            }
            return true
        }
        for level in [PriceLevel.own, .saleyard, .state, .national] where left.contains(where: { $0.level == level }) {
            left = left.filter { $0.level == level }
            break
        }
        if left.contains(where: { $0.breed != nil }) { left = left.filter { $0.breed != nil } }
        if left.contains(where: { $0.sex != nil }) { left = left.filter { $0.sex != nil } }
        let closed = left.filter { $0.from != nil && $0.to != nil }
        let open = left.filter { ($0.from == nil) != ($0.to == nil) }
        if !closed.isEmpty {
            let widths = closed.map { ($0.to?.micro ?? 0) - ($0.from?.micro ?? 0) }
            left = zip(closed, widths).filter { $0.1 == widths.min() }.map(\.0)
        } else if !open.isEmpty {
            left = open
        }
        let newest = left.map(\.day).max()
        return left.last { $0.day == newest }
    }

    init(_ slow: SlowHerd, _ herd: HerdProfile, _ market: Market, on day: CalendarDay) {
        let hundred = Fraction(100)
        func price(_ row: LivestockPrice) -> Fraction {
            let price = Self.thousandth(row.price)
            guard row.breed == nil, row.level != .own, let breed = herd.breed, let premium = market.premiums[breed]
            else { return price }
            return price * (Fraction(100 + Int128(premium)) / hundred)
        }
        func dressing(_ category: String) -> Fraction? {
            if let own = herd.dressing { return Fraction(Int128(own.micro), over: 100_000_000) }
            return market.dressing[category].map { Fraction(Int128($0)) / hundred }
        }

        // H5
        let row = Self.row(market, herd, category: herd.category, sex: herd.knownSex, slow.weight, on: day)
        var one: Fraction?
        var dams: Fraction?
        if let row {
            switch row.basis {
            case .live:
                one = slow.weight.map { $0 * price(row) }
                dams = price(row)
            case .carcase:
                if let part = dressing(herd.category) {
                    one = slow.weight.map { $0 * part * price(row) }
                    dams = part * price(row)
                }
            case .head:
                one = price(row)
                dams = slow.weight.map { price(row) / $0 }
            }
        }
        physical = slow.head == 0 ? Fraction(0) : one.map { Fraction(Int128(slow.head)) * $0 }
        if physical == nil { isPartial = true }

        // H6
        let rate = herd.mortality.map { Fraction(Int128($0.micro), over: 100_000_000) } ?? market.rate
        func expected(_ headDays: Int, _ recorded: Int, _ head: Int) -> Fraction {
            let losses = rate * Fraction(Int128(headDays), over: 365) - Fraction(Int128(max(0, recorded)))
            return min(max(losses, Fraction(0)), Fraction(Int128(head)))
        }
        mortality = expected(slow.headDays, slow.gone - slow.found, slow.head) * (one ?? Fraction(0))

        // H7
        let young =
            herd.offspringCategory ?? ["cattle": "calf", "sheep": "lamb", "goat": "kid", "pig": "piglet"][
                herd.species.rawValue] ?? ""
        if let season = slow.season {
            let joining = season.joining
            let g =
                herd.gestationDays ?? ["cattle": 283, "sheep": 150, "goat": 150, "pig": 114][herd.species.rawValue] ?? 0
            let end = joining.end ?? joining.start
            let isOpen = joining.type == .uncontrolled
            let conception =
                isOpen ? joining.start : joining.start.adding(days: joining.start.days(until: end) / 2)
            let firstBirth = joining.start.adding(days: g)
            let lastBirth = isOpen ? joining.start.adding(days: 365) : end.adding(days: g)
            let length = isOpen ? 365 : g
            var wanted =
                Fraction(Int128(min(season.joined, slow.head)))
                * Fraction(Int128(joining.rate.micro), over: 100_000_000)
            if let test = season.test {
                wanted =
                    Fraction(Int128(test.expected))
                    * min(Fraction(1), Fraction(Int128(slow.head), over: Int128(test.head)))
            }
            var born = 0
            for birth in slow.births where birth.day.dayNumber >= firstBirth.dayNumber - 30 { born += birth.head }
            var left = max(Fraction(0), wanted - Fraction(Int128(born)))
            if day > lastBirth, born > 0 { left = Fraction(0) }
            if day.dayNumber > lastBirth.dayNumber + 30, born == 0 { left = Fraction(0) }
            let since = conception.days(until: day)
            if left > Fraction(0), since > 0, herd.priceIncludes?.contains(.preBirth) != true {
                let part = ["cattle": 7, "sheep": 8, "goat": 8, "pig": 2][herd.species.rawValue] ?? 0
                let atBirth =
                    joining.birthWeight.map { Fraction(Int128($0.micro), over: 1_000_000) }
                    ?? slow.weight.map { ($0 * Fraction(Int128(part), over: 100)).rounded(places: 6) }
                let found = Self.row(market, herd, category: young, sex: nil, atBirth, on: day)
                var value: Fraction?
                if let found, found.basis != .head {
                    let factor = found.basis == .carcase ? dressing(young) : Fraction(1)
                    if let atBirth, let factor { value = atBirth * price(found) * factor }
                } else if let atBirth, let dams {
                    value = atBirth * dams
                }
                if let value {
                    preBirth = left * value * min(Fraction(1), Fraction(Int128(since), over: Int128(length)))
                } else {
                    isPartial = true
                }
            }
        }

        // H8
        guard herd.priceIncludes?.contains(.atFoot) != true else { return }
        let most = ["cattle": 300, "sheep": 150, "goat": 150, "pig": 42][herd.species.rawValue] ?? 0
        for lot in slow.offspring {
            let days = min(lot.born.days(until: day), most)
            var weight = lot.atBirth.map { $0 + lot.gain * Fraction(Int128(days)) }
            if let known = weight, known <= Fraction(0) { weight = nil }
            let found = Self.row(market, herd, category: young, sex: nil, weight, on: day)
            var value: Fraction?
            switch found?.basis {
            case .head: value = found.map(price)
            case .live: value = weight.flatMap { weight in found.map { weight * price($0) } }
            case .carcase:
                if let weight, let found, let part = dressing(young) { value = weight * part * price(found) }
            case nil: if let weight, let dams { value = weight * dams }
            }
            guard let value else {
                isPartial = true
                continue
            }
            atFoot = atFoot + Fraction(Int128(lot.head)) * value
            mortality = mortality + expected(lot.headDays, lot.dead, lot.head) * value
        }
    }
}
