public import Allocation
public import Models
public import Planning
import Presentation
import SavingsViews
public import WebPages

/// The form of a goal, new or not.
public enum GoalForm {
    /// What its fields are called.
    public static let labels = Dictionary(uniqueKeysWithValues: Goal.fields.fields.map { ($0.key, $0.label) })
    /// Fields that mean something only together.
    public static let together = [["target", "currency"], ["remind", "remindFrom", "remindAt"]]
    /// What stands for no reminders.
    private static let never = "never"

    /// A goal as the form shows it, in fields of one line each: a line break that no field shows was not taken away.
    ///
    /// - Parameter hidesAmounts: whether its target is left out; a field that stays empty changes nothing then.
    public static func values(_ goal: Goal, hidesAmounts: Bool) -> [String: String] {
        let values = Goal.fields.fields.map { field in
            switch field.content {
            case .amount where hidesAmounts: (field.key, "")
            case .choice: (field.key, field.text(of: goal) ?? never)
            default: (field.key, field.text(of: goal) ?? "")
            }
        }
        return Dictionary(uniqueKeysWithValues: values).mapValues { TextWidth.printable($0) }
    }

    /// What is said of a goal by some of the fields.
    public static func fields(_ values: [String: String]) -> GoalFields {
        var said = values.filter { labels[$0.key] != nil }
        for (key, value) in said where value == never && Goal.fields.isChoice(key) { said[key] = "" }
        return GoalFields(said)
    }

    /// The inputs; `otherwise` is what they show before anything was typed.
    ///
    /// - Parameter effect: what stands below the fields that every goal needs.
    static func inputs(
        _ fields: FormFields, otherwise: [String: String], effect: HTML = .nothing, _ style: PageStyle
    ) -> [HTML] {
        let all = Goal.fields.fields
        let folded = all.filter { !first.contains($0.key) }
        let isOpen = folded.contains { field in
            fields.issues.contains { $0.field == field.key }
                || fields.values[field.key].map { $0 != otherwise[field.key] ?? "" && !$0.isEmpty && $0 != never }
                    == true
        }
        return [.hidden(EnteredFields.usual, otherwise["currency"] ?? "")]
            + input(all.filter { first.contains($0.key) }, fields, otherwise, style)
            + [chips(fields, style), effect]
            + [
                .disclosure(
                    "More: start, emoji, link, reminders",
                    [HTML("div", [.class("fields")], input(folded, fields, otherwise, style))], isOpen: isOpen)
            ]
    }

    /// The fields that every goal needs; the others are folded up.
    private static let first = ["name", "target", "currency", "deadline"]

    /// Buttons that fill in a deadline. They need the script, as the field does without.
    private static func chips(_ fields: FormFields, _ style: PageStyle) -> HTML {
        let ends = [
            ("In 3 months", style.today.adding(months: 3)), ("In 6 months", style.today.adding(months: 6)),
            ("In a year", style.today.adding(months: 12)), ("In 5 years", style.today.adding(months: 60)),
        ]
        return HTML(
            "div", [.class("chips"), .init("role", "group"), .init("aria-label", "Deadlines")],
            ends.map { label, day in
                HTML(
                    "button",
                    [
                        .init("type", "button"), .init("data-fills", fields.id("deadline")),
                        .init("value", day.description),
                    ],
                    text: label)
            })
    }

    private static func input(
        _ shown: [FieldTable<Goal>.Field], _ fields: FormFields, _ otherwise: [String: String], _ style: PageStyle
    ) -> [HTML] {
        shown.map { field in
            func input(_ type: String, _ attributes: [HTML.Attribute] = []) -> HTML {
                let now = otherwise[field.key] ?? ""
                let day = type == "date" ? (try? CalendarDay(now)).map { style.numbers.text($0) } : nil
                return fields.input(
                    field.key, field.label, type: type, otherwise: now, readable: day, hint: field.hint, attributes)
            }
            switch field.content {
            case .text where field.key == "link": return input("url")
            // Without a hint about its form it is a text in any language.
            case .text: return input("text", field.hint == nil ? [.init("dir", "auto")] : [])
            case .day: return input("date")
            case .time: return input("time")
            case .currency:
                return fields.currency(
                    field.key, field.label, otherwise: otherwise[field.key] ?? "", hint: field.hint ?? "")
            case .amount:
                return fields.number(
                    field.key, field.label, otherwise: otherwise[field.key] ?? "",
                    hint: "In digits, as in 12000 or \(style.numbers.plain("1234.50"))", style)
            case .choice(let words, _):
                return fields.choice(
                    field.key, field.label, otherwise: otherwise[field.key] ?? never,
                    [(never, "None")] + words.map { ($0, $0.capitalizedFirst) })
            }
        }
    }
}

extension FieldTable {
    /// Whether a field is one of some words.
    fileprivate func isChoice(_ key: String) -> Bool {
        if case .choice? = fields.first(where: { $0.key == key })?.content { true } else { false }
    }
}

extension Page {
    /// A new goal, on one page: from nothing, or from what many people save for.
    ///
    /// - Parameters:
    ///   - otherwise: what the fields show before anything was typed.
    ///   - effect: what it would do; nil before it can be said.
    ///   - note: why the form is shown, if it was not asked for.
    public static func newGoal(
        _ fields: FormFields, otherwise: [String: String], effect: NewGoalEffect?, note: String? = nil,
        _ style: PageStyle
    ) -> Page {
        var templates = DataTable("What many people save for", [.text("Template"), .text("What it is for")])
        for template in GoalTemplate.allCases {
            templates.add([
                .link("\(template.emoji) \(template.title)", to: "/goals/new?template=\(template.rawValue)"),
                .text(template.details),
            ])
        }
        return Page(
            "New goal", in: "Goals",
            [
                HTML("h1", text: "New goal"), HTML("p", [], [.link("All goals", to: "/goals")]),
                note.map { .notice(.attention, [.paragraph($0)]) } ?? .nothing, fields.summary,
                .cards([
                    .card(
                        "What you save for", id: "new",
                        [
                            style.writing == nil ? style.notWritten : .nothing,
                            style.form(
                                "/goals/new", preview: "/goals/new/preview", into: "new-effect",
                                GoalForm.inputs(
                                    fields, otherwise: otherwise,
                                    effect: style.newGoalEffect(fields, effect, isPreview: false), style),
                                save: "Add the goal"),
                        ])
                ]),
                .disclosure("Begin with a template", [templates.html]),
            ])
    }
}

/// What a new goal does to what is to be set aside.
public struct NewGoalEffect: Sendable {
    let before: MonthlyPlanReport
    let after: MonthlyPlanReport
    let goal: Goal

    /// The plan without and with a goal.
    public init(before: MonthlyPlanReport, after: MonthlyPlanReport, goal: Goal) {
        self.before = before
        self.after = after
        self.goal = goal
    }
}

extension PageStyle {
    /// A form that shows what it would do while it is filled in, and is saved by its button. Without a button to save, it cannot
    /// be written from here.
    ///
    /// - Parameter isLong: whether the effect stands in the form itself, below one row for each of many things.
    func form(
        _ path: String, preview: String, into place: String, _ inputs: [HTML], save: String, isLong: Bool = false
    ) -> HTML {
        let kind = HTML.Attribute.class(isLong ? "fields long" : "fields")
        guard let writing = writing else {
            return HTML(
                "form",
                [
                    kind, .init("method", "get"), .init("action", path), .init("data-preview", preview),
                    .init("data-into", place), .init("data-keeps-input"),
                ],
                kept + inputs + [
                    HTML("div", [.class("actions no-script")], [HTML("button", text: "Show the effect")]),
                    HTML("p", [.init("role", "status"), .init("data-preview-status")]),
                ])
        }
        return HTML(
            "form",
            [
                kind, .init("method", "post"), .init("action", path), .init("data-preview", preview),
                .init("data-into", place), .init("data-keeps-input"),
            ],
            writing.fields + kept + inputs + [
                HTML(
                    "div", [.class("actions")],
                    [
                        HTML("button", [.class("primary")], text: save),
                        HTML(
                            "button", [.class("no-script"), .init("name", "act"), .init("value", "try")],
                            text: "Show the effect"),
                    ]), HTML("p", [.init("role", "status"), .init("data-preview-status")]),
            ])
    }

    /// What a new goal would do, or what is wrong with it.
    ///
    /// - Parameter isPreview: whether it is sent alone while the form is filled in; a page has what is wrong above its form.
    public func newGoalEffect(_ fields: FormFields, _ effect: NewGoalEffect?, isPreview: Bool = true) -> HTML {
        let summary = isPreview ? fields.summary : .nothing
        guard let effect, let row = effect.after.rows.first(where: { $0.plan.goal.id == effect.goal.id }) else {
            return HTML(
                "div", [.id("new-effect")],
                [fields.issues.isEmpty ? .paragraph("Say what it is, how much and by when.") : summary])
        }
        var table = DataTable("Now and then", [.text(""), .text("Now"), .text("After")], class: "effect")
        let first = row.plan.requirement.payments.first { !$0.amount.isZero }
        table.add([
            .group([.text("To set aside for it")] + (first.map { [.text(" by "), day($0.date)] } ?? [])), .text("–"),
            amount(row.plan.requirement.required, row.plan.requiredBound),
        ])
        table.add([
            .text("All goals"), amount(effect.before.total, effect.before.totalBound),
            amount(effect.after.total, effect.after.totalBound),
        ])
        return HTML(
            "div", [.id("new-effect")],
            [
                summary, farDeadline(effect.goal), table.html,
                first.map {
                    HTML("p", [], [.text("Paid first on "), day($0.date), .text(".")])
                } ?? .nothing, gaps(row.unavailable),
            ])
    }
}
