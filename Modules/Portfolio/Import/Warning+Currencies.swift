import Models

extension Warning {
    /// Tells that amounts in codes such as GBX were converted (I9); nil where none were.
    init?(hundredths codes: Set<String>) {
        let parts = codes.sorted().compactMap { code in
            Currency.whole(ofSubunit: code).map { "\(code.printable) are hundredths of \($0)" }
        }
        guard !parts.isEmpty else { return nil }
        self.init(code: "subunits", message: "\(parts.joined(separator: ", ")): amounts were converted.")
    }

    /// Tells that fees and taxes were read in the currency of the trade (I1); nil where none were.
    init?(assumedCharges lines: [Int]) {
        guard let first = lines.min() else { return nil }
        let rows = lines.count == 1 ? "Line \(first) has" : "\(lines.count) rows, the first in line \(first), have"
        self.init(
            code: "assumedCharges",
            message: "\(rows) fees or taxes without a currency: they are read in that of the trade, and not in that of "
                + "the settled money. A column for feescurrency or taxescurrency tells another one.")
    }
}
