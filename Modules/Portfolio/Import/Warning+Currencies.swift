import Models

extension Warning {
    /// Words in the titles of columns whose numbers are no amounts.
    private static let noAmounts = ["rate", "kurs", "ratio", "%", "percent", "prozent", "balance", "saldo"]

    /// The remark that columns with amounts were not read; nil for none.
    init?(unreadAmounts titles: [String]) {
        let names = titles.filter { title in !Self.noAmounts.contains { title.lowercased().contains($0) } }
        guard !names.isEmpty else { return nil }
        let list = names.map { "'\($0.printable)'" }.joined(separator: ", ")
        self.init(
            code: "unreadAmounts",
            message: names.count == 1
                ? "The column \(list) has amounts, and is not read: fees, taxes or what was paid may be missing."
                : "The columns \(list) have amounts, and are not read: fees, taxes or what was paid may be missing.",
            remedy: .nameAmountColumn)
    }

    /// Tells that amounts in codes such as GBX were converted (I9); nil where none were.
    init?(hundredths codes: Set<String>) {
        let parts = codes.sorted().compactMap { code in
            Currency.whole(ofSubunit: code).map { "\(code.printable) are hundredths of \($0)" }
        }
        guard !parts.isEmpty else { return nil }
        self.init(code: "subunits", message: "\(parts.joined(separator: ", ")): amounts were converted.")
    }

    /// Tells that settled amounts were read in the portfolio's currency (I1); nil where none were.
    init?(assumedSettled lines: [Int]) {
        guard let first = lines.min() else { return nil }
        let rows = lines.count == 1 ? "Line \(first) has" : "\(lines.count) rows, the first in line \(first), have"
        self.init(
            code: "assumedSettled",
            message:
                "\(rows) a settled amount without a currency, which is not what the trade moved in its own: it is read "
                + "in the portfolio's. A column for settledcurrency tells another one.")
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
