import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import Notifications
import PluginKit

@testable import NotificationChannels

let call = Call(now: Date(timeIntervalSince1970: 1_780_000_000), program: "test", command: "test")

/// A name that tries to become a header, markup, or another line.
let hostile = NotificationMessage(
    id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), category: "MONTHLY_PAYMENT",
    isUrgent: true, title: "Save for 🚗 <b>Car</b>\r\nBcc: eve@example.org\u{202E}",
    body: "350.00 EUR & <i>more</i> *now* _x_\nCar: 1.00 EUR",
    instant: Date(timeIntervalSince1970: 1_779_990_000))
let hostileID = "01020304-0506-0708-090a-0b0c0d0e0f10"
let cleanTitle = "Save for 🚗 <b>Car</b>\u{FFFD}\u{FFFD}Bcc: eve@example.org\u{FFFD}"

/// The channel that the plugin makes with settings.
func channel(_ name: String, _ settings: [String: RawSetting]) async throws -> any NotificationChannel {
    var settings = settings
    settings["notifications.providers"] = .list([name])
    settings["notifications.timeout"] = settings["notifications.timeout"] ?? .text("20s")
    var builder = ContainerBuilder(
        settings: InMemorySettings(settings), time: TimeSource(now: { call.now }, clock: ContinuousClock()))
    builder.add([NetworkPlugin(), NotificationChannelsPlugin()])
    builder.require(.notifications)
    let all = try await builder.build(.required).resolveAll(.notifications)
    return all[0]
}

/// What became of a sending.
func failure(of channel: any NotificationChannel) async -> DeliveryFailure? {
    do {
        try await channel.send(hostile, call)
        return nil
    } catch {
        return error as? DeliveryFailure ?? .notTaken(reason: "another error: \(error)")
    }
}

extension ReceivedRequest {
    var json: NSDictionary? { (try? JSONSerialization.jsonObject(with: body)) as? NSDictionary }
}
