import Models
import Notifications

/// Takes every message and shows none.
struct MockChannel: NotificationChannel {
    static let channelName = "mock"
    let name = MockChannel.channelName

    func send(_ message: NotificationMessage, _ call: Call) async throws {}
}
