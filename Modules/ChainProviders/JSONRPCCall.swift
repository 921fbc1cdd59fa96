/// A request of JSON-RPC 2.0.
struct JSONRPCCall: Encodable, Sendable {
    let jsonrpc = "2.0"
    let id: Int
    let method: String
    let params: [Parameter]

    /// What such a request takes.
    enum Parameter: Encodable, Sendable {
        case text(String)
        case object([String: String])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .object(let members): try container.encode(members)
            }
        }
    }
}
