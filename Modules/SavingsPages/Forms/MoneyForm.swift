public import Models
import Presentation
import SavingsViews
public import Values
public import WebPages

public import struct Foundation.UUID

/// A place that money can be put into: an asset, or a goal by way of an asset that funds it.
public struct MoneyPlace: Sendable {
    let asset: Asset
    let goal: Goal?
    let size: AssetAllocation.Size?
    private let isFull: Bool

    /// An asset alone.
    public init(_ asset: Asset) {
        (self.asset, goal, size, isFull) = (asset, nil, nil, false)
    }

    /// A goal that gets a part of an asset.
    ///
    /// - Parameter isFull: whether the asset holds all fixed amounts already, so that no more of it counts for a goal with one.
    public init(_ asset: Asset, for goal: Goal, getting size: AssetAllocation.Size, isFull: Bool = false) {
        (self.asset, self.goal, self.size, self.isFull) = (asset, goal, size, isFull)
    }

    /// The value in a form: the asset's id, and the goal's after a dot.
    var value: String {
        ([asset.id] + (goal.map { [$0.id] } ?? [])).map { $0.uuidString.lowercased() }.joined(separator: ".")
    }

    /// Its text in a list of choices.
    func text(_ style: PageStyle) -> String {
        let own = "\(asset.name) (\(asset.currency))"
        guard let goal, let size else { return own }
        let title = GoalRow.title(of: goal)
        return switch size {
        case .share(.whole): "\(title), which gets all of \(own)"
        case .fixed(let amount) where isFull:
            "\(title), which always gets \(style.text.amount(amount)) of \(own): what is added does not count for it"
        case .fixed(let amount): "\(title), which gets at most \(style.text.amount(amount)) of \(own)"
        default: "\(title), which gets \(size) of \(own)"
        }
    }

    /// The warning that not all of what is added is saved for the goal; nil where it is.
    public var warning: Warning? {
        guard let goal, let size else { return nil }
        let pair = "'\(goal.name)' gets \(size) of '\(asset.name)'"
        switch size {
        case .share(.whole), .rest: return nil
        case .share:
            return Warning(code: "goalGetsShare", message: "\(pair): only this part of the amount is saved for it.")
        case .fixed:
            return Warning(
                code: "goalGetsFixed",
                message: "\(pair), however much is in it. Change what funds the goal if it should get more.")
        }
    }

    /// Whether all that is added is saved for the goal, or for it and others that have shares.
    private var growsForGoal: Bool { goal != nil && (size == .share(.whole) || size == .rest) }

    /// The place that is meant most: the goal with the next deadline that gets whatever is added, else what was used last. Amounts are
    /// typed in the household's own currency, so an asset in another one is chosen by nobody else.
    ///
    /// - Parameters:
    ///   - places: the one that was used last first.
    ///   - currency: the household's own currency.
    static func usual(among places: [MoneyPlace], in currency: Currency) -> MoneyPlace? {
        let own = places.filter { $0.asset.currency == currency }
        let goals = own.filter(\.growsForGoal)
        let due = goals.min { $0.precedes($1) }
        return due ?? own.first ?? places.first
    }

    private func precedes(_ other: MoneyPlace) -> Bool {
        guard let goal, let theirs = other.goal else { return goal != nil }
        return (goal.deadline, goal.name, goal.id) < (theirs.deadline, theirs.name, theirs.id)
    }

    /// The ids in what a form sends; nil for other texts.
    public static func ids(_ value: String) -> (asset: String, goal: String?)? {
        let parts = value.split(separator: ".").map(String.init)
        guard let asset = parts.first, parts.count <= 2 else { return nil }
        return (asset, parts.count == 2 ? parts[1] : nil)
    }
}

extension Page {
    /// Money that is added from anywhere: how much, to what, on which day.
    ///
    /// - Parameters:
    ///   - places: where it can go, the one that was used last first.
    ///   - chosen: the id of the goal or asset whose page led here; nil without one.
    ///   - currency: the household's own currency.
    public static func addMoney(
        to places: [MoneyPlace], chosen: UUID?, usual currency: Currency, _ fields: FormFields, _ style: PageStyle
    ) -> Page {
        let first =
            chosen.flatMap { id in places.first { $0.goal?.id == id } ?? places.first { $0.asset.id == id } }
            ?? MoneyPlace.usual(among: places, in: currency)
        let value = fields.values["to"] ?? first?.value
        let units = Dictionary(places.map { ($0.value, $0.asset.currency.description) }) { first, _ in first }
        let inputs = [
            .usual(among: places.map(\.asset)),
            fields.choice(
                "to", "Into", otherwise: first?.value ?? "", units: units,
                places.map { (value: $0.value, text: $0.text(style)) }),
            fields.number(
                "amount", "Amount", hint: "In the currency of what it goes into",
                unit: value.flatMap { units[$0] }.map { ($0, "to") }, style),
            fields.input("date", "Date", type: "date", otherwise: style.today.description),
            .disclosure(
                "Note", [fields.input("note", "Note", [.init("dir", "auto")])],
                isOpen: fields.values["note"]?.isEmpty == false),
        ]
        return Page(
            "Add money", in: nil,
            [
                HTML("h1", text: "Add money"), fields.summary,
                places.isEmpty
                    ? .group([
                        .paragraph(
                            "There is no asset yet that money could go into: a bank account, cash, a wallet.", "empty"),
                        HTML("p", [.class("actions")], [.button("New asset", to: "/assets/new")]),
                    ])
                    : .card(
                        "What you put aside", id: "money",
                        [
                            style.form("/money/add", inputs, save: "Add money")
                        ]),
            ])
    }
}
