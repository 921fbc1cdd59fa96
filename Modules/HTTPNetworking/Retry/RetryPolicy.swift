/// Which failures are tried again, how often, and after what wait.
public struct RetryPolicy: Sendable {
    /// How many times a request is sent at most, the first time included.
    public let attempts: Int
    private let firstDelay: Duration
    private let longestDelay: Duration
    private let random: @Sendable () -> Double

    /// A policy.
    ///
    /// - Parameters:
    ///   - attempts: how many times a request is sent at most; 1 never repeats.
    ///   - firstDelay: the wait before the second attempt; it doubles for each further one.
    ///   - longestDelay: the most that doubling may reach.
    ///   - random: numbers in 0..<1 that spread the waits, so that many clients do not return at one moment.
    public init(
        attempts: Int = 3,
        firstDelay: Duration = .milliseconds(250),
        longestDelay: Duration = .seconds(10),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.attempts = max(1, attempts)
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        self.random = random
    }

    /// Whether the failure may go away by itself within seconds. A request that was refused (400, 401, 402, 403, 404,
    /// 418, 422 and the like) is never sent again, nor is one whose time is up.
    public func repeats(after failure: HTTPError) -> Bool {
        switch failure {
        case .connectionFailed, .rateLimited: true
        case .status(_, let code, _): code >= 500 || [408, 425, 429].contains(code)
        case .timedOut, .tooLarge, .failedBefore, .offline, .redirectRefused, .unusableURL: false
        }
    }

    /// The wait before the next attempt: what the server asked for and a little more, else between half and all of the
    /// doubled delay.
    ///
    /// - Parameters:
    ///   - attempt: how many attempts have failed, from 1.
    ///   - retryAfter: what the server asked for.
    public func delay(afterAttempt attempt: Int, retryAfter: Duration? = nil) -> Duration {
        let share = min(max(random(), 0), 1)
        if let retryAfter { return retryAfter + firstDelay * share }
        // Past 2^20 the longest delay holds anyway, and the product must not overflow.
        let doubled = min(firstDelay * (1 << min(max(attempt - 1, 0), 20)), longestDelay)
        return doubled * (0.5 + share / 2)
    }
}
