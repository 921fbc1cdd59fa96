import HTTPNetworking
import Values

extension LosslessJSON {
    /// Whether the answer refuses a request because there were too many within seconds, although its status says that all is
    /// well. Waiting helps then; it does not for the quota of a day.
    var refusesForNow: Bool {
        switch self {
        case .array(let answers): answers.contains { $0.object != nil && $0.refusesForNow }
        case .object(let members): Self.refusesForNow(members)
        default: false
        }
    }

    /// The codes by which nodes say that they got too many requests.
    private static let codes: Set<String> = ["429", "-32029"]
    private static let words = [
        "rate limit", "ratelimit", "rate-limit", "rate exceeded", "too many request", "per sec", "request limit",
        "frequency limit", "throttl", "slow down", "overloaded",
    ]
    private static let quotas = ["daily", "per day", "month", "quota", "credit", "block range", "results"]

    private static func refusesForNow(_ members: [String: LosslessJSON]) -> Bool {
        var texts: [String?] = [members["Error"]?.string]
        if let error = members["error"], error != .null {
            if let code = error["code"]?.numeral, codes.contains(code) { return true }
            texts += [error.string, error["message"]?.string]
        }
        // Etherscan and its relatives say so in the result.
        if members["status"]?.numeral == "0" { texts += [members["result"]?.string, members["message"]?.string] }
        if let code = members["statusCode"]?.numeral ?? members["code"]?.numeral, code == "429" { return true }
        return texts.contains { $0.map(refusesForNow) ?? false }
    }

    /// Whether the words of a server say that it got too many requests within seconds.
    static func refusesForNow(_ text: String) -> Bool {
        let lower = text.lowercased()
        return words.contains(where: lower.contains) && !quotas.contains(where: lower.contains)
    }
}
