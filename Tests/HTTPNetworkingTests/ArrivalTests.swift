import HTTPNetworking
import Testing

/// Whether a request may have been carried out although no answer came.
struct ArrivalTests {
    @Test(arguments: [
        ("there is no such host", false), ("nothing answers there", false), ("there is no network", false),
        ("no secure connection could be made", false), ("SSL certificate problem: self-signed certificate", false),
        ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", false),
        ("SSL: no alternative certificate subject name matches target host name 'a'", false),
        ("OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading", true),
        ("it was broken off", true), ("the answer is not HTTP", true), ("Recv failure: Connection reset by peer", true),
    ])
    func `of a connection that failed`(reason: String, mayHaveArrived: Bool) {
        #expect(HTTPError.connectionFailed(host: "a", reason: reason).mayHaveArrived == mayHaveArrived)
    }

    @Test(arguments: [
        (HTTPError.timedOut(host: "a"), true), (.tooLarge(host: "a", limit: 1), true), (.offline(host: "a"), false),
        (.status(host: "a", code: 500, excerpt: ""), false), (.rateLimited(host: "a", retryAfter: nil), false),
    ])
    func `of another failure`(error: HTTPError, mayHaveArrived: Bool) {
        #expect(error.mayHaveArrived == mayHaveArrived)
    }
}
