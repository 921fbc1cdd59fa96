/// How many dated copies of a database are kept beside it, and how much room they may take.
///
/// One is made before the first change of a day (UTC). A large file is copied on fewer days, so that no more than 64 MB are
/// copied a day in the mean.
public struct CopyLimits: Sendable, Equatable {
    /// How many copies are kept; none are made with 0.
    public let count: Int
    /// How many bytes all copies take together; the newest stays in any case.
    public let bytes: Int

    /// Limits.
    public init(count: Int, bytes: Int = 1 << 30) {
        self.count = count
        self.bytes = bytes
    }

    /// No copies.
    public static let none = CopyLimits(count: 0)

    /// How many days lie at least between two copies of a file with so many bytes.
    static func daysBetween(sized bytes: Int) -> Int { max(1, (bytes + (64 << 20) - 1) / (64 << 20)) }
}
