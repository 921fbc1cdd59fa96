public import Values

/// The quiet hours that a person chose, in place of those of the settings. There is at most one choice.
public struct QuietHoursChoice: Sendable, Hashable {
    /// The hours; nil for none.
    public let hours: QuietHours?
    private let name = "quietHours"

    /// A choice.
    public init(hours: QuietHours?) { self.hours = hours }

    private init(from start: LocalTime?, to end: LocalTime?) {
        var hours: QuietHours?
        if let start, let end { hours = QuietHours(from: start, to: end) }
        self.init(hours: hours)
    }

    private var start: LocalTime? { hours?.start }
    private var end: LocalTime? { hours?.end }
}

extension QuietHoursChoice: Entity {
    /// How it is kept: one row under a fixed key, without times when there are no quiet hours.
    public static let declaration = Declaration<QuietHoursChoice>(
        "quietHours", table: "quietHours", since: "0.4.0", order: ["name"],
        fields: Fields(.key("name", \.name), .value("start", \.start), .value("end", \.end)) { _, start, end in
            QuietHoursChoice(from: start, to: end)
        })

    /// "quiet hours 22:00-07:00".
    public var summary: String { hours.map { "quiet hours \($0)" } ?? "no quiet hours" }

    /// Nothing can be wrong with it.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }

    /// The choice in a store; nil when nobody chose.
    static func find(in reader: any EntityReader) throws -> QuietHoursChoice? {
        try reader.find(QuietHoursChoice.self, key: [.text("quietHours")])
    }
}
