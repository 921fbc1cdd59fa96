import HTTPNetworking
import Models
import Notifications
import PluginKit

/// Sends messages through a Telegram bot. Without a parse mode Telegram shows the text as it is, so that no name is read as
/// markup.
struct TelegramChannel: NotificationChannel {
    static let channelName = "telegram"
    static let baseURL = SettingDefinition(
        "notifications.telegram.baseURL", .url, default: "https://api.telegram.org",
        "The address of the bot interface.", refusal: ServerAddress.refusal())
    static let token = SettingDefinition(
        "notifications.telegram.token", .string, secret: true, reach: .receivers, "The token of the bot.",
        refusal: {
            if case .text(let text) = $0,
                !text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ":-_".contains($0)) })
            {
                "it has letters, digits, colons, hyphens and underscores only"
            } else {
                nil
            }
        })
    static let chat = SettingDefinition(
        "notifications.telegram.chat", .string, reach: .receivers,
        "The id of the chat, or the name of a channel such as @savings.")
    static let settings = [baseURL, token, chat]

    let name = TelegramChannel.channelName
    private let poster: MessagePoster
    private let address: String
    private let token: String
    private let chat: String

    private struct Body: Encodable {
        let chat: String
        let text: String
        let silently: Bool
        let preview = ["is_disabled": true]

        enum CodingKeys: String, CodingKey {
            case chat = "chat_id"
            case text
            case silently = "disable_notification"
            case preview = "link_preview_options"
        }
    }

    init(_ settings: any SettingsReader, _ poster: MessagePoster) throws {
        self.poster = poster
        let base = try settings.string(Self.baseURL)
        token = try settings.required(Self.token)
        address = (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/bot\(token)/sendMessage"
        chat = try settings.required(Self.chat)
    }

    func send(_ message: NotificationMessage, _ call: Call) async throws {
        let body = Body(chat: chat, text: "\(message.title)\n\(message.body)", silently: !message.isUrgent)
        try await poster.post(
            try MessagePoster.json(body), to: address, secrets: [token, "bot\(token)"], message, call)
    }
}
