public import Allocation
public import Models
import Presentation
import SavingsViews
public import WebPages

import struct Foundation.UUID

extension Page {
    /// What funds a goal: one asset more, or another part of one.
    ///
    /// - Parameter rows: all assets with what they hold.
    public static func fund(
        _ goal: Goal, from rows: [AssetValuation], _ fields: FormFields, _ style: PageStyle
    ) -> Page {
        let assets = rows.map(\.balance.asset)
        let inputs = [
            .usual(among: assets), fields.choice("asset", "Asset", among: assets),
            fields.number(
                "size", "How much of it",
                hint: AllocationRow.hint(in: nil),
                keys: "text", style),
        ]
        var table = DataTable("What is free", [.text("Asset"), .number("Balance"), .number("Free")])
        for row in rows.prefix(PageStyle.mostListed) {
            table.add([
                style.link(row.balance.asset), style.balance(row),
                row.isPartial ? .text("not known") : style.amount(row.split.free),
            ])
        }
        return Page(
            "What funds \(goal.name)", in: "Goals",
            [
                HTML("h1", [], [.text("What funds "), .name(goal.name)]),
                HTML("p", [], [.link("Back to the goal", to: style.path(goal))]), fields.summary,
                assets.isEmpty
                    ? .group([
                        .paragraph("There is no asset yet that could fund it.", "empty"),
                        HTML("p", [.class("actions")], [.button("New asset", to: "/assets/new")]),
                    ])
                    : .cards([
                        .card(
                            "Fund it", id: "fund",
                            [
                                .paragraph("What the asset gave it before is replaced."),
                                style.form("\(style.path(goal))/fund", inputs, save: "Fund the goal"),
                            ]), .card("What there is", id: "free", [table.html]),
                    ]),
            ])
    }
}

extension HTML {
    /// The hidden field of a form where the amounts of all assets are in one currency; nothing where they are not.
    static func usual(among assets: [Asset]) -> HTML {
        let currencies = Set(assets.map(\.currency))
        return currencies.count == 1 ? .group(currencies.map { .hidden(EnteredFields.usual, $0.code) }) : .nothing
    }
}

extension FormFields {
    /// More of them are no list to choose from: then a name is typed.
    private static let most = 200

    /// A field for one of some assets.
    func choice(_ name: String, _ label: String, among assets: [Asset]) -> HTML {
        guard assets.count <= Self.most else { return input(name, label, hint: "Its name", [.init("dir", "auto")]) }
        let sorted = assets.sorted { ($0.name, $0.id.uuidString) < ($1.name, $1.id.uuidString) }
        let options = sorted.map { ($0.id.uuidString.lowercased(), "\($0.name) (\($0.currency))") }
        return choice(
            name, label, otherwise: sorted.count == 1 ? sorted[0].id.uuidString.lowercased() : "",
            [("", "Choose an asset")] + options)
    }
}
