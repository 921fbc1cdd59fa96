import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Puts the session's errors into words.
enum TransportFailure {
    static func describe(_ error: any Error, _ request: HTTPRequest) -> HTTPError {
        let reason: String
        switch (error as? URLError)?.code {
        case .cannotFindHost?, .dnsLookupFailed?:
            reason = "there is no such host"
        case .cannotConnectToHost?:
            reason = "nothing answers there"
        case .networkConnectionLost?, .timedOut?:
            // Time-outs of the answer are ours, see URLSessionTransport: one of the session's is a connection that the
            // system gave up.
            reason = "it was broken off"
        case .notConnectedToInternet?:
            reason = "there is no network"
        case .secureConnectionFailed?, .serverCertificateHasBadDate?, .serverCertificateUntrusted?,
            .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?:
            reason = "no secure connection could be made"
        case .badServerResponse?, .cannotParseResponse?:
            reason = "the answer is not HTTP"
        default:
            reason = request.redactor.excerpt(Data(error.localizedDescription.utf8))
        }
        return .connectionFailed(host: request.host, reason: reason)
    }
}
