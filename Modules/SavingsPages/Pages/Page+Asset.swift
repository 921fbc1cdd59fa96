public import Allocation
import Blockchain
public import Models
import Presentation
import SavingsViews
public import WebPages

public import struct Foundation.UUID

extension Page {
    /// One asset with the goals that it funds and its transactions.
    ///
    /// - Parameters:
    ///   - goals: all goals, by id.
    ///   - fields: those of a new transaction.
    public static func asset(
        _ row: AssetValuation, goals: [UUID: Goal], transactions: TransactionList,
        enter fields: FormFields = FormFields(prefix: "enter"), _ style: PageStyle
    ) -> Page {
        let asset = row.balance.asset
        let path = style.path(asset)
        var cards: [HTML] = [
            .card("What it holds", id: "facts", [.facts(facts(row, style)), style.readButton(asset)]),
            .card(
                "Allocations", id: "allocations", action: .button("Change", to: "\(path)/allocations"),
                [allocationTable(row, goals, style)]),
        ]
        if style.writing != nil, let remedy = row.balance.remedyForEntries {
            let kept = "All of its money is kept by its source '\(asset.source ?? "")'."
            let words = RemedyWords(RemedyWords.savingsPages).sentence(for: remedy)
            cards.append(
                .card(
                    "Add or take out money", id: "enter",
                    [.paragraph([kept, words].compactMap { $0 }.joined(separator: " "))]))
        } else if style.writing != nil {
            let ended = goals.values.filter { $0.lifecycle == .finished || $0.lifecycle == .cancelled }
                .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
            cards.append(
                .card(
                    "Add or take out money", id: "enter",
                    action: .button("Transfer", to: "\(path)/transfer"),
                    [fields.summary, style.transactionForm(asset, fields, ended: ended)]))
        }
        cards.append(transactions.card(path: path, style))
        return Page(
            asset.name, in: "Assets",
            [
                HTML("h1", [], [.name(asset.name)]),
                style.writing == nil
                    ? .nothing : HTML("p", [.class("actions")], [.button("Edit", to: "\(path)/edit")]),
                style.gaps(row.unavailable), .cards(cards),
                style.rates(row.usedRates),
            ])
    }

    private static func facts(_ row: AssetValuation, _ style: PageStyle) -> [(String, HTML)] {
        let asset = row.balance.asset
        var facts: [(String, HTML)] = [
            ("Balance", .group([HTML("span", [.init("data-live-id", "balance")], [style.balance(row)])])),
            ("Value", HTML("span", [.init("data-live-id", "value")], [style.value(row)])),
            ("Free", row.isPartial ? .text("not known") : style.amount(row.split.free, live: "free")),
            ("Currency", .text(asset.currency.description)),
        ]
        if case .token(_, let contract) = asset.currency.kind { facts.append(("Contract", .text(contract))) }
        let chain = asset.chain.flatMap { Chain(id: $0) }
        if let name = chain?.name ?? asset.chain { facts.append(("Chain", .text(name))) }
        if let address = asset.address {
            // An extended key tells every address of the wallet: it is shown to no explorer.
            let known = try? chain?.address(address)
            let page = known.flatMap { $0.extendedKey == nil ? chain?.explorer(of: $0) : nil }
            facts.append(
                (
                    "Address",
                    style.hidesAmounts
                        ? .text("•••")
                        : page.map { .link(address, to: $0, [.init("rel", "noopener noreferrer")]) } ?? .text(address)
                ))
        }
        if let read = row.balance.readAt {
            facts.append(("Read", HTML("span", [.init("data-live-id", "read")], [style.time(read)])))
        }
        return facts
    }

    private static func allocationTable(
        _ row: AssetValuation, _ goals: [UUID: Goal], _ style: PageStyle
    ) -> HTML {
        var table = DataTable("Goals that it funds", [.text("Goal"), .text("Allocation"), .number("Gets")])
        for part in row.split.parts {
            guard let goal = goals[part.goalID] else { continue }
            table.add([
                style.link(goal), .text(style.layout.text(part.size)),
                style.amount(part.amount, row.bound),
            ])
        }
        return table.isEmpty
            ? .paragraph("It funds no goal yet.") : HTML("div", [.init("data-live-id", "allocations")], [table.html])
    }
}
