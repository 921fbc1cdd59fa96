public import PluginKit
public import Values

/// Carries messages to where a person looks.
public protocol NotificationChannel: Sendable {
    /// The channel's name, as settings use it.
    var name: String { get }

    /// Sends a message, and returns when the receiver has taken it.
    ///
    /// - Throws: ``DeliveryFailure``, `CancellationError`. Any other error counts as a message that was not taken.
    func send(_ message: NotificationMessage, _ call: Call) async throws
}

/// Why a message was not delivered, or may not have been. The reasons hold no secrets.
public enum DeliveryFailure: Error, Equatable, Sendable {
    /// The receiver did not take it; where it said so, it wants no other for some time.
    case notTaken(reason: String, retryAfter: Duration? = nil)
    /// The receiver refuses this message for what it is: too long, for instance. It may take others.
    case refused(reason: String)
    /// It was sent, and nobody knows whether it was taken.
    case uncertain(reason: String)
    /// The network is switched off, so no receiver was contacted: that is no attempt.
    case notTried(reason: String)

    /// Why, as a sentence.
    public var reason: String {
        switch self {
        case .notTaken(let reason, _), .refused(let reason), .uncertain(let reason), .notTried(let reason): reason
        }
    }
}

extension ServiceKey where Service == any NotificationChannel {
    /// The channels that the settings choose.
    public static var notifications: ServiceKey<any NotificationChannel> {
        ServiceKey<any NotificationChannel>("notifications", selection: .several)
    }
}

/// The channels that the settings choose, together.
public struct ChannelList: Sendable {
    /// In the order of the settings.
    public let channels: [any NotificationChannel]

    /// Channels.
    public init(_ channels: [any NotificationChannel]) { self.channels = channels }
}

extension ServiceKey where Service == ChannelList {
    /// The channels that the settings choose, together.
    public static var channelList: ServiceKey<ChannelList> {
        ServiceKey<ChannelList>("channelList", selection: .every)
    }
}
