extension Goal: Entity {
    /// How goals are kept: by name and id.
    public static let declaration = Declaration<Goal>(
        "goal", table: "goals", version: 3, since: "0.4.0", order: ["name", "id"], title: "name",
        decidesDisplayCurrency: true,
        fields: Fields(
            .key("id", \.id), .value("name", \.name), .value("emoji", \.emoji), .value("description", \.details),
            .value("link", \.link), .value("target", \.target, currency: "currency"), .value("start", \.start),
            .value("deadline", \.deadline), .value("reminder", \.reminder), .value("lifecycle", \.lifecycle),
            .value("snapshot", \.snapshot), .value("reminderStart", \.reminderStart),
            .value("reminderTime", \.reminderTime)
        ) { id, name, emoji, details, link, target, start, deadline, reminder, lifecycle, snapshot, first, time in
            Goal(
                id: id, name: name, emoji: emoji, details: details, link: link, target: target, start: start,
                deadline: deadline, reminder: reminder, reminderStart: first, reminderTime: time,
                lifecycle: lifecycle, snapshot: snapshot)
        })

    /// "goal 'Car', 12000.00 EUR by 2026-12-31, active".
    public var summary: String { "goal '\(name)', \(target) by \(deadline), \(lifecycle)" }

    /// What ``issues`` says: a goal refers to nothing.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { issues }
}

extension Goal.Lifecycle: ColumnChoice {}
extension ReminderFrequency: ColumnChoice {}

extension GoalSnapshot: NestedValue {
    /// The columns under which it is kept inside a goal.
    public static let fields = Fields<GoalSnapshot>(
        .value("day", \.day), .value("saved", \.saved), .value("isComplete", \.isComplete),
        .value("funding", \.funding)
    ) { GoalSnapshot(day: $0, saved: $1, isComplete: $2, funding: $3) }
}

extension GoalSnapshot.FundingLine: NestedValue {
    /// The columns under which it is kept inside a snapshot.
    public static let fields = Fields<GoalSnapshot.FundingLine>(
        .value("asset", \.asset), .value("amount", \.amount), .value("rate", \.rate), .value("assetID", \.assetID)
    ) { GoalSnapshot.FundingLine(asset: $0, amount: $1, rate: $2, assetID: $3) }
}

extension Goal {
    /// How the cells of each earlier layout become those of the next one.
    static let upgrades = [1: upgradedToSnapshots, 2: upgradedToReminderTimes]

    /// From the cells of the first layout to those of the second: snapshots know their assets. Frozen: it tells how released
    /// versions wrote them.
    static func upgradedToSnapshots(_ cells: [Cell]) throws -> [Cell] {
        let row = CellArray(cells)
        guard !row.isNull(11) else { return cells }
        let snapshots = try row.list(11).map { snapshot in
            let inner = CellArray(snapshot)
            return Array(snapshot.dropLast()) + [.list(try inner.list(4).map { $0 + [.null] })]
        }
        return Array(cells.dropLast()) + [.list(snapshots)]
    }

    /// From the cells of the second layout to those of the third: reminders begin with the goal, at the usual time.
    static func upgradedToReminderTimes(_ cells: [Cell]) -> [Cell] { cells + [.null, .null] }
}
