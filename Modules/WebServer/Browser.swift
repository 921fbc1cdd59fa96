import CommandSupport
import Foundation
import WebApplication

/// The user's browser.
enum Browser {
    /// Opens an address; when that fails, the address has been printed anyway.
    static func open(_ url: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let isApple = FileManager.default.fileExists(atPath: "/usr/bin/open")
        process.arguments = [isApple ? "/usr/bin/open" : "xdg-open", url]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}

extension CommandContext {
    /// Whether somebody sits before a terminal with a display.
    var hasDisplay: Bool {
        let environment = ProcessInfo.processInfo.environment
        let isApple = FileManager.default.fileExists(atPath: "/usr/bin/open")
        let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
        return isatty(1) == 1 && (isApple || hasScreen)
    }
}
