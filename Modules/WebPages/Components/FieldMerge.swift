/// The fields of a form in three versions: as they were when somebody began, as they are now, and as they were typed. What only
/// others changed is taken over, what only the typist changed is kept, and what both changed is a conflict.
public struct FieldMerge: Sendable, Equatable {
    /// As they were when the form was made.
    public let began: [String: String]
    /// As they are now.
    public let now: [String: String]
    /// As they were typed.
    public let typed: [String: String]

    /// The three versions. Fields that were not sent count as left alone.
    public init(began: [String: String], now: [String: String], typed: [String: String]) {
        self.began = began
        self.now = now
        self.typed = typed.filter { began[$0.key] != nil }
    }

    /// The fields that were changed to different values, in the order of their names.
    public var conflicts: [String] {
        typed.keys.filter { name in
            typed[name] != began[name] && now[name] != began[name] && typed[name] != now[name]
        }.sorted()
    }

    /// The fields that differ from how they are now, once what others changed is taken over.
    public var changes: [String: String] {
        typed.filter { name, value in value != began[name] && value != now[name] }
    }

    /// What a form shows after the merge: what was typed where the typist changed it, else what is there now.
    public var merged: [String: String] { now.merging(changes) { _, typed in typed } }
}
