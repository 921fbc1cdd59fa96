import Foundation

/// Reads the `Retry-After` header of RFC 9110, section 10.2.3.
enum RetryAfter {
    /// The time to wait, at most `RateLimiter.longestPause`; `nil` for what is negative, past or not readable.
    static func parse(_ text: String, now: Date) -> Duration? {
        let value = text.trimmingCharacters(in: .whitespaces)
        if !value.isEmpty, value.utf8.allSatisfy({ (48...57).contains($0) }) {
            // More digits than an integer holds are a long wait too.
            guard let seconds = Int64(value), seconds < 1_000_000 else { return RateLimiter.longestPause }
            return min(.seconds(seconds), RateLimiter.longestPause)
        }
        guard let date = HTTPDate.parse(value, now: now) else { return nil }
        let wait = Duration.seconds(date.timeIntervalSince(now))
        return wait > .zero ? min(wait, RateLimiter.longestPause) : nil
    }
}
