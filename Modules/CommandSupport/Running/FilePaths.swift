import Foundation

/// Where files are when nothing else is said: the XDG folders on Linux, Application Support on macOS.
struct FilePaths: Sendable {
    let data: String
    let config: String

    init(environment: [String: String]) {
        let home = environment["HOME"] ?? NSHomeDirectory()
        let support = "\(home)/Library/Application Support"
        // Only Apple's systems have that folder.
        let isApple = FileManager.default.fileExists(atPath: support)
        func path(_ variable: String, _ standard: String, _ name: String) -> String {
            // The XDG specification tells to ignore relative paths.
            if let folder = environment[variable], folder.hasPrefix("/") { return "\(folder)/cst/\(name)" }
            return "\(isApple ? support : "\(home)/\(standard)")/cst/\(name)"
        }
        data = path("XDG_DATA_HOME", ".local/share", "cst.sqlite")
        config = path("XDG_CONFIG_HOME", ".config", "config.yaml")
    }
}
