public import Presentation

public import struct Foundation.Date

/// A program: its name, its features and its clock.
public struct Program: Sendable {
    /// The name on the command line: "cst-plan".
    public let name: String
    /// The features that it is made of.
    public let features: [Feature]
    /// The clock: read once per command, unless `CST_NOW` pins the instant.
    public let clock: @Sendable () -> Date
    /// How the program tells what to do about problems.
    public let remedies: RemedyWords

    /// A program. This is the composition root: the only place that names features and a clock.
    public init(name: String, features: [Feature], clock: @escaping @Sendable () -> Date) {
        self.name = name
        self.features = features
        self.clock = clock
        remedies = RemedyWords(features.reduce(into: RemedyWords.store) { $0.merge($1.remedies) { $1 } })
    }

    /// The version of all programs.
    public static let version = "0.3.0"
}
