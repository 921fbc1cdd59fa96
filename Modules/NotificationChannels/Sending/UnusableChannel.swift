import Models
import Notifications
import PluginKit

/// Stands for a channel whose settings are incomplete or wrong.
struct UnusableChannel: NotificationChannel, HealthCheckable {
    let name: String
    let reason: String

    func send(_ message: NotificationMessage, _ call: Call) async throws {
        throw DeliveryFailure.notTaken(reason: reason)
    }

    func health(_ call: Call) async -> HealthStatus { .failed(detail: reason, since: call.now) }
}
