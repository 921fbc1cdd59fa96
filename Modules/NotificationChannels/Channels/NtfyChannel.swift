import HTTPNetworking
import Models
import Notifications
import PluginKit

/// Publishes messages on a topic of an ntfy server, as JSON, so that nothing of a name stands in a header.
struct NtfyChannel: NotificationChannel {
    static let channelName = "ntfy"
    static let baseURL = SettingDefinition(
        "notifications.ntfy.baseURL", .url, default: "https://ntfy.sh", reach: .receivers,
        "The address of the ntfy server.",
        refusal: ServerAddress.refusal())
    static let topic = SettingDefinition(
        "notifications.ntfy.topic", .string, secret: true, reach: .receivers,
        "The topic. On a public server everybody who knows it can read it, so it is treated like a password.")
    static let token = SettingDefinition(
        "notifications.ntfy.token", .string, secret: true, "The access token, where the server asks for one.")
    static let settings = [baseURL, topic, token]

    let name = NtfyChannel.channelName
    private let poster: MessagePoster
    private let address: String
    private let topic: String
    private let token: String?

    private struct Body: Encodable {
        let topic: String
        let title: String
        let message: String
        let priority: Int
        let tags: [String]
    }

    init(_ settings: any SettingsReader, _ poster: MessagePoster) throws {
        self.poster = poster
        address = try settings.string(Self.baseURL)
        topic = try settings.required(Self.topic)
        token = try settings.optionalString(Self.token)
    }

    func send(_ message: NotificationMessage, _ call: Call) async throws {
        let body = Body(
            topic: topic, title: message.title, message: message.body, priority: message.isUrgent ? 4 : 3,
            tags: [message.category.lowercased()])
        try await poster.post(
            try MessagePoster.json(body), to: address, headers: token.map { ["Authorization": "Bearer \($0)"] } ?? [:],
            secrets: [topic] + [token].compactMap { $0 }, message, call)
    }
}
