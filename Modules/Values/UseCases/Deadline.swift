/// By when the outside has to have answered, on the clock of whoever set it.
public struct Deadline: Sendable {
    /// There is none: as long as it takes.
    public static let none = Deadline { nil }

    private let left: @Sendable () -> Duration?

    private init(left: @escaping @Sendable () -> Duration?) {
        self.left = left
    }

    /// A deadline after some time, which runs from now on.
    public init(in limit: Duration, on clock: any Clock<Duration>) {
        self.init(left: Self.countdown(limit, clock))
    }

    /// The same deadline, which runs `note` each time somebody reads how much time is left, as everybody does before a request to the
    /// outside.
    package func noting(_ note: @escaping @Sendable () -> Void) -> Deadline {
        Deadline { [left] in
            note()
            return left()
        }
    }

    /// What is left, never below zero; nil when there is no deadline.
    public var remaining: Duration? { left() }

    /// Opens the existential, so that instants of the one clock can be compared.
    private static func countdown<C: Clock<Duration>>(_ limit: Duration, _ clock: C) -> @Sendable () -> Duration? {
        let end = clock.now.advanced(by: limit)
        return { max(.zero, clock.now.duration(to: end)) }
    }
}
