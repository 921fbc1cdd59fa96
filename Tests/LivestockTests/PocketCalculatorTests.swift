import Foundation
import Livestock
import TestSupport
import Testing
import Values

/// A calculator that knows no more than what the steps of a value print.
private struct PocketCalculator {
    private let numbers: [(name: String, value: Fraction)]
    private var rest: Substring

    init(_ step: ValuationStep) {
        // Names that begin with others come first.
        numbers = step.inputs.map { ($0.name, Self.number($0.value)) }.sorted { $0.0.count > $1.0.count }
        rest = step.formula[...]
    }

    /// "12.5", "-3" or "5/3".
    static func number(_ text: String) -> Fraction {
        let parts = text.split(separator: "/").map { part in
            let digits = part.split(separator: ".")
            let places = digits.count > 1 ? digits[1].count : 0
            let scale = (0..<places).reduce(Int128(1)) { scale, _ in scale * 10 }
            return Fraction(Int128(digits.joined()) ?? 0, over: scale)
        }
        return parts.count > 1 ? parts[0] / parts[1] : parts[0]
    }

    private mutating func take(_ text: String) -> Bool {
        rest = rest.drop { $0 == " " }
        guard rest.hasPrefix(text) else { return false }
        rest.removeFirst(text.count)
        return true
    }

    mutating func result() -> Fraction? {
        let value = sum()
        return rest.allSatisfy { $0 == " " } ? value : nil
    }

    private mutating func sum() -> Fraction? {
        guard var value = product() else { return nil }
        while true {
            if take("+") {
                guard let next = product() else { return nil }
                value = value + next
            } else if take("−") {
                guard let next = product() else { return nil }
                value = value - next
            } else {
                return value
            }
        }
    }

    private mutating func product() -> Fraction? {
        guard var value = factor() else { return nil }
        while true {
            if take("×") {
                guard let next = factor() else { return nil }
                value = value * next
            } else if take("÷") {
                guard let next = factor() else { return nil }
                value = value / next
            } else {
                return value
            }
        }
    }

    private mutating func factor() -> Fraction? {
        for name in ["min(", "max("] where take(name) {
            guard let first = sum(), take(","), let second = sum(), take(")") else { return nil }
            return name == "min(" ? min(first, second) : max(first, second)
        }
        if take("(") {
            guard let value = sum(), take(")") else { return nil }
            return value
        }
        for number in numbers where take(number.name) { return number.value }
        rest = rest.drop { $0 == " " }
        let digits = rest.prefix { $0.isNumber || $0 == "." }
        guard !digits.isEmpty else { return nil }
        rest.removeFirst(digits.count)
        return Self.number(String(digits))
    }
}

@Suite("H1: steps") struct PocketCalculatorTests {
    @Test(arguments: SeededGenerator.seeds) func `the printed numbers and a pocket calculator give the same cents`(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var items: [String: Int] = [:]
        for number in 0..<150 {
            var herd = try RandomHerd(&random)
            herd.keepPossible()
            let value = try herd.engine.value(herd.profile, herd.events, on: herd.day)
            for step in value.steps {
                var calculator = PocketCalculator(step)
                let worked = calculator.result()
                let result = try #require(worked, "seed \(seed), herd \(number): \(step.formula)")
                #expect(
                    (result.rounded(places: 2) * Fraction(100)).top == (try step.amount.minorUnits(.halfEven)),
                    "seed \(seed), herd \(number): \(step.formula)")
                items[step.item, default: 0] += 1
            }
            let sum = value.steps.filter { ["physical", "preBirth", "atFoot"].contains($0.item) }.map(\.amount)
            if let market = value.market {
                let total = try Money.sum(sum, in: market.currency).subtracting(value.mortality.amount)
                #expect(total == market, "seed \(seed), herd \(number)")
            }
        }
        #expect(Set(items.keys) == ["physical", "preBirth", "atFoot", "mortality", "market"], "\(items)")
    }
}
