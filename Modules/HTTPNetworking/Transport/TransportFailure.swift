import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Puts the session's errors into words.
enum TransportFailure {
    private static let (unknownHost, noAnswer, noNetwork, notSecure) = (
        "there is no such host", "nothing answers there", "there is no network", "no secure connection could be made"
    )

    /// Whether a reason is one of a failure before anything of the request was sent.
    static func isBeforeSending(_ reason: String) -> Bool {
        if [unknownHost, noAnswer, noNetwork, notSecure].contains(reason) { return true }
        // On Linux a handshake that fails has no code of its own. A secure connection that breaks later names what it did.
        return (reason.contains("SSL") || reason.contains("certificate"))
            && !reason.contains("SSL_read") && !reason.contains("SSL_write")
    }

    private static let unreadableHead = "the beginning of its answer cannot be read as HTTP"

    /// - Parameter head: what had come before the error: where a proxy refused a tunnel, the proxy's answer.
    static func describe(_ error: any Error, _ request: HTTPRequest, _ head: HTTPResponse?) -> HTTPError {
        let reason: String
        switch (error as? URLError)?.code {
        case .cannotFindHost?, .dnsLookupFailed?:
            reason = unknownHost
        case .cannotConnectToHost?:
            reason = noAnswer
        case .networkConnectionLost?, .timedOut?:
            // Time-outs of the answer are ours, see URLSessionTransport: one of the session's is a connection that the
            // system let go.
            reason = "it was broken off"
        case .notConnectedToInternet?:
            reason = noNetwork
        case .secureConnectionFailed?, .serverCertificateHasBadDate?, .serverCertificateUntrusted?,
            .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?:
            reason = notSecure
        case .badServerResponse?, .cannotParseResponse?:
            reason = "the answer is not HTTP"
        case .unsupportedURL?:
            // The address has been checked, so it is the version of HTTP in the answer.
            reason = unreadableHead
        case .unknown? where error.localizedDescription.contains("writing header"):
            // Foundation on Linux reads strictly: a status line that ends with the status is refused.
            reason = unreadableHead
        case .unknown? where error.localizedDescription.contains("CONNECT"):
            reason = "the proxy\(head.map { " answered with status \($0.status) and" } ?? "") made no connection"
        default:
            reason = request.redactor.excerpt(Data(error.localizedDescription.utf8))
        }
        return .connectionFailed(host: request.host, reason: reason)
    }
}
