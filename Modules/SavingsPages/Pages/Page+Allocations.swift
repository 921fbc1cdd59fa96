public import Allocation
public import Models
import Presentation
import SavingsViews
import Values
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
        let rows = goals.map { AllocationRow($0, row, fields, style) }
        let (used, others) = (rows.filter(\.isUsed), rows.filter { !$0.isUsed })
        let even = style.evenSplit(used.isEmpty ? others : used, of: asset)
        let form = style.form(
            "\(style.path(asset))/allocations", preview: "\(style.path(asset))/allocations/preview",
            into: "allocations-effect",
            [
                .usual(among: [asset]), HTML("div", [.class("allocation-rows")], used.map(\.html)),
                others.isEmpty
                    ? .nothing
                    : HTML(
                        "details", [.init("open", when: used.isEmpty)],
                        [
                            HTML("summary", text: used.isEmpty ? "Goals" : "Add a goal (\(others.count))"),
                            HTML("div", [.class("allocation-rows")], others.map(\.html)),
                        ]), style.allocationsEffect(row, goals, fields, result),
            ], save: "Save all", isLong: true)
        return Page(
            "Allocations of \(asset.name)", in: "Assets",
            [
                HTML("h1", [], [.text("Allocations of "), .name(asset.name)]),
                HTML("p", [], [.link("Back to the asset", to: style.path(asset))]),
                .card(
                    "Who gets how much", id: "try", isWide: true,
                    [
                        .paragraph(
                            "\(AllocationRow.hint(in: asset.currency)) Empty: nothing. All of them are saved together."
                        ), even, form,
                    ]),
            ])
    }
}

/// The field of one goal, with what makes it quicker: a slider for shares, and buttons for the rest and for nothing.
struct AllocationRow {
    let goal: Goal
    let key: String
    let html: HTML
    /// Whether the goal gets something, or something is typed for it.
    let isUsed: Bool

    init(_ goal: Goal, _ row: AssetValuation, _ fields: FormFields, _ style: PageStyle) {
        self.goal = goal
        key = goal.id.uuidString.lowercased()
        let size = row.split.parts.first { $0.goalID == goal.id }?.size
        var (text, share) = (size.map(Self.text) ?? "", "0")
        if case .fixed = size, style.hidesAmounts { text = "" }
        if case .share(let part) = size { share = part.description.replacing("%", with: "") }
        let id = fields.id(key)
        func chip(_ words: String, _ value: String) -> HTML {
            HTML("button", [.init("type", "button"), .init("data-fills", id), .init("value", value)], text: words)
        }
        html = HTML(
            "div", [.class("allocation")],
            [
                fields.editing.number(key, goal.name, otherwise: text, keys: "text", style),
                HTML(
                    "input",
                    [
                        .init("type", "range"), .init("min", "0"), .init("max", "100"), .init("step", "1"),
                        .init("value", share), .init("data-share", id), .init("aria-label", "Share of \(goal.name)"),
                    ]), HTML("div", [.class("chips")], [chip("Rest", "rest"), chip("Nothing", "")]),
            ])
        isUsed = size != nil || fields.values[key]?.isEmpty == false
    }

    /// The forms of an allocation, and which of them grow with later deposits.
    ///
    /// - Parameter currency: that of the asset; nil where it is chosen in the same form.
    static func hint(in currency: Currency?) -> String {
        let unit = currency.map { " \($0)" } ?? ""
        return "“60%” is a share, of later deposits too, and “all” is 100%. "
            + "“450” is always 450\(unit), however much is added. "
            + "“rest” is all that other goals leave, with later deposits."
    }

    /// An allocation as its field has it.
    static func text(of size: AssetAllocation.Size) -> String {
        switch size {
        case .rest: "rest"
        case .fixed(let amount): amount.amountText
        case .share(let part): part.description
        }
    }
}

extension PageStyle {
    /// A link to the same form with equal shares; nothing for one goal, and for more than have one.
    fileprivate func evenSplit(_ rows: [AllocationRow], of asset: Asset) -> HTML {
        guard (2...50).contains(rows.count) else { return .nothing }
        let shares = zip(rows.sorted { $0.goal.precedesInTies($1.goal) }, Share.even(rows.count))
        let query = shares.map { "\($0.key)=\(numbers.plain($1.description).urlEscaped)" }.joined(separator: "&")
        return HTML(
            "p", [],
            [.link("Split it evenly among these \(rows.count)", to: "\(path(asset))/allocations?\(query)")])
    }

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
                table.isEmpty ? .nothing : table.html,
                HTML("p", [.class("free-line")], [.text("Free: "), free]),
            ])
    }
}
