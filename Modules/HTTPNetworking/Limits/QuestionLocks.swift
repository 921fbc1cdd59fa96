import Foundation

/// Locks on requests, shared by all programs with one folder: while one sends a request, the others wait for its answer.
///
/// The system lets go of a lock when its program ends, however it does.
struct QuestionLocks: RequestLocks {
    private let folder: URL
    private static let pause: Duration = .milliseconds(50)

    /// Locks in a folder of their own, which is made when it is needed.
    init(folder: URL) {
        self.folder = folder
    }

    func withLock<Value: Sendable>(
        _ key: String, patience: Duration, clock: any Clock<Duration>, _ work: () async throws -> Value
    ) async throws -> Value {
        let descriptor = opened(key)
        defer { if descriptor >= 0 { close(descriptor) } }
        let watch = Stopwatch(clock)
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK,
            watch.elapsed < patience
        {
            try await clock.sleep(for: Self.pause)
        }
        return try await work()
    }

    /// Few files for all requests: two that share one wait for each other a little, and nothing has to be tidied up.
    private func opened(_ key: String) -> Int32 {
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = folder.appending(path: String(Checksum.text(Data(key.utf8)).suffix(2)))
        return open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
}
