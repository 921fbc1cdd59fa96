import HTTPNetworking
import Models
import Notifications
public import PluginKit

/// The channels of reminders: `terminal`, `desktop`, `email`, `ntfy`, `gotify`, `telegram`, `webhook`, `exec`,
/// `icalendar`, and `mock`, which takes everything and shows nothing. Those that contact servers need the network's plugin.
public struct NotificationChannelsPlugin: Plugin {
    /// The plugin.
    public init() {}

    /// The plugin's channels and settings.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "notification-channels",
            summary:
                "Reminders on the terminal and the desktop, by e-mail, ntfy, Gotify, Telegram, webhook, a calendar or a program.",
            provides: [
                .init(.notifications, providers: Self.makers.map(\.name), defaults: [TerminalChannel.channelName])
            ],
            settings: ChannelSettings.all + DesktopChannel.settings + EmailChannel.settings + NtfyChannel.settings
                + GotifyChannel.settings + TelegramChannel.settings + WebhookChannel.settings + ExecChannel.settings
                + ICalendarChannel.settings)
    }

    private typealias Maker = (name: String, make: @Sendable (Resolver) async throws -> any NotificationChannel)

    private static let makers: [Maker] = [
        (TerminalChannel.channelName, { _ in TerminalChannel() }),
        (DesktopChannel.channelName, { try DesktopChannel($0.settings) }),
        (EmailChannel.channelName, { try EmailChannel($0.settings) }),
        (NtfyChannel.channelName, { try NtfyChannel($0.settings, try await MessagePoster($0)) }),
        (GotifyChannel.channelName, { try GotifyChannel($0.settings, try await MessagePoster($0)) }),
        (TelegramChannel.channelName, { try TelegramChannel($0.settings, try await MessagePoster($0)) }),
        (WebhookChannel.channelName, { try WebhookChannel($0.settings, try await MessagePoster($0)) }),
        (ExecChannel.channelName, { try ExecChannel($0.settings) }),
        (ICalendarChannel.channelName, { try ICalendarChannel($0.settings) }),
        (MockChannel.channelName, { _ in MockChannel() }),
    ]

    /// Registers the channels. One that cannot be made is there all the same and says why, so that it keeps none of the
    /// others from sending, and what it should have sent waits for it.
    public func register(in builder: inout ContainerBuilder) {
        for (name, make) in Self.makers {
            builder.register(.notifications, name: name) { resolver in
                do {
                    return try await make(resolver)
                } catch let error as CancellationError {
                    throw error
                } catch {
                    return UnusableChannel(name: name, reason: "\(error)")
                }
            }
        }
    }
}
