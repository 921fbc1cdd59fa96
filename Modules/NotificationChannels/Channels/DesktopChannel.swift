import Foundation
import Models
import Notifications
import PluginKit

/// Shows messages on the desktop: with notify-send, or on macOS with osascript.
struct DesktopChannel: NotificationChannel {
    static let channelName = "desktop"
    static let command = SettingDefinition(
        "notifications.desktop.command", .strings, reach: .programs,
        "A program to use instead of notify-send or osascript, and its arguments; title and text follow them.")
    static let settings = [command]

    let name = DesktopChannel.channelName
    private let program: MessageProgram
    /// Whether the text is read as markup.
    private let readsMarkup: Bool

    #if canImport(Darwin)
        private static let usual = [
            "osascript", "-e", "on run argv", "-e",
            "display notification (item 2 of argv) with title (item 1 of argv)", "-e", "end run",
        ]
        private static let usualReadsMarkup = false
    #else
        private static let usual = ["notify-send", "-a", "CryptoSavingsTracker", "--"]
        private static let usualReadsMarkup = true
    #endif

    init(_ settings: any SettingsReader) throws {
        let own = try settings.hasValue(Self.command) ? try settings.strings(Self.command) : []
        readsMarkup = own.isEmpty ? Self.usualReadsMarkup : own[0].hasSuffix("notify-send")
        program = try MessageProgram(
            own.isEmpty ? Self.usual : own, setting: Self.command.key, settings, usesNetwork: false)
    }

    func send(_ message: NotificationMessage, _ call: Call) async throws {
        let body =
            readsMarkup
            ? message.body.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            : message.body
        try await program.take(Data(), arguments: [message.title, body])
    }
}
