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
    /// How often it may be asked.
    var pace = RequestPace()

    /// How long one request may take, in seconds.
    private static let longest: Int64 = 10
    /// How often one request is sent when the server wants pauses.
    private static let attempts = 10
    /// How long to wait where a server does not say it: as long as the client keeps away from such a host.
    private static let usualPause: Duration = .seconds(30)

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
        guard let text, let amount = try? Money(text, currency), !amount.isNegative else { throw unreadable(answer) }
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

    /// The texts that must appear in no error and no log.
    var secrets: [String] { address.secrets + secretHeaders.values + [secretQuery?.key].compactMap { $0 } }

    private func url(_ path: String, _ query: [(String, String)]) throws -> URL {
        let query = query + (secretQuery.map { [($0.name, $0.key)] } ?? [])
        guard let url = address.url(path, items: query) else {
            throw ChainProviderError.refused(provider: name, message: "the address cannot be formed")
        }
        return url
    }

    /// Sends a request, again after the pauses that the server wants.
    private func send(_ request: HTTPRequest, _ call: Call) async throws -> LosslessJSON {
        var request = request
        for (field, value) in secretHeaders { request.headers[field] = value }
        // All requests wait for a pause together, not each for its own.
        request.isRepeatedWhenLimited = false
        var attempt = 1
        while true {
            try await pace.turn()
            let refusal: HTTPError
            let wait: Duration
            do {
                let answer = try await sendOnce(request, call)
                guard answer.refusesForNow else {
                    await pace.noteAnswer()
                    return answer
                }
                (refusal, wait) = (.rateLimited(host: request.host, retryAfter: nil), .seconds(1))
            } catch let error as HTTPError {
                switch error {
                case .rateLimited(_, let asked): (refusal, wait) = (error, asked ?? Self.usualPause)
                // Some say it with a status that means something else elsewhere.
                case .status(_, 403, let text) where LosslessJSON.refusesForNow(text):
                    (refusal, wait) = (.rateLimited(host: request.host, retryAfter: nil), .seconds(1))
                default: throw error
                }
            }
            let isInTime = call.deadline.remaining.map { wait < $0 } ?? true
            guard attempt < Self.attempts, isInTime, await pace.pause(for: wait) else { throw refusal }
            attempt += 1
        }
    }

    private func sendOnce(_ request: HTTPRequest, _ call: Call) async throws -> LosslessJSON {
        let longest = Duration.seconds(Self.longest)
        let limit = min(call.deadline.remaining ?? longest, longest)
        let response: HTTPResponse
        do {
            response = try await client.send(
                request, now: await pace.now(of: call), deadline: Deadline(in: limit, on: ContinuousClock()))
        } catch HTTPError.timedOut(let host) where limit == longest {
            throw SilentProvider(name: host, seconds: Self.longest)
        }
        guard let answer = LosslessJSON(response.body) else {
            throw ChainProviderError.unreadable(provider: name, excerpt: response.excerpt(request.redactor))
        }
        return answer
    }
}
