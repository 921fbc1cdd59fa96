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
            // On Linux a reset is reported as a time-out. Real time-outs are ours, see URLSessionTransport.
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
