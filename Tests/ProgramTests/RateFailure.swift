import Foundation
import LoopbackServer

/// Something that goes wrong with one provider.
enum RateFailure: String, CaseIterable, Sendable {
    case missing, zero, negative, null, text, html, truncated, otherType, unauthorized, tooMany, tooManyForAMinute,
        broken, reset, silent, dripping, slowBody, endless, gigabyte, unannouncedGigabyte

    /// What the server does instead of its usual answer.
    func reply(_ server: RateServer) -> Reply {
        let body = Data(server.body("1").utf8)
        let gigabyte = 1 << 30
        return switch self {
        case .missing: .text(server.body(nil))
        case .zero: .text(server.body("0"))
        case .negative: .text(server.body("-1"))
        case .null: .text(server.body("null"))
        case .text: .text(server.body("\"plenty\""))
        case .html: .text("<html><body>Down for maintenance</body></html>", type: "text/html")
        case .truncated: .truncated(body: body.dropLast(4), announced: body.count)
        case .otherType: .text("[1,2]")
        case .unauthorized: .text("{\"error\":\"no\"}", status: 401)
        case .tooMany: .text("{}", status: 429)
        case .tooManyForAMinute: .text("{}", status: 429, headers: ["Retry-After": "60"])
        case .broken: .text("oops", status: 500)
        case .reset: .reset
        case .silent: .silence
        case .dripping: .dripping(body: body, pauseMilliseconds: 100)
        case .slowBody: .dripping(body: body, pauseMilliseconds: 10_000)
        case .endless: .stream(byteCount: nil, announced: false)
        case .gigabyte: .stream(byteCount: gigabyte, announced: true)
        case .unannouncedGigabyte: .stream(byteCount: gigabyte, announced: false)
        }
    }
}
