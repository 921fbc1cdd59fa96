import Blockchain
import Foundation
import HTTPNetworking
import Models
import PluginKit

/// A server that tells balances: sends requests and reads its answers as JSON.
struct ChainServer: Sendable {
    /// The provider's name, for errors.
    let name: String
    let address: ServerAddress
    let client: HTTPClient
    /// Header fields with what lets the user in.
    var secretHeaders: [String: String] = [:]

    /// What a path answers. Statuses among `accepted` are answers too, and their body counts.
    func get(_ path: String, query: KeyValuePairs<String, String> = [:], _ call: Call) async throws -> LosslessJSON {
        try await send(HTTPRequest(.get, try url(path, query), secrets: secrets), call)
    }

    /// What a path answers to a JSON body. Nothing is changed by it, so it may be repeated.
    func post(
        _ path: String = "", _ body: some Encodable, accepting accepted: Set<Int> = [], _ call: Call
    ) async throws -> LosslessJSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let request = HTTPRequest(
            .post, try url(path, [:]), headers: ["Content-Type": "application/json"], body: try encoder.encode(body),
            secrets: secrets, isRepeatable: true, acceptedStatuses: accepted)
        return try await send(request, call)
    }

    /// Smallest units, in digits, as an amount of a currency.
    func amount(_ digits: String?, _ currency: Currency, _ answer: LosslessJSON) throws -> Money {
        guard let digits, !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw unreadable(answer)
        }
        guard digits.utf8.count < 39, let units = Int128(digits) else {
            throw ChainProviderError.implausible(provider: name, number: digits)
        }
        return try Money(minorUnits: units, currency)
    }

    /// An answer that cannot be read, with how it begins.
    func unreadable(_ answer: LosslessJSON) -> ChainProviderError {
        .unreadable(provider: name, excerpt: Redactor(secrets: secrets).excerpt(Data(answer.shown.utf8)))
    }

    private var secrets: [String] { address.secrets + secretHeaders.values }

    private func url(_ path: String, _ query: KeyValuePairs<String, String>) throws -> URL {
        guard let url = address.url(path, query) else {
            throw ChainProviderError.refused(provider: name, message: "the address cannot be formed")
        }
        return url
    }

    private func send(_ request: HTTPRequest, _ call: Call) async throws -> LosslessJSON {
        var request = request
        for (field, value) in secretHeaders { request.headers[field] = value }
        let response = try await client.send(request, now: call.now, deadline: call.deadline)
        guard let answer = LosslessJSON(response.body) else {
            throw ChainProviderError.unreadable(provider: name, excerpt: response.excerpt(request.redactor))
        }
        return answer
    }
}
