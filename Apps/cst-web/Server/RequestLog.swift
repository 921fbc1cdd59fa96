import CommandSupport
import Foundation

/// One line of JSON for each request, on standard error, where it is wanted. It tells the pattern of the address, never a query,
/// a body, a cookie, a name or an amount.
struct RequestLog: Sendable {
    let isOn: Bool
    let context: CommandContext

    func write(pattern: String, method: String, status: Int, bytes: Int, took: Duration) {
        guard isOn else { return }
        let parts = took.components
        let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(method) ? method : "other"
        context.note(
            "{\"route\":\"\(pattern)\",\"method\":\"\(known)\",\"status\":\(status),\"bytes\":\(bytes),\"ms\":\(milliseconds)}"
        )
    }
}
