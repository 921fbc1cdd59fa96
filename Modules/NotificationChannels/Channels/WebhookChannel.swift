import Foundation
import Models
import Notifications
import PluginKit

/// Posts messages to an address of the user's, signed as the Standard Webhooks specification says: the receiver calculates
/// the HMAC-SHA256 of `id.timestamp.body` and compares.
struct WebhookChannel: NotificationChannel {
    static let channelName = "webhook"
    static let address = SettingDefinition(
        "notifications.webhook.url", .url, secret: true, reach: .receivers,
        "The address that messages are posted to. Often it lets somebody in, so it is treated like a password.")
    static let secret = SettingDefinition(
        "notifications.webhook.secret", .string, secret: true,
        "The key of the signature: any text, or whsec_ and base64. Not set: messages are not signed.",
        refusal: {
            if case .text(let text) = $0, WebhookChannel.key(text) == nil {
                "after whsec_ it has to be base64"
            } else {
                nil
            }
        })
    static let settings = [address, secret]

    let name = WebhookChannel.channelName
    private let poster: MessagePoster
    private let address: String
    private let secret: String?
    private let key: Data?

    private struct Body: Encodable {
        struct Content: Encodable {
            let category: String
            let title: String
            let body: String
            let time: String
        }
        let type = "reminder"
        let timestamp: String
        let data: Content
    }

    init(_ settings: any SettingsReader, _ poster: MessagePoster) throws {
        self.poster = poster
        address = try settings.required(Self.address)
        secret = try settings.optionalString(Self.secret)
        key = secret.flatMap(Self.key)
        // Said now, not with the first message.
        if let key { _ = try hmacSHA256(key: key, message: Data()) }
    }

    func send(_ message: NotificationMessage, _ call: Call) async throws {
        let body = try MessagePoster.json(
            Body(
                timestamp: message.instant.formatted(.iso8601),
                data: Body.Content(
                    category: message.category, title: message.title, body: message.body,
                    time: message.instant.formatted(.iso8601))))
        let (id, time) = (message.id.uuidString.lowercased(), String(Int(call.now.timeIntervalSince1970)))
        var headers = ["webhook-id": id, "webhook-timestamp": time]
        if let key {
            let signature = try hmacSHA256(key: key, message: Data("\(id).\(time).".utf8) + body)
            headers["webhook-signature"] = "v1,\(signature.base64EncodedString())"
        }
        try await poster.post(
            body, to: address, headers: headers, secrets: [secret].compactMap { $0 }, message, call)
    }

    /// The bytes that a key in the settings stands for; nil when it is none.
    static func key(_ text: String) -> Data? {
        let mark = "whsec_"
        return text.hasPrefix(mark) ? Data(base64Encoded: String(text.dropFirst(mark.count))) : Data(text.utf8)
    }
}
