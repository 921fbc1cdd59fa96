import Foundation
import HTTPNetworking
import Models
import Notifications
import PluginKit

/// Posts JSON to servers, and tells what was not taken from what may have been.
struct MessagePoster: Sendable {
    /// The statuses that refuse a message for what it is, not the sender or the moment.
    private static let aboutTheMessage: Set<Int> = [400, 413, 422]

    let client: HTTPClient
    let limit: Duration

    init(client: HTTPClient, limit: Duration) {
        self.client = client
        self.limit = limit
    }

    init(_ resolver: Resolver) async throws {
        self.init(
            client: try await resolver.resolve(.httpClient),
            limit: try resolver.settings.duration(ChannelSettings.timeout))
    }

    /// Posts a body. Nothing is repeated: whether and when is for the outbox to say.
    ///
    /// - Parameter address: with what lets somebody in; it and `secrets` stay out of errors and logs.
    func post(
        _ body: Data, to address: String, headers: [String: String] = [:], secrets: [String],
        _ message: NotificationMessage,
        _ call: Call
    ) async throws {
        guard let url = URL(string: address) else {
            throw DeliveryFailure.notTaken(reason: "The address in the settings cannot be used.")
        }
        var request = HTTPRequest(
            .post, url, body: body, secrets: secrets + AddressSecret.all(in: address), sizeLimit: 1 << 20,
            isRepeatable: false)
        request.headers["Content-Type"] = "application/json"
        // The same each time, for receivers that can tell a second copy.
        request.headers["Idempotency-Key"] = message.id.uuidString.lowercased()
        for (name, value) in headers { request.headers[name] = value }
        do {
            _ = try await client.send(request, now: call.now, deadline: Deadline(in: limit, on: ContinuousClock()))
        } catch let error as HTTPError {
            let reason =
                if case .timedOut(let host) = error {
                    // The text of the error names a setting of rates.
                    "\(host) did not answer in the time of notifications.timeout."
                } else {
                    request.redactor.text(error.description)
                }
            if case .offline = error { throw DeliveryFailure.notTried(reason: reason) }
            if error.mayHaveArrived { throw DeliveryFailure.uncertain(reason: reason) }
            if case .status(_, let code, _) = error, Self.aboutTheMessage.contains(code) {
                throw DeliveryFailure.refused(reason: reason)
            }
            if case .rateLimited(_, let wait) = error {
                throw DeliveryFailure.notTaken(reason: reason, retryAfter: wait)
            }
            throw DeliveryFailure.notTaken(reason: reason)
        }
    }

    /// A body as JSON, with its keys in order.
    static func json(_ body: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(body)
    }
}
