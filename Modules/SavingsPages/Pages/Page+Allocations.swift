public import Allocation
public import Models
import Presentation
import SavingsViews
public import WebPages

import struct Foundation.UUID

extension Page {
    /// Other allocations of an asset, tried out.
    ///
    /// - Parameter result: what every goal would get; nil when nothing was typed, or it cannot be.
    public static func allocations(
        _ row: AssetValuation, goals: [Goal], _ fields: FormFields, _ result: AssetSplit?, _ style: PageStyle
    ) -> Page {
        let asset = row.balance.asset
        let sizes = Dictionary(row.split.parts.map { ($0.goalID, $0.size) }, uniquingKeysWith: { first, _ in first })
        let inputs = goals.map { goal in
            fields.editing.number(
                goal.id.uuidString.lowercased(), goal.name,
                otherwise: sizes[goal.id].map { size in
                    if case .rest = size {
                        "rest"
                    } else if case .fixed(let amount) = size {
                        style.hidesAmounts ? "" : amount.amountText
                    } else {
                        size.description
                    }
                } ?? "", keys: "text", style)
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

extension PageStyle {
    /// What every goal would get, and what stays free.
    public func allocationsEffect(_ row: AssetValuation, _ goals: [Goal], _ fields: FormFields, _ result: AssetSplit?)
        -> HTML
    {
        guard let result else { return HTML("div", [.id("allocations-effect")], [fields.summary]) }
        var table = DataTable(
            "What every goal would get", [.text("Goal"), .number("Now"), .number("After")], class: "effect")
        for goal in goals {
            let now = row.split.parts.first { $0.goalID == goal.id }?.amount
            let then = result.parts.first { $0.goalID == goal.id }?.amount
            guard now != nil || then != nil else { continue }
            let bound = row.bound
            table.add([
                link(goal), now.map { amount($0, bound) } ?? .text("–"),
                then.map { amount($0, bound) } ?? .text("–"),
            ])
        }
        let free = row.isPartial ? HTML.text("not known") : amount(result.free)
        var notes: [HTML] = []
        if let shortfall = result.shortfall {
            notes.append(
                .notice(
                    .attention,
                    [
                        HTML(
                            "p", [],
                            [
                                .text("This promises "), amount(shortfall),
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
