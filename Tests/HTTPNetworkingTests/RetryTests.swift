import Foundation
import Testing

@testable import HTTPNetworking

@Suite("Retry")
struct RetryTests {
    static let now = Date(timeIntervalSince1970: 784_111_777 - 30)  // Sun, 06 Nov 1994 08:49:07 GMT

    @Test(
        "Retry-After is read in seconds and in the three date forms",
        arguments: [
            ("0", 0), ("119", 119), (" 7 ", 7), ("600", 600), ("601", 600), ("99999999999999999999", 600),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 30), ("Sunday, 06-Nov-94 08:49:37 GMT", 30),
            ("Sun Nov  6 08:49:37 1994", 30), ("Sun, 06 Nov 2044 08:49:37 GMT", 600),
        ])
    func retryAfter(_ text: String, _ seconds: Int) {
        #expect(RetryAfter.parse(text, now: Self.now) == .seconds(seconds))
    }

    @Test(
        "what is negative, past or garbage is ignored",
        arguments: [
            "", "-5", "+5", "1.5", "1e3", "٣", "soon", "5 seconds", "Sun, 06 Nov 1994 08:49:07 GMT",
            "Sun, 06 Nov 1994 08:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 31 Feb 1995 08:49:37 GMT",
            "Sun, 06 Foo 1995 08:49:37 GMT", "Sun, 06 Nov 1995 25:49:37 GMT", "Sunday, 06-Nov-70 08:49:37 GMT",
            "Sun, 06 Nov 1995 08:49 GMT",
        ])
    func garbage(_ text: String) {
        #expect(RetryAfter.parse(text, now: Self.now) == nil)
    }

    @Test("a two-digit year more than 50 years ahead is in the past century")
    func shortYear() {
        let now = Date(timeIntervalSince1970: 1_779_278_400)  // 2026
        let year = { (text: String) in
            HTTPDate.parse("Sunday, 06-Nov-\(text) 08:49:37 GMT", now: now)
                .map { Int($0.timeIntervalSince1970 / 31_556_952) + 1970 }
        }
        #expect(year("76") == 2076)
        #expect(year("77") == 1977)
    }

    @Test("only what may go away by itself is repeated")
    func repeats() {
        let policy = RetryPolicy()
        for code in 300..<600 {
            let expected = code >= 500 || [408, 425, 429].contains(code)
            #expect(policy.repeats(after: .status(host: "h", code: code, excerpt: "")) == expected, "\(code)")
        }
        #expect(policy.repeats(after: .connectionFailed(host: "h", reason: "")))
        #expect(policy.repeats(after: .rateLimited(host: "h", retryAfter: nil)))
        for failure: HTTPError in [
            .timedOut(host: "h"), .tooLarge(host: "h", limit: 1), .offline(host: "h"), .unusableURL("x"),
            .redirectRefused(host: "h", target: "t"),
        ] {
            #expect(!policy.repeats(after: failure))
        }
    }

    @Test("waits double up to the longest, spread over their upper half")
    func delays() {
        for (random, factor) in [(0.0, 0.5), (1.0, 1.0), (0.5, 0.75)] {
            let policy = RetryPolicy(firstDelay: .seconds(1), longestDelay: .seconds(5), random: { random })
            for (attempt, seconds) in [(1, 1.0), (2, 2.0), (3, 4.0), (4, 5.0), (100, 5.0)] {
                #expect(policy.delay(afterAttempt: attempt) == .seconds(seconds * factor))
            }
            #expect(policy.delay(afterAttempt: 1, retryAfter: .seconds(7)) == .seconds(7) + .seconds(random))
        }
    }
}
