#if CommandLine
    public import PluginKit
    public import struct Foundation.Date

    /// What makes a program of the commands it has: its name, its plugins and its clock.
    public struct Program: Sendable {
        /// The name on the command line: "cst-plan".
        public let name: String
        /// The plugins whose providers settings can choose.
        public let plugins: [any Plugin]
        /// The instant of the command: read once, unless `CST_NOW` pins it.
        public let now: @Sendable () -> Date

        /// A program. This is the composition root: the only place that names plugins and reads the clock.
        public init(name: String, plugins: [any Plugin], now: @escaping @Sendable () -> Date) {
            self.name = name
            self.plugins = plugins
            self.now = now
        }

        /// The version of all programs.
        public static let version = "0.1.0"
    }
#endif
