public import Allocation
public import Models
import Persistence
import Presentation
import SavingsViews
public import WebPages

public import struct Foundation.UUID

extension Page {
    /// All assets with their values.
    public static func assets(_ report: AssetValuationReport, _ style: SavingsStyle) -> Page {
        guard !report.rows.isEmpty else {
            return Page(
                "Assets", in: "Assets",
                [
                    HTML("h1", text: "Assets"),
                    .paragraph("No assets yet.", "empty"),
                    style.page.writing == nil
                        ? .paragraph("Add one: cst-assets add Savings --currency EUR --balance 3000")
                        : HTML("p", [.class("actions")], [.button("New asset", to: "/assets/new")]),
                ])
        }
        var table = DataTable(
            "Assets",
            [
                .text("Asset"), .number("Balance"), .number("Value"), .number("Allocated"), .number("Free"),
                .text("Read"),
            ])
        for row in report.rows {
            let share = (row.allocatedShare * Ratio(100)).decimalString(places: 1, rounding: .halfEven)
            table.add(
                [
                    style.link(row.balance.asset), style.balance(row), style.value(row),
                    .text("\(style.page.numbers.digits(share)) %"),
                    row.isPartial ? .text("not known") : style.page.amount(row.split.free),
                    row.balance.readAt.map { style.page.time($0) } ?? .text("entered"),
                ], key: row.balance.asset.id.uuidString)
        }
        table.total([
            .text("Total"), .nothing, style.page.amount(report.total, report.totalBound), .nothing, .nothing, .nothing,
        ])
        return Page(
            "Assets", in: "Assets",
            [
                HTML(
                    "section", [.class("hero")],
                    [
                        HTML("h1", text: "Value of all assets"),
                        HTML(
                            "p", [.class("figure")], [style.page.amount(report.total, report.totalBound, live: "total")]
                        ),
                    ]),
                style.page.writing == nil
                    ? .nothing : HTML("p", [.class("actions")], [.button("New asset", to: "/assets/new")]),
                style.gaps(report.rows.flatMap(\.unavailable)), style.warnings(report.warnings),
                .cards([
                    .card(
                        "All assets", id: "all", isWide: true,
                        [HTML("div", [.init("data-live-id", "assets")], [table.html])]),
                    .card(
                        "Composition", id: "composition", isWide: true,
                        [.chart(style.composition(report), id: "composition-chart", table: style.valueTable(report))]),
                ]), style.rates(report.rates),
            ])
    }

    /// One asset with the goals that it funds and its transactions, a hundred to a page.
    public static func asset(
        _ row: AssetValuation, goals: [UUID: Goal], transactions: [Transaction], page number: Int,
        enter fields: FormFields = FormFields(prefix: "enter"), _ style: SavingsStyle
    ) -> Page {
        let asset = row.balance.asset
        var facts: [(String, HTML)] = [
            ("Balance", .group([HTML("span", [.init("data-live-id", "balance")], [style.balance(row)])])),
            ("Value", HTML("span", [.init("data-live-id", "value")], [style.value(row)])),
            ("Free", row.isPartial ? .text("not known") : style.page.amount(row.split.free, live: "free")),
            ("Currency", .text(asset.currency.description)),
        ]
        if case .token(_, let contract) = asset.currency.kind { facts.append(("Contract", .text(contract))) }
        if let chain = asset.chain { facts.append(("Chain", .text(chain))) }
        if let address = asset.address {
            facts.append(("Address", style.page.hidesAmounts ? .text("•••") : .text(address)))
        }
        if let read = row.balance.readAt { facts.append(("Read", style.page.time(read))) }
        var cards: [HTML] = [.card("What it holds", id: "facts", [.facts(facts)])]
        var table = DataTable("Goals that it funds", [.text("Goal"), .text("Allocation"), .number("Gets")])
        for part in row.split.parts {
            guard let goal = goals[part.goalID] else { continue }
            table.add([
                style.link(goal), .text(style.layout.text(part.size)),
                style.page.amount(part.amount, row.isPartial ? .atLeast : nil),
            ])
        }
        cards.append(
            .card(
                "Allocations", id: "allocations",
                action: .button("Change", to: "\(style.path(asset))/allocations"),
                [
                    table.isEmpty
                        ? .paragraph("It funds no goal yet.")
                        : HTML("div", [.init("data-live-id", "allocations")], [table.html])
                ]))
        if style.page.writing != nil {
            cards.append(
                .card("Put in or take out", id: "enter", [fields.summary, style.transactionForm(asset, fields)]))
        }
        if !transactions.isEmpty {
            let size = 100
            let newest = transactions.sorted { ($1.day, $1.entered) < ($0.day, $0.entered) }
            let shown = newest.dropFirst((number - 1) * size).prefix(size)
            var list = DataTable(
                "Transactions, newest first", [.text("Date"), .number("Amount"), .text("Kind"), .text("Note")])
            for transaction in shown {
                list.add(
                    [
                        transaction.kind == .manual && style.page.writing != nil
                            ? HTML(
                                "a", [.href("/transactions/\(transaction.id.uuidString.lowercased())")],
                                [style.page.day(transaction.day)]) : style.page.day(transaction.day),
                        style.page.amount(transaction.amount),
                        .text(transaction.kind == .manual ? "" : transaction.kind.rawValue),
                        .name(transaction.note ?? ""),
                    ], key: transaction.id.uuidString)
            }
            var links: [HTML] = []
            if number > 1 { links.append(.link("Newer", to: "\(style.path(asset))?page=\(number - 1)")) }
            if number * size < newest.count {
                links.append(.link("Older", to: "\(style.path(asset))?page=\(number + 1)"))
            }
            cards.append(
                .card(
                    "\(newest.count) \(newest.count == 1 ? "transaction" : "transactions")", id: "transactions",
                    isWide: true,
                    [
                        HTML("div", [.init("data-live-id", "transactions")], [list.html]),
                        links.isEmpty
                            ? .nothing
                            : HTML("nav", [.class("pager"), .init("aria-label", "Pages of the list")], links),
                    ]))
        }
        return Page(
            asset.name, in: "Assets",
            [
                HTML("h1", [], [.name(asset.name)]),
                style.page.writing == nil
                    ? .nothing : HTML("p", [.class("actions")], [.button("Edit", to: "\(style.path(asset))/edit")]),
                style.gaps(row.unavailable), .cards(cards),
                style.rates([row.rate].compactMap { $0 }),
            ])
    }

    /// Other allocations of an asset, tried out.
    ///
    /// - Parameter result: what every goal would get; nil when nothing was typed, or it cannot be.
    public static func allocations(
        _ row: AssetValuation, goals: [Goal], _ fields: FormFields, _ result: AssetSplit?, _ style: SavingsStyle
    ) -> Page {
        let asset = row.balance.asset
        let sizes = Dictionary(row.split.parts.map { ($0.goalID, $0.size) }, uniquingKeysWith: { first, _ in first })
        let inputs = goals.map { goal in
            fields.input(
                goal.id.uuidString.lowercased(), goal.name,
                otherwise: sizes[goal.id].map { size in
                    if case .rest = size {
                        "rest"
                    } else if case .fixed(let amount) = size {
                        style.page.hidesAmounts ? "" : amount.amountText
                    } else {
                        size.description
                    }
                } ?? "")
        }
        let form = style.form(
            "\(style.path(asset))/allocations", preview: "\(style.path(asset))/allocations/preview",
            into: "allocations-effect", inputs, save: "Save all")
        return Page(
            "Allocations of \(asset.name)", in: "Assets",
            [
                HTML("h1", [], [.text("Allocations of "), .name(asset.name)]),
                HTML("p", [], [.link("Back to the asset", to: style.path(asset))]),
                .cards([
                    .card(
                        "Who gets how much", id: "try",
                        [
                            .paragraph(
                                "A share as in 60%, an amount in \(asset.currency), or “rest”; empty for nothing. All of them are saved together."
                            ), form,
                        ]),
                    .card("Effect", id: "effect", [style.allocationsEffect(row, goals, fields, result)]),
                ]),
            ])
    }
}

extension SavingsStyle {
    /// What every goal would get, and what stays free.
    public func allocationsEffect(_ row: AssetValuation, _ goals: [Goal], _ fields: FormFields, _ result: AssetSplit?)
        -> HTML
    {
        guard let result else { return HTML("div", [.id("allocations-effect")], [fields.summary]) }
        var table = DataTable(
            "What every goal would get", [.text("Goal"), .number("Now"), .number("Then")], class: "effect")
        for goal in goals {
            let now = row.split.parts.first { $0.goalID == goal.id }?.amount
            let then = result.parts.first { $0.goalID == goal.id }?.amount
            guard now != nil || then != nil else { continue }
            let bound: Bound? = row.isPartial ? .atLeast : nil
            table.add([
                link(goal), now.map { page.amount($0, bound) } ?? .text("–"),
                then.map { page.amount($0, bound) } ?? .text("–"),
            ])
        }
        let free = row.isPartial ? HTML.text("not known") : page.amount(result.free)
        var notes: [HTML] = []
        if let shortfall = result.shortfall {
            notes.append(
                .notice(
                    .attention,
                    [
                        HTML(
                            "p", [],
                            [
                                .text("This promises "), page.amount(shortfall),
                                .text(" more than there is, so every goal gets less in proportion."),
                            ])
                    ]))
        }
        return HTML(
            "div", [.id("allocations-effect")],
            [fields.summary] + notes + [
                table.isEmpty ? .nothing : table.html, HTML("p", [], [.text("Free: "), free]),
            ])
    }
}
