import Blockchain
import HTTPNetworking
import Models

/// A request of JSON-RPC 2.0.
struct JSONRPCCall: Encodable, Sendable {
    let jsonrpc = "2.0"
    let id: Int
    let method: String
    let params: [LosslessJSON]
}

extension ChainServer {
    /// What a server answers to one request of JSON-RPC.
    func result(_ method: String, _ params: [LosslessJSON], _ call: Call) async throws -> LosslessJSON {
        let answer = try await post(
            "", JSONRPCCall(id: 1, method: method, params: params), accepting: [400], call)
        try checkError(answer)
        guard let result = answer["result"] else { throw unreadable(answer) }
        return result
    }

    /// Refuses an answer of JSON-RPC that is an error. Some servers tell it as a text.
    func checkError(_ answer: LosslessJSON) throws {
        guard let error = answer["error"], error != .null else { return }
        throw ChainProviderError.refused(
            provider: name, message: error["message"]?.string ?? error.string ?? error.shown)
    }
}
