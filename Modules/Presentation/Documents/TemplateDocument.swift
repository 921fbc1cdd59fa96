public import Models

extension Document {
    /// What many people save for.
    public init(templates: [GoalTemplate], asOf day: CalendarDay) {
        self.init(
            "templates", asOf: day, main: "templates",
            body: [
                "templates": .array(
                    templates.map {
                        [
                            "template": .string($0.rawValue), "name": .string($0.title), "emoji": .string($0.emoji),
                            "description": .string($0.details), "horizonMonths": JSONValue($0.horizonMonths),
                            "deadline": JSONValue($0.deadline(from: day)),
                        ]
                    })
            ])
    }
}
