public import Foundation

/// What a `LoopbackServer` does with one request.
public enum Reply: Sendable {
    /// A whole answer with its `Content-Length`.
    case answer(status: Int = 200, headers: [String: String] = [:], body: Data = Data())
    /// The head at once, then one byte of the body after each pause, until the body or the client's patience ends.
    case dripping(body: Data, pauseMilliseconds: Int32)
    /// Nothing at all, until the client hangs up.
    case silence
    /// The connection is reset (RST) before anything was sent.
    case reset
    /// The head and this part of the body, then the connection is reset.
    case resetAfter(body: Data)
    /// A `Content-Length` of `announced` bytes, then only `body`, then an orderly close.
    case truncated(body: Data, announced: Int)
    /// These bytes as they are, then an orderly close: for what is not HTTP.
    case raw(Data)
    /// A streamed body of this many bytes, made up as it is sent; `nil` never ends. `announced` sends a
    /// `Content-Length`.
    case stream(byteCount: Int?, announced: Bool)

    /// A whole answer made of text.
    public static func text(
        _ text: String, status: Int = 200, type: String = "application/json", headers: [String: String] = [:]
    ) -> Reply {
        .answer(
            status: status, headers: headers.merging(["Content-Type": type]) { own, _ in own }, body: Data(text.utf8))
    }

    /// A redirect with an empty body.
    public static func redirect(to location: String, status: Int = 302) -> Reply {
        .answer(status: status, headers: ["Location": location])
    }
}
