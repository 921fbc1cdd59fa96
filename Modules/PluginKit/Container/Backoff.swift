/// How long to wait between attempts: five seconds at first, doubled after each failure, up to five minutes.
enum Backoff {
    static let first: Duration = .seconds(5)
    static let limit: Duration = .seconds(300)

    /// The wait after this many failures in a row, from 1.
    static func wait(afterFailures failures: Int) -> Duration {
        var wait = first
        for _ in 1..<max(failures, 1) where wait < limit { wait *= 2 }
        return min(wait, limit)
    }
}
