import Foundation

#if !canImport(Darwin)
    import CCurl
#endif

/// Puts into words why there is no answer.
enum TransportFailure {
    private static let (unknownHost, noAnswer, noNetwork, notSecure) = (
        "there is no such host", "nothing answers there", "there is no network", "no secure connection could be made"
    )
    private static let brokenOff = "it was broken off"
    private static let unreadableHead = "the beginning of its answer cannot be read as HTTP"
    /// The answer to what is no request, or by what is no server.
    static let notHTTP = "the answer is not HTTP"
    private static let noLibrary = "the library libcurl (version 7.68 or later) is not installed"

    /// Whether a reason is one of a failure before anything of the request was sent.
    static func isBeforeSending(_ reason: String) -> Bool {
        if [unknownHost, noAnswer, noNetwork, notSecure, noLibrary].contains(reason) { return true }
        // A secure connection that breaks after it was made names what it did.
        return isOfTLS(reason) && !reason.contains("SSL_read") && !reason.contains("SSL_write")
    }

    private static func isOfTLS(_ reason: String) -> Bool { reason.contains("SSL") || reason.contains("certificate") }

    private static func proxyRefusal(_ head: HTTPResponse?) -> String {
        "the proxy\(head.map { " answered with status \($0.status) and" } ?? "") made no connection"
    }
}

#if canImport(Darwin)
    extension TransportFailure {
        /// - Parameter head: what had come before the error: where a proxy refused a tunnel, the proxy's answer.
        static func describe(_ error: any Error, _ request: HTTPRequest, _ head: HTTPResponse?) -> HTTPError {
            let reason: String
            switch (error as? URLError)?.code {
            case .cannotFindHost?, .dnsLookupFailed?: reason = unknownHost
            case .cannotConnectToHost?: reason = noAnswer
            case .networkConnectionLost?, .timedOut?:
                // Time-outs of the answer are ours, see NetworkTransport: one of the session's is a connection that the
                // system let go.
                reason = brokenOff
            case .notConnectedToInternet?: reason = noNetwork
            case .secureConnectionFailed?, .serverCertificateHasBadDate?, .serverCertificateUntrusted?,
                .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?:
                reason = notSecure
            case .badServerResponse?, .cannotParseResponse?: reason = notHTTP
            // The address has been checked, so it is the version of HTTP in the answer.
            case .unsupportedURL?: reason = unreadableHead
            case .unknown? where error.localizedDescription.contains("CONNECT"): reason = proxyRefusal(head)
            default: reason = request.redactor.excerpt(Data(error.localizedDescription.utf8))
            }
            return .connectionFailed(host: request.host, reason: reason)
        }
    }
#else
    extension TransportFailure {
        /// - Parameters:
        ///   - code: libcurl's.
        ///   - message: what libcurl says beside it.
        ///   - head: what had come before the error: where a proxy refused a tunnel, the proxy's answer.
        static func describe(_ code: Int32, _ message: String, _ request: HTTPRequest, _ head: HTTPResponse?)
            -> HTTPError
        {
            let said = request.redactor.excerpt(Data(message.utf8))
            let reason =
                switch Int(code) {
                case _ where message.contains("CONNECT tunnel"): proxyRefusal(head)
                case ccurl_no_library: noLibrary
                case ccurl_no_host, ccurl_no_proxy_host: unknownHost
                case ccurl_no_connection: noAnswer
                // The address has been checked, so it is the version of HTTP in the answer.
                case ccurl_unsupported, ccurl_strange_answer: unreadableHead
                case ccurl_partial, ccurl_empty, ccurl_not_sent, ccurl_not_received: brokenOff
                case ccurl_no_tls, ccurl_untrusted: isOfTLS(said) ? said : notSecure
                default: said
                }
            return .connectionFailed(host: request.host, reason: reason)
        }
    }
#endif
