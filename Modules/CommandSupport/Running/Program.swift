#if CommandLine
    public import PluginKit
    public import Presentation
    public import struct Foundation.Date

    /// What makes a program of the commands it has: its name, its plugins and its clock.
    public struct Program: Sendable {
        /// The name on the command line: "cst-plan".
        public let name: String
        /// The plugins whose providers settings can choose, made with the running clock; with `CST_NOW` it stands still.
        public let plugins: @Sendable (_ clock: @escaping @Sendable () -> Date) -> [any Plugin]
        /// The clock: read once per command, unless `CST_NOW` pins the instant.
        public let clock: @Sendable () -> Date

        /// Groups of settings that only other programs read: the same file serves all.
        public let otherSettings: [String]
        /// How the program tells what to do about problems.
        public let remedies: RemedyWords

        /// A program. This is the composition root: the only place that names plugins and a clock.
        public init(
            name: String, otherSettings: [String] = [], remedies: [String: RemedyWords.Sentence] = [:],
            clock: @escaping @Sendable () -> Date,
            plugins: @escaping @Sendable (_ clock: @escaping @Sendable () -> Date) -> [any Plugin]
        ) {
            self.otherSettings = otherSettings
            self.remedies = RemedyWords(RemedyWords.store, remedies)
            self.name = name
            self.clock = clock
            self.plugins = plugins
        }

        /// The version of all programs.
        public static let version = "0.3.0"
    }
#endif
