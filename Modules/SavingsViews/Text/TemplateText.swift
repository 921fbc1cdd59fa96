public import Models
public import Presentation

extension TextLayout {
    /// What many people save for.
    public func lines(templates: [GoalTemplate]) -> [String] {
        var table = TextTable([
            .init("TEMPLATE"), .init("GOAL"), .init("MONTHS", .right), .init("DESCRIPTION", isFlexible: true),
        ])
        for template in templates {
            table.add([
                .init(template.rawValue), .init("\(template.emoji) \(template.title)"),
                .init(String(template.horizonMonths)), .init(template.details),
            ])
        }
        let example = "Use one with an amount of your own: cst-plan goal add --template car --target 12000"
        return table.lines(width: width, style: style) + ["", example]
    }
}
