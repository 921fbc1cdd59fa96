import CommandSupport
import Foundation
import Presentation
import WebApplication

/// One line of JSON for each request, on standard error, where it is wanted. It tells the pattern of the address, never a query,
/// a body, a cookie or an amount.
struct RequestLog: Sendable {
    let isOn: Bool
    let context: CommandContext

    func write(pattern: String, method: String, status: Int, bytes: Int, took: Duration, who: String?) {
        guard isOn else { return }
        let parts = took.components
        let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(method) ? method : "other"
        let told = who.map { ",\"who\":\(JSONValue.string($0).text)" } ?? ""
        context.note(
            "{\"route\":\"\(pattern)\",\"method\":\"\(known)\",\"status\":\(status),\"bytes\":\(bytes),\"ms\":\(milliseconds)\(told)}"
        )
    }
}
