import Persistence
public import PluginKit
public import Values

extension PostgresStore: HealthCheckable {
    /// Checks that the server answers and that the household's row is sound; not every row of it, which may be many.
    public func health(_ call: Call) async -> HealthStatus {
        do {
            _ = try await reading({ try $0.connection.head().revision }, orNone: { 0 })
            let found = warnings()
            return found.isEmpty
                ? .healthy : .degraded(detail: found.map(\.message).joined(separator: " "), since: call.now)
        } catch {
            return .failed(detail: "\(error)", since: call.now)
        }
    }

    /// The warning that the connection could be read by others.
    public func warnings() -> [Warning] {
        guard server.address.isWeak else { return [] }
        return [
            Warning(
                code: "weakConnection",
                message:
                    "The server's certificate is not checked: somebody on the way could read along or answer instead.")
        ]
    }
}
