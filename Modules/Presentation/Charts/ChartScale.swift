/// Round values for an axis: in steps of 1, 2 or 5 times a power of ten, with zero among them.
public struct ChartScale: Sendable, Hashable {
    /// The values, in order, as a decimal number each: "-500", "0", "0.02".
    public let values: [String]

    /// Values from at or below the lowest to at or above the highest of some.
    ///
    /// - Parameter most: how many steps there may be; at least 2.
    public init(holding values: some Sequence<Double>, most: Int = 5) {
        let finite = values.filter(\.isFinite)
        let (low, high) = (min(0, finite.min() ?? 0), max(0, finite.max() ?? 0))
        guard high > low else {
            self.values = ["0"]
            return
        }
        var exponent = -30
        // Powers of ten as texts have them, so that every value is exact.
        while exponent < 40 {
            for step in [1, 2, 5] {
                let size = Double("\(step)e\(exponent)") ?? 1
                let (from, to) = ((low / size + 1e-9).rounded(.down), (high / size - 1e-9).rounded(.up))
                if to - from <= Double(max(2, most)) {
                    self.values = (Int(from)...Int(to)).map { Self.text($0 * step, exponent) }
                    return
                }
            }
            exponent += 1
        }
        self.values = ["0"]
    }

    /// A whole number times a power of ten.
    private static func text(_ number: Int, _ exponent: Int) -> String {
        guard number != 0 else { return "0" }
        guard exponent < 0 else { return "\(number)" + String(repeating: "0", count: exponent) }
        let digits = String(abs(number))
        let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
        let (whole, fraction) = (padded.dropLast(-exponent), padded.suffix(-exponent))
        let places = fraction.reversed().drop { $0 == "0" }.reversed()
        return "\(number < 0 ? "-" : "")\(whole)\(places.isEmpty ? "" : ".\(String(places))")"
    }
}
