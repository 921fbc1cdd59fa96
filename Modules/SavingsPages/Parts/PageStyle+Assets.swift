import Allocation
import Models
import Presentation
import WebPages

extension PageStyle {
    /// The value of each asset, as a picture.
    func composition(_ report: AssetValuationReport) -> StackedBar {
        let valued = report.rows.compactMap { row in row.value.map { (row.balance.asset.name, $0) } }
            .filter { $0.1.isPositive }
        // Six can be told apart; the rest are one.
        let (shown, rest) = valued.parted(valued.count > 6 ? 5 : 6) { $1.1.ratio < $0.1.ratio }
        var parts = shown.map { StackedBar.Part($0.0, size: position($0.1), text: text.amount($0.1)) }
        if !rest.isEmpty {
            let sum = rest.map { position($0.1) }.reduce(0, +)
            parts.append(StackedBar.Part("\(rest.count) others", size: sum, text: ""))
        }
        let most = shown.first.map { "Most is in \($0.0): \(text.amount($0.1))." } ?? "No value is known."
        let missing = report.rows.count { $0.value == nil || $0.isPartial }
        let unknown =
            missing == 1 ? " The value of one asset is not known." : " The values of \(missing) assets are not known."
        return StackedBar(
            title: "Assets by value",
            summary: most + (missing == 0 ? "" : unknown), parts: parts)
    }

    /// The same as a table.
    func valueTable(_ report: AssetValuationReport) -> HTML {
        var table = DataTable("Assets by value", [.text("Asset"), .number("Balance"), .number("Value")])
        // Where not all are shown, the largest are, as in the picture.
        let isLong = report.rows.count > Self.mostListed
        let (shown, rest) =
            isLong ? report.rows.parted(Self.mostListed - 1, by: Self.isLarger) : (report.rows, [])
        for row in shown { table.add([link(row.balance.asset), balance(row), value(row)]) }
        if !rest.isEmpty {
            let sum = try? Money.sum(rest.lazy.compactMap(\.value), in: report.total.currency)
            let isWhole = rest.allSatisfy { $0.value != nil && !$0.isPartial }
            table.add([
                .link("\(rest.count) other assets", to: "/assets"), .nothing,
                amount(sum, isWhole ? nil : report.totalBound),
            ])
        }
        table.total([.text("Total"), .nothing, amount(report.total, report.totalBound)])
        return table.html
    }

    private static func isLarger(_ left: AssetValuation, _ right: AssetValuation) -> Bool {
        let (a, b) = (left.value?.ratio ?? .zero, right.value?.ratio ?? .zero)
        return a == b ? left.balance.asset.name < right.balance.asset.name : b < a
    }

    /// An asset's name as a link to its
    func link(_ asset: Asset) -> HTML { HTML("a", [.href(path(asset))], [.name(asset.name)]) }

    /// The balance of an asset. Before anything is known, an amount of 0 would be read as one.
    func balance(_ row: AssetValuation) -> HTML {
        row.isPartial && row.balance.known.isZero
            ? .text(row.balance.asset.isOnChain ? "not read yet" : "not known yet")
            : amount(row.balance.known, row.bound)
    }

    /// The value of an asset.
    func value(_ row: AssetValuation) -> HTML {
        row.isPartial && row.balance.known.isZero ? .text("not known") : amount(row.value, row.bound)
    }

    /// Where an amount lies in a picture: never an amount to count with.
    private func position(_ amount: Money) -> Double { Double(amount.amountText) ?? 0 }
}
