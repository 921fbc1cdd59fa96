import HTTPNetworking
import Models
import Notifications
import PluginKit

/// Sends messages to a Gotify server, as plain text.
struct GotifyChannel: NotificationChannel {
    static let channelName = "gotify"
    static let baseURL = SettingDefinition(
        "notifications.gotify.baseURL", .url, reach: .receivers, "The address of the Gotify server.",
        refusal: ServerAddress.refusal())
    static let token = SettingDefinition(
        "notifications.gotify.token", .string, secret: true, reach: .receivers,
        "The token of the application on the server.")
    static let settings = [baseURL, token]

    let name = GotifyChannel.channelName
    private let poster: MessagePoster
    private let address: String
    private let token: String

    private struct Body: Encodable {
        let title: String
        let message: String
        let priority: Int
        let extras = ["client::display": ["contentType": "text/plain"]]
    }

    init(_ settings: any SettingsReader, _ poster: MessagePoster) throws {
        self.poster = poster
        let base = try settings.required(Self.baseURL)
        address = (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/message"
        token = try settings.required(Self.token)
    }

    func send(_ message: NotificationMessage, _ call: Call) async throws {
        let body = Body(title: message.title, message: message.body, priority: message.isUrgent ? 7 : 4)
        try await poster.post(
            try MessagePoster.json(body), to: address, headers: ["X-Gotify-Key": token], secrets: [token], message, call
        )
    }
}
