#if CommandLine
    import Foundation

    /// Where files are when nothing else is said: the XDG folders on Linux, Application Support on macOS.
    struct FilePaths: Sendable {
        let data: String
        let config: String

        init(environment: [String: String]) {
            let home =
                environment["HOME"].map { URL(fileURLWithPath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
            let support = home.appending(path: "Library/Application Support")
            let isApple = (try? support.checkResourceIsReachable()) == true
            func folder(_ variable: String, _ standard: String) -> URL {
                // The XDG specification tells to ignore relative paths.
                if let path = environment[variable], path.hasPrefix("/") { return URL(fileURLWithPath: path) }
                return isApple ? support : home.appending(path: standard)
            }
            data = folder("XDG_DATA_HOME", ".local/share").appending(path: "cst/cst.sqlite").path
            config = folder("XDG_CONFIG_HOME", ".config").appending(path: "cst/config.yaml").path
        }
    }
#endif
