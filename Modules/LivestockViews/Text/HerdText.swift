public import Livestock
public import Presentation
import Values

public import struct Foundation.UUID

extension TextLayout {
    /// Events of herds.
    public func lines(herdEvents events: [HerdEvent], herds: [UUID: Herd]) -> [String] {
        guard !events.isEmpty else { return ["No events. Enter one: cst-herd muster HERD 100"] }
        var table = TextTable([
            .init("ID"), .init("DATE"), .init("HERD", isFlexible: true), .init("EVENT"), .init("HEAD", .right),
            .init("WEIGHT", .right), .init("NOTE", isFlexible: true),
        ])
        for event in events {
            let other = event.otherID.flatMap { herds[$0]?.name }.map { "to \($0)" }
            let along = event.offspringHead + event.offspring.reduce(0) { $0 + $1.head }
            let gain = event.gain.map { "gain \($0) kg a day" }
            let notes = [
                other, along > 0 ? "with \(along) at foot" : nil, gain, event.isAdopted ? "adopted" : nil, event.note,
            ]
            table.add([
                .init(String(event.id.uuidString.lowercased().prefix(8)), .weak), .init(event.day.description),
                .init(herds[event.herdID]?.name ?? ""), .init(event.kind.title),
                .init(event.head > 0 || event.kind == .muster ? "\(event.head)" : ""),
                .init(event.weight.map { "\($0) kg" } ?? ""),
                .init(notes.compactMap(\.self).joined(separator: ", ")),
            ])
        }
        return table.lines(width: width, style: style)
    }

    /// A herd's state after a change, in one line.
    public func line(state known: KnownHerd) -> String {
        let state = known.state
        let offspring = state.atFootHead > 0 ? " and \(state.atFootHead) at foot" : ""
        let weight = state.weight.map { ", \($0.ratio.decimalString(places: 1, rounding: .halfEven)) kg" } ?? ""
        return "'\(known.herd.name)' has \(state.head) head\(offspring)\(weight)."
    }

    /// The head of herds in a period.
    public func lines(reconciled: LivestockService.Reconciled) -> [String] {
        guard !reconciled.herds.isEmpty else { return ["No herds. Add one: cst-herd add NAME"] }
        let rows = reconciled.herds.map { ($0.herd.name, $0.reconciliation) } + [("Total", reconciled.total)]
        let came = BookEvent.Kind.arrivals.filter { kind in rows.contains { $0.1.arrivals[kind] != nil } }
        let went = BookEvent.Kind.departures.filter { kind in rows.contains { $0.1.departures[kind] != nil } }
        var heads = TextTable(
            [.init("HERD", isFlexible: true), .init("OPENING", .right)]
                + came.map { .init("+ \($0.title.uppercased())", .right) }
                + went.map { .init("- \($0.title.uppercased())", .right) } + [.init("CLOSING", .right)])
        var offspring = TextTable([
            .init("AT FOOT", isFlexible: true), .init("OPENING", .right), .init("+ BORN", .right),
            .init("+ ARRIVED", .right), .init("- WEANED", .right), .init("- DIED", .right), .init("- LEFT", .right),
            .init("CLOSING", .right),
        ])
        var hasOffspring = false
        for (name, heads_) in rows {
            heads.add(
                [.init(name), .init("\(heads_.opening)")] + came.map { .init("\(heads_.arrivals[$0] ?? 0)") }
                    + went.map { .init("\(heads_.departures[$0] ?? 0)") } + [.init("\(heads_.closing)", .strong)])
            let foot = heads_.atFoot
            let counts = [
                foot.opening, foot.births, foot.arrived, foot.weaned, foot.died, foot.left, foot.closing,
            ]
            guard counts.contains(where: { $0 != 0 }) else { continue }
            hasOffspring = true
            offspring.add([.init(name)] + counts.map { .init("\($0)") })
        }
        var lines = ["Head from \(style.day(reconciled.from)) to \(style.day(reconciled.to))", ""]
        lines += heads.lines(width: width, style: style)
        if hasOffspring { lines += [""] + offspring.lines(width: width, style: style) }
        let musters = reconciled.herds.flatMap { herd in herd.reconciliation.musters.map { (herd.herd.name, $0) } }
        if !musters.isEmpty { lines.append("") }
        for (name, muster) in musters {
            let result = muster.difference == 0 ? "agreed" : muster.isAdopted ? "adopted" : "not adopted"
            lines.append(
                "Muster of '\(name)' on \(style.day(muster.day)): \(muster.counted) counted, \(muster.book) in the book, \(result)."
            )
        }
        return lines
    }

    /// Holdings.
    public func lines(holdings: [Holding]) -> [String] {
        guard !holdings.isEmpty else { return ["No holdings. Add one: cst-herd holding add Home --currency AUD"] }
        var table = TextTable([
            .init("ID"), .init("HOLDING", isFlexible: true), .init("CURRENCY"), .init("STATE"),
            .init("SALEYARD", isFlexible: true), .init("KM", .right), .init("MORTALITY", .right),
        ])
        for holding in holdings {
            table.add([
                .init(String(holding.id.uuidString.lowercased().prefix(8)), .weak), .init(holding.name),
                .init(holding.currency.code), .init(holding.state ?? ""), .init(holding.saleyard ?? ""),
                .init(holding.kilometres.map(String.init) ?? ""), .init(holding.mortality?.description ?? ""),
            ])
        }
        return table.lines(width: width, style: style)
    }

    /// Prices of animals.
    public func lines(prices: [LivestockPrice], herds: [UUID: String]) -> [String] {
        guard !prices.isEmpty else {
            return [
                "No prices. Enter one: cst-herd price add --level saleyard --place Roma --species cattle --category steer "
                    + "--price 4.00/kg"
            ]
        }
        var table = TextTable([
            .init("ID"), .init("DATE"), .init("PLACE", isFlexible: true), .init("CATEGORY", isFlexible: true),
            .init("FOR", isFlexible: true, rank: 1), .init("PRICE", .right), .init("SOURCE", isFlexible: true),
        ])
        for price in prices {
            let range = [price.from.map { "from \($0) kg" }, price.to.map { "below \($0) kg" }]
            let words = [price.breed, price.sex?.rawValue] + range
            let place = price.place ?? price.herdID.flatMap { herds[$0] } ?? price.level.rawValue
            table.add([
                .init(String(price.id.uuidString.lowercased().prefix(8)), .weak), .init(price.day.description),
                .init(place), .init(price.category), .init(words.compactMap(\.self).joined(separator: ", ")),
                .init("\(style.amount(price.price))/\(price.basis.unit)"), .init(price.source),
            ])
        }
        return table.lines(width: width, style: style)
    }

    /// The prices of a category with their changes.
    public func lines(priceHistory history: PriceHistory) -> [String] {
        let changes = history.changes.map { change in
            let text = change.percent.map { $0.decimalString(places: 1, rounding: .halfEven) + " %" } ?? "unknown"
            return "Change in \(change.days) days: \(text)"
        }
        return lines(prices: history.rows, herds: [:]) + (history.rows.isEmpty ? [] : [""] + changes)
    }

    /// A table of reference data.
    public func lines(reference: ReferenceTable) -> [String] {
        var table = TextTable([
            .init("NAME", isFlexible: true), .init("SPECIES"), .init("VALUE"), .init("NOTE", isFlexible: true),
            .init("SOURCE", isFlexible: true, rank: 1), .init("DAY", rank: 1),
        ])
        for row in reference.rows {
            table.add([
                .init(row.name), .init(row.species?.rawValue ?? ""), .init(row.value ?? ""), .init(row.note ?? ""),
                .init(row.source, .weak), .init(row.day.description, .weak),
            ])
        }
        return table.lines(width: width, style: style)
    }
}
