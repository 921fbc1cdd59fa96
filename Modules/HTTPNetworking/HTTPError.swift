import Foundation

/// Why there is no answer. The descriptions are for people and hold no secrets. A cancelled call throws
/// `CancellationError` instead.
public enum HTTPError: Error, Equatable, Sendable {
    /// The time allowed was over before the answer was complete.
    case timedOut(host: String)
    /// The answer passed the size limit, in bytes, and was cut off.
    case tooLarge(host: String, limit: Int)
    /// No connection, or it broke before the answer was complete.
    case connectionFailed(host: String, reason: String)
    /// The program was told not to use the network.
    case offline(host: String)
    /// The server answered with a status that is no success; `excerpt` is the redacted beginning of what it said.
    case status(host: String, code: Int, excerpt: String)
    /// The server, or a limit of our own, wants no request for now; `retryAfter` says for how long, if known.
    case rateLimited(host: String, retryAfter: Duration?)
    /// The same request was answered a moment ago with a failure, which still counts; `reason` is that one's sentence.
    case failedBefore(host: String, ago: Duration, reason: String, allowsStale: Bool)
    /// The server pointed to an address that the request must not follow.
    case redirectRefused(host: String, target: String)
    /// The address is neither `http` nor `https`, or has no host.
    case unusableURL(String)

    /// Whether a value fetched earlier may stand in. Not for answers about the very thing that was requested, such as 400,
    /// 404 and 422: there the server knows better than the cache.
    public var allowsStale: Bool {
        switch self {
        case .timedOut, .tooLarge, .connectionFailed, .offline, .rateLimited: true
        case .failedBefore(_, _, _, let allowsStale): allowsStale
        // A redirect or a 304 here is one that leads nowhere.
        case .status(_, let code, _): code >= 500 || code < 400 || [401, 402, 403, 407, 408, 418, 425].contains(code)
        case .redirectRefused, .unusableURL: false
        }
    }

    /// Whether a host asked for a pause.
    var isLimit: Bool { if case .rateLimited = self { true } else { false } }

    /// Whether the server answered in a way that the same request should not go again at once. A pause has a mark of its own.
    var isAnswer: Bool {
        switch self {
        case .status, .tooLarge, .redirectRefused: true
        case .rateLimited, .failedBefore, .timedOut, .connectionFailed, .offline, .unusableURL: false
        }
    }
}

extension HTTPError: CustomStringConvertible {
    /// What happened, with the host where it matters, and what to do.
    public var description: String {
        switch self {
        case .timedOut(let host):
            "\(host) did not answer in the time allowed. Try again, or allow more with the setting network.budget."
        case .tooLarge(let host, let limit):
            "The answer of \(host) is larger than the \(limit) bytes allowed and was cut off. Request less at once."
        case .connectionFailed(let host, let reason):
            "The connection to \(host) failed: \(reason). Check the network, the address and the proxy settings."
        case .offline:
            // The same for every host, so that it is said once however many are not contacted.
            "Offline (setting network.offline): no provider was contacted."
        case .status(let host, let code, let excerpt):
            "\(code == 407 ? "The proxy before \(host)" : host) answered with status \(code)\(Self.meaning(of: code))"
                + (excerpt.isEmpty ? "." : ": \(Self.sentence(excerpt))") + Self.hint(for: code)
        case .failedBefore(_, let ago, let reason, _):
            "Requested \(Self.seconds(ago)) s ago: \(reason)"
        case .rateLimited(let host, let retryAfter?):
            "\(host) gets no further request for \(Self.seconds(retryAfter)) s. Try again after that."
        case .rateLimited(let host, nil):
            "\(host) says that it got too many requests. Try again in a few minutes, or use an API key of your own."
        case .redirectRefused(let host, let target):
            "\(host) redirects to \(target), where this request must not go. Set that address if you trust it."
        case .unusableURL(let url):
            "“\(url)” cannot be used. Use an address that begins with https:// or http:// and names a host."
        }
    }

    private static func meaning(of code: Int) -> String {
        switch code {
        case 304: " (not changed), though the request was not about changes"
        case 300..<400: " (it is elsewhere) without an address"
        case 400, 422: " (it did not accept the request)"
        case 401: " (the API key is missing or not accepted)"
        case 402: " (the quota is used up)"
        case 403: " (access refused)"
        case 404: " (not found)"
        case 407: " (it wants a name and a password)"
        case 418: " (banned for too many requests)"
        case 451: " (not available in this country)"
        case 500...: " (trouble on its side)"
        default: ""
        }
    }

    private static func hint(for code: Int) -> String {
        switch code {
        case 401, 403: " Check the API key and the plan it belongs to."
        case 407: " Check the proxy variables http_proxy and https_proxy."
        case 402, 418, 500...: " Try again later, or use another provider."
        default: " Check what was requested and the address in the settings."
        }
    }

    /// A text of somebody else's with a full stop, so that a sentence can follow.
    private static func sentence(_ text: String) -> String {
        text.last.map { ".!?…".contains($0) } == true ? text : text + "."
    }

    /// Whole seconds, rounded up: the wait is over when they have passed.
    private static func seconds(_ duration: Duration) -> Int64 {
        let (seconds, fraction) = duration.components
        return fraction > 0 ? seconds + 1 : seconds
    }
}
