import Values

extension EntityReader {
    /// The warnings about a herd as it was entered: only of what was said.
    ///
    /// - Parameters:
    ///   - price: its own price; nil where none was entered.
    ///   - weight: the weight of its first head; nil where none was entered.
    /// - Throws: The store's error.
    func warnings(
        of herd: Herd, as fields: HerdFields, _ price: LivestockPrice?, _ weight: Kilograms?, _ call: Call,
        _ assumptions: ValuationAssumptions
    ) throws -> [Warning] {
        let warnings: [Warning?] = [
            try .unknownSaleyard(fields.saleyard, in: self), .unknownCategory(fields.category, herd.species),
            .unknownCategory(fields.offspringCategory, herd.species),
        ]
        return
            (warnings + herd.unusualNumbers(as: fields, price, weight)
            + [price.flatMap { $0.tooOld(on: call.today, assumptions) }]).compactMap(\.self)
    }
}

extension Herd {
    /// Numbers that are unusual: they are entered, and may be misspelt.
    func unusualNumbers(as fields: HerdFields, _ price: LivestockPrice?, _ weight: Kilograms?) -> [Warning?] {
        [
            .unusual(weight, species, category),
            fields.targetWeight == nil ? nil : .unusual(targetWeight, species, category),
            fields.dressing == nil
                ? nil : dressing.flatMap { UsualRange.dressing.warning($0.micro, of: "'\(name.printable)'") },
            fields.mortality == nil ? nil : .unusual(mortality: mortality, of: name),
            price.flatMap { .unusual($0.price, $0.basis, species, category) },
        ]
    }
}

extension LivestockPrice {
    /// The warning of a price that counts no more when it is entered; nil for one that counts.
    func tooOld(on day: CalendarDay, _ assumptions: ValuationAssumptions) -> Warning? {
        let age = self.day.days(until: day)
        guard age > assumptions.priceMaxAge else { return nil }
        return Warning(
            code: "oldPrice",
            message: "A price of \(self.day) is \(age) days old on \(day) and does not count: at most "
                + "\(assumptions.priceMaxAge) days do.")
    }
}

extension LivestockPrice {
    /// The warnings about a price as it was entered.
    func warnings(on day: CalendarDay, _ assumptions: ValuationAssumptions) -> [Warning] {
        let warnings: [Warning?] = [
            .unknownCategory(category, species), .unusual(price, basis, species, category),
            tooOld(on: day, assumptions),
        ]
        return warnings.compactMap(\.self)
    }
}

extension [Warning] {
    /// Each warning once, the first few of those of one code, with how many there are more.
    var shortened: [Warning] {
        var (seen, counts, kept): (Set<Warning>, [String: Int], [Warning]) = ([], [:], [])
        for warning in self where seen.insert(warning).inserted {
            counts[warning.code, default: 0] += 1
            if counts[warning.code, default: 0] <= 3 { kept.append(warning) }
        }
        for (code, count) in counts.sorted(by: { $0.key < $1.key }) where count > 3 {
            kept.append(Warning(code: code, message: "\(count - 3) more rows are like that."))
        }
        return kept
    }
}
