extension HTTPError {
    /// Whether the server may have carried the request out although no answer came: it must not be sent again without asking
    /// whether that does harm.
    public var mayHaveArrived: Bool {
        switch self {
        case .timedOut, .tooLarge: true
        case .connectionFailed(_, let reason): !TransportFailure.isBeforeSending(reason)
        // An answer with a status says that it was not carried out.
        case .status, .rateLimited, .failedBefore, .redirectRefused, .offline, .unusableURL: false
        }
    }
}
