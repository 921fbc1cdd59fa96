public import Models
public import Presentation

extension Document {
    static let templatesShape = DocumentShape<(templates: [GoalTemplate], day: CalendarDay)>(
        "templates", "What many people save for.", main: "templates",
        Shape(
            .list(
                "templates",
                Shape<(template: GoalTemplate, day: CalendarDay)>(
                    .value("template", \.template.rawValue, note: "What --template takes."),
                    .value("name", \.template.title), .value("emoji", \.template.emoji),
                    .value("description", \.template.details),
                    .value(
                        "horizonMonths", \.template.horizonMonths, note: "How long one saves for it as a rule."),
                    .value(
                        "deadline", { $0.template.deadline(from: $0.day) },
                        note: "The deadline of a goal that begins today.")),
                { list in list.templates.map { ($0, list.day) } })))

    /// What many people save for.
    public init(templates: [GoalTemplate], asOf day: CalendarDay) {
        self.init(Self.templatesShape, (templates, day), asOf: day)
    }
}
