public import Allocation
import Models
import Persistence
import Presentation
import SavingsViews
public import WebPages

import struct Foundation.UUID

extension Page {
    /// All assets with their values, a hundred to a page.
    ///
    /// - Parameter page: from 1 on.
    public static func assets(_ report: AssetValuationReport, page: Int = 1, _ style: PageStyle) -> Page {
        guard !report.rows.isEmpty else {
            return Page(
                "Assets", in: "Assets",
                [
                    HTML("h1", text: "Assets"),
                    .paragraph("No assets yet.", "empty"),
                    style.writing == nil
                        ? .nothing
                        : HTML(
                            "p", [.class("actions")],
                            [.button("New asset", to: "/assets/new"), .button("Import", to: "/assets/import")]),
                ])
        }
        var table = DataTable(
            "Assets",
            [
                .text("Asset"), .number("Balance"), .number("Value"), .number("Allocated"), .number("Free"),
                .text("Balance from"),
            ])
        let list = ListPage(page, of: report.rows.count, size: 100)
        for row in report.rows[list.places] {
            let share = (row.allocatedShare * Ratio(100)).decimalString(places: 1, rounding: .halfEven)
            table.add(
                [
                    style.link(row.balance.asset), style.balance(row), style.value(row),
                    .text("\(style.numbers.digits(share)) %"),
                    row.isPartial ? .text("not known") : style.amount(row.split.free),
                    row.balance.readAt.map { style.time($0) }
                        ?? .text(row.balance.asset.isOnChain ? "not read yet" : "transactions"),
                ], key: row.balance.asset.id.uuidString)
        }
        table.total([
            .text("Total"), .nothing, style.amount(report.total, report.totalBound), .nothing, .nothing, .nothing,
        ])
        return Page(
            "Assets", in: "Assets",
            [
                HTML(
                    "section", [.class("hero")],
                    [
                        HTML("h1", text: "Value of all assets"),
                        HTML(
                            "p", [.class("figure")], [style.amount(report.total, report.totalBound, live: "total")]
                        ),
                    ]),
                style.writing.map { writing in
                    HTML(
                        "div", [.class("actions")],
                        [
                            .button("New asset", to: "/assets/new"), .button("Import", to: "/assets/import"),
                            report.rows.contains(where: \.balance.asset.isOnChain)
                                ? writing.button("Read balances", to: "/assets/sync") : .nothing,
                        ])
                } ?? .nothing,
                style.gaps(report.rows.flatMap(\.unavailable)), style.warnings(report.warnings),
                .cards([
                    .card(
                        "All assets", id: "all", isWide: true,
                        [
                            HTML("div", [.init("data-live-id", "assets")], [table.html]),
                            list.pager { "/assets?page=\($0)" },
                        ]),
                    .card(
                        "Composition", id: "composition", isWide: true,
                        [.chart(style.composition(report), id: "composition-chart", table: style.valueTable(report))]),
                ]), style.rates(report.rates),
            ])
    }
}
