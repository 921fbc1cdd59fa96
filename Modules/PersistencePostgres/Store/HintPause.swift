/// The pause between two hints of one store.
struct HintPause {
    /// When the hint of a write is sent.
    enum Time { case now, later, never }

    /// Nobody who looks at a page sees it, and it is long for a write.
    static let length = Duration.milliseconds(50)

    private var last: ContinuousClock.Instant?
    private var isLeft = false

    /// Takes note of a write: its hint is sent now, later, or not at all because another one follows anyway.
    mutating func note(at instant: ContinuousClock.Instant) -> Time {
        if let last, last.duration(to: instant) < Self.length {
            defer { isLeft = true }
            return isLeft ? .never : .later
        }
        // One that is left says it too.
        last = instant
        isLeft = false
        return .now
    }

    /// Whether a hint is left to be sent; it is not afterwards.
    mutating func take(at instant: ContinuousClock.Instant) -> Bool {
        guard isLeft else { return false }
        (last, isLeft) = (instant, false)
        return true
    }
}
