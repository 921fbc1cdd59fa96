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
        let free = style.freeMoney(row, goals)
        // After an entry it is news, so it stands above everything.
        let isNews = style.place.contains("done=")
        var cards: [HTML] = [
            .card("What it holds", id: "facts", [.facts(facts(row, style)), style.readButton(asset)]),
            .card(
                "Goals that it funds", id: "allocations",
                action: row.split.parts.isEmpty ? .nothing : .button("Change", to: "\(path)/allocations"),
                [allocationTable(row, goals, style)] + (isNews ? [] : free)),
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
                    action: .group(
                        (asset.isReadElsewhere ? [] : [.button("Set balance", to: "\(path)/adjust")])
                            + [.button("Transfer", to: "\(path)/transfer")]),
                    [fields.summary] + entries(asset, style.transactionForm(asset, fields, ended: ended), fields)))
        }
        cards.append(transactions.card(path: path, style))
        return Page(
            asset.name, in: "Assets",
            [
                HTML("h1", [], [.name(asset.name)]),
                style.writing == nil
                    ? .nothing : HTML("p", [.class("actions")], [.button("Edit", to: "\(path)/edit")]),
                isNews && !free.isEmpty ? .notice(.info, free) : .nothing,
                style.gaps(row.unavailable, reading: style.readButton(asset)), .cards(cards),
                style.rates(row.usedRates),
            ])
    }

    /// The form of a transaction; folded up for an asset whose balance is read from its chain, or it would be counted twice.
    private static func entries(_ asset: Asset, _ form: HTML, _ fields: FormFields) -> [HTML] {
        guard asset.isOnChain else { return [form] }
        return [
            .paragraph(
                "Its balance is read from its address. Enter here only what is kept elsewhere: both are added up. "
                    + "To enter all of it yourself, take the address away under 'Edit' first."),
            .disclosure("Enter what is kept elsewhere", [form], isOpen: !fields.values.isEmpty),
        ]
    }

    private static func facts(_ row: AssetValuation, _ style: PageStyle) -> [(String, HTML)] {
        let asset = row.balance.asset
        var facts: [(String, HTML)] = [
            (
                "Balance",
                HTML("span", [.init("data-live-id", "balance")], [style.balance(row)])
            ),
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
        guard table.isEmpty else { return HTML("div", [.init("data-live-id", "allocations")], [table.html]) }
        return .group([
            .paragraph("It funds no goal yet."),
            style.writing == nil
                ? .nothing
                : HTML(
                    "p", [.class("actions")],
                    [
                        goals.values.contains { $0.lifecycle == .active }
                            ? .button("Use it for a goal", to: "\(style.path(row.balance.asset))/allocations")
                            : .button("New goal", to: "/goals/new")
                    ]),
        ])
    }
}

extension PageStyle {
    /// The money of an asset that no goal gets, with links that give it to one; nothing without such money or goals.
    fileprivate func freeMoney(_ row: AssetValuation, _ goals: [UUID: Goal]) -> [HTML] {
        let active = goals.values.filter { $0.lifecycle == .active }.sorted {
            ($0.deadline, $0.name, $0.id) < ($1.deadline, $1.name, $1.id)
        }
        guard writing != nil, !row.isPartial, row.split.free.isPositive, !active.isEmpty else { return [] }
        let fixed = Set(row.split.parts.filter { if case .fixed = $0.size { true } else { false } }.map(\.goalID))
        // A goal whose fixed amount is full is meant more often than one that gets nothing of the asset.
        let sorted = active.filter { fixed.contains($0.id) } + active.filter { !fixed.contains($0.id) }
        // The goal that money was just added for is the one that is meant.
        let meant = place.firstMatch(of: #/[?&]for=([0-9A-Fa-f-]{36})/#).flatMap { UUID(uuidString: String($0.1)) }
        let offered = meant.flatMap { id in sorted.first { $0.id == id } }.map { [$0] } ?? Array(sorted.prefix(3))
        return [
            HTML("p", [], [amount(row.split.free), .text(" of it count for no goal yet.")]),
            HTML("p", [.class("actions")], offered.map { button(giving: row, to: $0) }),
        ]
    }

    /// The way to give a goal the free money of an asset: a fixed amount is raised by it, any other goal gets all that others leave.
    private func button(giving row: AssetValuation, to goal: Goal) -> HTML {
        let size = row.split.parts.first { $0.goalID == goal.id }?.size
        guard !hidesAmounts, case .fixed(let old)? = size, let new = try? old.adding(row.split.free) else {
            return .button("Give it to \(goal.name)", to: path(giving: row, to: goal, .rest))
        }
        let amounts = "\(numbers.digits(old.amountText)) → \(text.amount(new))"
        return .button(
            "Give these \(text.amount(row.split.free)) to \(goal.name) (\(amounts))",
            to: path(giving: row, to: goal, .fixed(new)))
    }

    /// The form of allocations, filled in so that a goal gets a part.
    private func path(giving row: AssetValuation, to goal: Goal, _ size: AssetAllocation.Size) -> String {
        let form = "\(path(row.balance.asset))/allocations"
        // The form cannot be filled in with amounts that are left out.
        guard !hidesAmounts else { return form }
        let others = row.split.parts.filter { $0.goalID != goal.id }.map { part in
            (part.goalID.uuidString.lowercased(), AllocationRow.text(of: part.size))
        }
        let all = others + [(goal.id.uuidString.lowercased(), AllocationRow.text(of: size))]
        return "\(form)?" + all.map { "\($0.0)=\(numbers.plain($0.1).urlEscaped)" }.joined(separator: "&")
    }
}
