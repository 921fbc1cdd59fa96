public import ArgumentParser
public import CommandSupport
public import Persistence

/// The options of the history for goals and assets.
public struct GoalOrAsset: HistorySubject {
    /// The goal whose changes are shown.
    @Option(help: ArgumentHelp("Only changes of this goal.", valueName: "goal"), completion: .goalNames)
    public var goal: String?

    /// The asset whose changes are shown.
    @Option(help: ArgumentHelp("Only changes of this asset.", valueName: "asset"), completion: .assetNames)
    public var asset: String?

    /// Options that name nothing.
    public init() {}

    /// Checks what can be checked without data.
    ///
    /// - Throws: What ArgumentParser turns into a usage error.
    public func validate() throws {
        if goal != nil, asset != nil { throw ValidationError("Give --goal or --asset, not both.") }
    }

    /// With a goal.
    public static var example: String { "history --goal Car --limit 5" }

    /// The goal or the asset.
    public var thing: HistoryService.Subject? {
        goal.map { .init(kind: "goal", name: $0) } ?? asset.map { .init(kind: "asset", name: $0) }
    }
}
