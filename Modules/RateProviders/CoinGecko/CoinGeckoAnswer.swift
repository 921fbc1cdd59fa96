import Foundation
import HTTPNetworking
import Values

/// Reads CoinGecko's answers, whose errors come in half a dozen forms, some of them under status 200.
enum CoinGeckoAnswer {
    /// Statuses whose body tells more than the status.
    static let explainedStatuses: Set<Int> = [400, 401, 403, 404, 422]

    private static let wrongKey: Set<String> = ["10002", "10005", "10006", "10010", "10011"]
    private static let tooLongAgo = "10012"

    /// The object that was requested: one with any of these members, or none at all where nothing is known of them.
    ///
    /// What a gateway says instead, under status 200, is no answer: taken for one, it would replace the good one that was kept.
    ///
    /// - Throws: ``RateProviderError`` or `HTTPError`, without secrets.
    static func read(_ response: HTTPResponse, to request: HTTPRequest, about names: [String]) throws -> LosslessJSON {
        let value = try read(response, to: request)
        let members = value.object ?? [:]
        let wanted = Set(names.map { $0.lowercased() })
        guard !members.isEmpty, !members.keys.contains(where: { wanted.contains($0.lowercased()) }) else {
            return value
        }
        let texts = ["message", "errors", "error", "detail", "code", "status"].compactMap { members[$0] }
        guard !texts.isEmpty else {
            throw RateProviderError.unreadable(
                provider: CoinGeckoRates.providerName, excerpt: response.excerpt(request.redactor))
        }
        let message = texts.compactMap(\.string).first ?? String(decoding: response.body, as: UTF8.self)
        throw RateProviderError.refused(
            provider: CoinGeckoRates.providerName, message: request.redactor.excerpt(Data(message.utf8)))
    }

    /// The object that the body is, unless it tells of an error.
    ///
    /// - Throws: ``RateProviderError`` or `HTTPError`, without secrets.
    private static func read(_ response: HTTPResponse, to request: HTTPRequest) throws -> LosslessJSON {
        let value = LosslessJSON(response.body)
        let failure = value.flatMap(failure)
        if failure?.code == "429" { throw HTTPError.rateLimited(host: request.host, retryAfter: nil) }
        guard failure != nil || !response.isSuccess else {
            guard let value, value.object != nil else {
                throw RateProviderError.unreadable(
                    provider: CoinGeckoRates.providerName, excerpt: response.excerpt(request.redactor))
            }
            return value
        }
        guard let failure else {
            throw HTTPError.status(
                host: request.host, code: response.status, excerpt: response.excerpt(request.redactor))
        }
        let message = request.redactor.excerpt(Data(failure.message.utf8))
        if failure.code == tooLongAgo {
            throw RateProviderError.tooLongAgo(provider: CoinGeckoRates.providerName, message: message)
        }
        if failure.code.map(wrongKey.contains) == true || [401, 403].contains(response.status) {
            throw RateProviderError.keyRefused(provider: CoinGeckoRates.providerName, message: message)
        }
        throw RateProviderError.refused(provider: CoinGeckoRates.providerName, message: message)
    }

    /// The error that a body tells of. There is a coin `status`, so that the members inside decide.
    private static func failure(_ value: LosslessJSON) -> (code: String?, message: String)? {
        for status in [value["status"], value["error"]?["status"], value] {
            guard let code = status?["error_code"]?.number ?? value["error_code"]?.number else { continue }
            let message = status?["error_message"]?.string ?? value["status"]?["error_message"]?.string
            return (code, message ?? "error \(code)")
        }
        if let message = value["status"]?["error_message"]?.string { return (nil, message) }
        if let message = value["error"]?.string { return (value["status"]?.number, message) }
        return nil
    }
}
