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
    /// What lets the user in by the address: the name of the parameter and the key.
    var secretQuery: (name: String, key: String)?
    /// How often it may be asked; nil when only the number of open connections counts.
    var pace: RequestPace?

    /// How long one request may take.
    private static let longest: Duration = .seconds(30)

    /// What a path answers. Statuses among `accepted` are answers too, and their body counts.
    func get(
        _ path: String, query: [(String, String)] = [], accepting accepted: Set<Int> = [], _ call: Call
    ) async throws -> LosslessJSON {
        let request = HTTPRequest(.get, try url(path, query), secrets: secrets, acceptedStatuses: accepted)
        return try await send(request, call)
    }

    /// The number that a path answers with alone.
    func number(_ path: String, _ call: Call) async throws -> String {
        let answer = try await get(path, call)
        guard let number = answer.number else { throw unreadable(answer) }
        return number
    }

    /// What a path answers to a JSON body. Nothing is changed by it, so it may be repeated.
    func post(
        _ path: String = "", _ body: some Encodable, accepting accepted: Set<Int> = [], _ call: Call
    ) async throws -> LosslessJSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let request = HTTPRequest(
            .post, try url(path, []), headers: ["Content-Type": "application/json"], body: try encoder.encode(body),
            secrets: secrets, isRepeatable: true, acceptedStatuses: accepted)
        return try await send(request, call)
    }

    /// Coins, with decimals, as an amount of a currency.
    func coins(_ text: String?, _ currency: Currency, _ answer: LosslessJSON) throws -> Money {
        guard let text, let amount = try? Money(text, currency) else { throw unreadable(answer) }
        guard (try? amount.rounded(.down)) == amount else {
            throw ChainProviderError.otherDecimals(currency: currency, actual: currency.minorUnit + 1)
        }
        return amount
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

    private var secrets: [String] { address.secrets + secretHeaders.values + [secretQuery?.key].compactMap { $0 } }

    private func url(_ path: String, _ query: [(String, String)]) throws -> URL {
        let query = query + (secretQuery.map { [($0.name, $0.key)] } ?? [])
        guard let url = address.url(path, items: query) else {
            throw ChainProviderError.refused(provider: name, message: "the address cannot be formed")
        }
        return url
    }

    private func send(_ request: HTTPRequest, _ call: Call) async throws -> LosslessJSON {
        var request = request
        for (field, value) in secretHeaders { request.headers[field] = value }
        try await pace?.turn()
        let limit = min(call.deadline.remaining ?? Self.longest, Self.longest)
        let response = try await client.send(
            request, now: call.now, deadline: Deadline(in: limit, on: ContinuousClock()))
        guard let answer = LosslessJSON(response.body) else {
            throw ChainProviderError.unreadable(provider: name, excerpt: response.excerpt(request.redactor))
        }
        return answer
    }
}
