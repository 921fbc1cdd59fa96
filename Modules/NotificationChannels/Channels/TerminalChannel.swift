import Foundation
import Models
import Notifications

/// Shows messages on standard error: on the terminal, or in the journal of a timer.
struct TerminalChannel: NotificationChannel {
    static let channelName = "terminal"
    let name = TerminalChannel.channelName

    func send(_ message: NotificationMessage, _ call: Call) async throws {
        let lines = [message.title] + message.body.split(separator: "\n").map { "  \($0)" }
        do {
            try FileHandle.standardError.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        } catch {
            throw DeliveryFailure.notTaken(reason: "Standard error is closed.")
        }
    }
}
