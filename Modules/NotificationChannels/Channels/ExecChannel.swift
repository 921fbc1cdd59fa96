import Foundation
import Models
import Notifications
import PluginKit

/// Hands messages to a program of the user's: one JSON object on its standard input; status 0 means that it was taken.
struct ExecChannel: NotificationChannel {
    static let channelName = "exec"
    static let command = SettingDefinition(
        "notifications.exec.command", .strings, reach: .programs,
        "A program that delivers messages, and its arguments: it reads one JSON object and ends with status 0.")
    static let settings = [command]

    let name = ExecChannel.channelName
    private let program: MessageProgram

    private struct Request: Encodable {
        let version = 1
        let method = "notify"
        let id: String
        let category: String
        let title: String
        let body: String
        let time: String
    }

    init(_ settings: any SettingsReader) throws { program = try MessageProgram(Self.command, settings) }

    func send(_ message: NotificationMessage, _ call: Call) async throws {
        let request = Request(
            id: message.id.uuidString.lowercased(), category: message.category, title: message.title,
            body: message.body, time: message.instant.formatted(.iso8601))
        try await program.take(try MessagePoster.json(request))
    }
}
