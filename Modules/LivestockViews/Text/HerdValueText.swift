public import Livestock
public import Presentation
import Values

import struct Foundation.UUID

extension TextLayout {
    /// The values of herds by holding, with the capital of each category and what could not be counted.
    public func lines(herdValue report: HerdValueReport, showsSteps: Bool = false) -> [String] {
        guard !report.rows.isEmpty else { return emptyFarm }
        var lines = [
            style.apply(.strong, to: "Market value \(style.amount(report.market, report.marketBound))")
                + " of \(report.rows.reduce(0) { $0 + $1.valuation.state.head }) head on \(style.day(report.day))"
        ]
        for holding in report.rows.map(\.holding).withoutRepetitions {
            let rows = report.rows.filter { $0.holding == holding }
            lines += ["", style.apply(.strong, to: holding ?? "Herds")] + table(rows).lines(width: width, style: style)
        }
        lines += categories(report)
        if showsSteps { for row in report.rows { lines += steps(row.valuation) } }
        return lines + gaps(report.rows.flatMap(\.unavailable))
    }

    /// The changes of a value, in one line; nothing where none is known.
    public func lines(changes: [HerdValuationService.Change]) -> [String] {
        let known = changes.compactMap { change in
            change.difference.map { amount in
                "\(amount.isNegative ? "" : "+")\(style.amount(amount)) in \(change.days) days"
            }
        }
        return known.isEmpty ? [] : ["", "Change of the market value: \(known.joined(separator: ", "))"]
    }

    /// A list of herds.
    public func lines(herds report: HerdValueReport) -> [String] {
        guard !report.rows.isEmpty else { return emptyFarm }
        var table = TextTable([
            .init("ID"), .init("HERD", isFlexible: true), .init("HOLDING", isFlexible: true), .init("CATEGORY"),
            .init("PADDOCK", isFlexible: true, rank: 1), .init("HEAD", .right), .init("WEIGHT", .right),
            .init("VALUE", .right),
        ])
        for row in report.rows {
            let valuation = row.valuation
            table.add([
                .init(String((row.herd?.id.uuidString.lowercased() ?? "").prefix(8)), .weak),
                .init(valuation.profile.name), .init(row.holding ?? ""), .init(valuation.profile.category),
                .init(row.herd?.paddock ?? ""), .init(head(valuation)), .init(weight(valuation)), market(valuation),
            ])
        }
        return table.lines(width: width, style: style) + gaps(report.rows.flatMap(\.unavailable))
    }

    /// One herd with everything that its value is made of.
    public func lines(herd row: HerdValueReport.Row) -> [String] {
        let valuation = row.valuation
        let profile = valuation.profile
        var facts: [(String, String)] = []
        if let herd = row.herd { facts.append(("id", herd.id.uuidString.lowercased())) }
        facts += [
            ("animals", "\(profile.category), \(profile.species.rawValue)" + (profile.breed.map { ", \($0)" } ?? "")),
            ("holding", row.holding ?? ""), ("head", head(valuation)), ("weight", weight(valuation)),
            ("gain", "\(valuation.state.gain) kg a day"), ("price", valuation.price.map(text) ?? "unknown"),
        ]
        facts += components(valuation)
        facts.append(
            ("market", valuation.market.map { style.amount($0, valuation.marketBound) } ?? "unknown"))
        if let breeding = valuation.breeding {
            let calendar = breeding.calendar
            let (births, expectation) = (breeding.expectation.births, breeding.expectation)
            func number(_ ratio: Ratio) -> String { ratio.decimalString(places: 2, rounding: .halfEven) }
            let recorded = births > 0 ? ", \(births) of \(number(expectation.expected)) recorded" : ""
            let missing =
                expectation.missing.isPositive
                ? "no more are expected" : "\(number(expectation.left)) to come"
            facts.append(
                ("births", "\(style.day(calendar.first)) to \(style.day(calendar.last))\(recorded), \(missing)"))
        }
        for lot in valuation.lots {
            let kilograms = lot.one?.weight.map { ", \($0) kg" } ?? ""
            facts.append(("at foot", "\(lot.lot.head) born \(style.day(lot.lot.born))\(kilograms)"))
        }
        return [style.apply(.strong, to: profile.name)]
            + facts.map { "  \($0.0)\(String(repeating: " ", count: max(1, 11 - $0.0.count)))\($0.1)" }
            + gaps(row.unavailable)
    }

    private var emptyFarm: [String] {
        [
            "No herds. Begin with questions (cst-herd new), or with a holding and what is on it:",
            "  cst-herd holding add Home --currency AUD --state QLD --saleyard Roma",
            "  cst-herd add Steers --species cattle --category steer --head 100 --weight 300",
            "  cst-herd price add --level saleyard --place Roma --species cattle --category steer --price 4.00/kg",
            "Or try it out: cst-herd demo",
        ]
    }

    private func table(_ rows: [HerdValueReport.Row]) -> TextTable {
        var table = TextTable([
            .init("HERD", isFlexible: true), .init("CATEGORY", isFlexible: true), .init("HEAD", .right),
            .init("WEIGHT", .right, rank: 1), .init("PRICE", .right), .init("PHYSICAL", .right, rank: 3),
            .init("UNBORN", .right, rank: 5), .init("AT FOOT", .right, rank: 4), .init("LOSSES", .right, rank: 2),
            .init("MARKET", .right),
        ])
        for row in rows {
            let valuation = row.valuation
            let isWarned = valuation.price?.state != .fresh
            table.add([
                .init(valuation.profile.name), .init(valuation.profile.category), .init(head(valuation)),
                .init(weight(valuation), valuation.isWeightStale == true ? .attention : .plain),
                .init(valuation.price.map(short) ?? "unknown", isWarned ? .attention : .plain),
                .init(valuation.physical.map { style.digits($0.amount) } ?? "unknown"),
                .init(part(valuation.preBirth.amount, valuation.isPreBirthKnown)),
                .init(part(valuation.atFoot.amount, valuation.isAtFootKnown)),
                .init(part(valuation.mortality.amount.negated, valuation.isMortalityKnown)), market(valuation),
            ])
        }
        return table
    }

    /// A component: one that is not known, or known in part only, is not 0.
    private func part(_ amount: Money, _ isKnown: Bool) -> String {
        if isKnown { return style.digits(amount) }
        return amount.isZero ? "unknown" : "\(amount.isNegative ? "≤" : "≥") \(style.digits(amount))"
    }

    /// The market value of each category, in the currency for totals.
    private func categories(_ report: HerdValueReport) -> [String] {
        let kinds = report.rows.map { ($0.valuation.profile.species, $0.valuation.profile.category) }
        let names = kinds.map(\.1).withoutRepetitions.flatMap { name in
            Species.allCases.filter { species in kinds.contains { $0 == (species, name) } }.map { ($0, name) }
        }
        guard names.count > 1 else { return [] }
        var table = TextTable([
            .init("CATEGORY", isFlexible: true), .init("HEAD", .right), .init("MARKET", .right),
        ])
        for (species, name) in names {
            let rows = report.rows.filter {
                $0.valuation.profile.category == name && $0.valuation.profile.species == species
            }
            let isShared = names.count { $0.1 == name } > 1
            let sum = try? Money.sum(rows.compactMap(\.market), in: report.display)
            let isPartial = rows.contains { !$0.unavailable.isEmpty }
            let isUnknown = rows.contains(where: \.isUnknown)
            table.add([
                .init(isShared ? "\(name) (\(species.rawValue))" : name),
                .init("\(rows.reduce(0) { $0 + $1.valuation.state.head })"),
                .init(sum.map { style.amount($0, isUnknown ? .unknown : isPartial ? .atLeast : nil) } ?? "unknown"),
            ])
        }
        return [""] + table.lines(width: width, style: style)
    }

    private func components(_ valuation: HerdValuation) -> [(String, String)] {
        [
            ("physical", valuation.physical.map { style.amount($0.amount) } ?? "unknown"),
            ("unborn", known(valuation.preBirth.amount, valuation.isPreBirthKnown)),
            ("at foot", known(valuation.atFoot.amount, valuation.isAtFootKnown)),
            (
                "losses",
                "\(known(valuation.mortality.amount.negated, valuation.isMortalityKnown)), "
                    + "\(valuation.losses.expected.decimalString(places: 2, rounding: .halfEven)) head expected"
            ),
        ]
    }

    private func known(_ amount: Money, _ isKnown: Bool) -> String {
        if isKnown { return style.amount(amount) }
        return amount.isZero ? "unknown" : style.amount(amount, amount.isNegative ? .atMost : .atLeast)
    }

    private func head(_ valuation: HerdValuation) -> String {
        let offspring = valuation.state.atFootHead
        return "\(valuation.state.head)" + (offspring > 0 ? " + \(offspring)" : "")
    }

    private func weight(_ valuation: HerdValuation) -> String {
        valuation.state.weight.map { "\($0.ratio.decimalString(places: 1, rounding: .halfEven)) kg" } ?? "unknown"
    }

    private func market(_ valuation: HerdValuation) -> TextTable.Cell {
        guard let market = valuation.market else { return .init("unknown", .attention) }
        return .init(style.amount(market, valuation.marketBound), .strong)
    }

    private func short(_ price: FoundPrice) -> String {
        let digits = price.adjusted.decimalString(places: 4, rounding: .halfEven)
        let amount = (try? Money(digits, price.row.price.currency)).map { style.digits($0) } ?? digits
        return "\(amount)/\(price.row.basis.unit)"
    }

    /// A price with its origin.
    private func text(_ price: FoundPrice) -> String {
        let premium = price.premium.map { " with \($0) premium" } ?? ""
        let place = price.row.place ?? (price.row.level == .own ? "the herd's own" : "national")
        return "\(style.amount(price.row.price))/\(price.row.basis.unit)\(premium), \(place), \(price.row.source), "
            + "\(style.day(price.row.day)) (\(price.state.rawValue))"
    }

    /// A fraction with its decimals beside it.
    private func shown(_ value: String) -> String {
        let parts = value.split(separator: "/").compactMap { Int128($0) }
        guard parts.count == 2, let ratio = Ratio(parts[0], over: parts[1]) else { return value }
        return "\(value) ≈ \(ratio.decimalString(places: 8, rounding: .halfEven))"
    }

    /// The steps of a value: each formula, then its numbers.
    private func steps(_ valuation: HerdValuation) -> [String] {
        var lines = ["", style.apply(.strong, to: valuation.profile.name)]
        for step in valuation.steps {
            lines.append("  \(step.item) = \(step.formula) = \(style.amount(step.amount))")
            guard step.item != "market" else {
                lines.append("    " + step.inputs.map { "\($0.name) \($0.value)" }.joined(separator: ", "))
                continue
            }
            for input in step.inputs {
                let day = input.day.map { ", \(style.day($0))" } ?? ""
                let unit = input.unit.isEmpty ? "" : " \(input.unit)"
                lines.append("    \(input.name): \(shown(input.value))\(unit) (\(input.origin)\(day))")
            }
        }
        for missing in valuation.unavailable { lines.append("  not counted: \(missing.item): \(missing.reason)") }
        return lines
    }
}

extension Array where Element: Hashable {
    /// The elements, each at its first place.
    fileprivate var withoutRepetitions: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
