/// The fields of a form in three versions: as they were when somebody began, as they are now, and as they were typed. What only
/// others changed is taken over, what only the typist changed is kept, and what both changed is a conflict.
public struct FieldMerge: Sendable, Equatable {
    /// As they were when the form was made.
    public let began: [String: String]
    /// As they are now.
    public let now: [String: String]
    /// As they were typed.
    public let typed: [String: String]
    private let together: [[String]]

    /// The field that sends along how another one was when the form was made.
    public static func beginning(of name: String) -> String { "\(beginnings)\(name)" }
    static let beginnings = "began:"

    /// The three versions. Fields that were not sent count as left alone.
    ///
    /// - Parameter together: fields that mean something only together, as an amount and its currency: who changes one changes the
    ///   others.
    public init(
        began: [String: String], now: [String: String], typed: [String: String], together: [[String]] = []
    ) {
        self.together = together
        self.began = began
        self.now = now
        self.typed = typed.filter { began[$0.key] != nil }
    }

    /// The fields that were changed to different values, in the order of their names.
    public var conflicts: [String] {
        let groups = together + typed.keys.map { [$0] }
        let found = groups.flatMap { group -> [String] in
            let (mine, theirs) = (group.filter(isMine), group.filter { now[$0] != began[$0] })
            let isSame = mine.allSatisfy { typed[$0] == now[$0] } && theirs.allSatisfy { typed[$0] == now[$0] }
            return mine.isEmpty || theirs.isEmpty || isSame ? [] : mine + theirs
        }
        return Set(found).sorted()
    }

    /// Whether the typist changed a field.
    private func isMine(_ name: String) -> Bool { typed[name].map { $0 != began[name] } ?? false }

    /// The fields that differ from how they are now, once what others changed is taken over.
    public var changes: [String: String] {
        typed.filter { name, value in value != began[name] && value != now[name] }
    }

    /// What a form shows after the merge: what was typed where the typist changed it or has to decide, else what is there now.
    public var merged: [String: String] {
        let conflicts = Set(conflicts)
        return now.merging(typed.filter { isMine($0.key) || conflicts.contains($0.key) }) { _, typed in typed }
    }
}
