#if CommandLine
    /// Settings that an option of every command stands for, where a plugin declares them.
    enum CoreSettings {
        /// `--data` and `CST_DATA`.
        static let data = "persistence.sqlite.path"
        /// `--display`.
        static let display = "display.currency"
        /// `--offline`.
        static let offline = "network.offline"
        /// A folder beside the store.
        static let cache = "network.cache.directory"
    }
#endif
