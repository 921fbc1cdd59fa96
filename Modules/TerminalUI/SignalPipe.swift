import Foundation

/// Signals as bytes in a pipe, so that one loop waits for them and for keys. A handler may do hardly more than that.
struct SignalPipe {
    private typealias Handler = @convention(c) (Int32) -> Void

    /// What ends the program, stops and continues it, and tells of a new size.
    private static let caught = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

    /// One for the process, as signals are.
    private static let ends: (reading: Int32, writing: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return (-1, -1) }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (ends[0], ends[1])
    }()

    private var previous: [(signal: Int32, handler: Handler?)] = []

    /// Where the signals can be read.
    var descriptor: Int32 { Self.ends.reading }

    /// Catches the signals.
    mutating func open() {
        // Made here, because a handler must not.
        guard previous.isEmpty, Self.ends.writing >= 0 else { return }
        previous = Self.caught.map { number in
            let handler = signal(number) { number in
                let error = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalPipe.ends.writing, &byte, 1)
                errno = error
            }
            return (number, handler)
        }
    }

    /// Lets the signals do again what they did before.
    mutating func close() {
        for (number, handler) in previous { _ = signal(number, handler) }
        previous = []
    }

    /// Sends a signal to this very thread, where it acts before the call returns. The threads of the pool that run commands
    /// block signals as a rule.
    static func raise(_ number: Int32) {
        var (one, before) = (sigset_t(), sigset_t())
        sigemptyset(&one)
        sigaddset(&one, number)
        pthread_sigmask(SIG_UNBLOCK, &one, &before)
        _ = Foundation.raise(number)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// The signals that came since.
    func read() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map(Int32.init)
    }
}
