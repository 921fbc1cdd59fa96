import Foundation
import Synchronization

/// Ends the program when the user interrupts it or something asks it to end, after what runs outside was ended too.
///
/// A handler may do hardly more than write into a pipe; a thread reads from it and does the rest.
enum Interruption {
    /// One for the process, as signals are.
    private static let ends: (reading: Int32, writing: Int32)? = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }()

    /// What the first signal does instead of ending the program, for one that goes on until then.
    private static let gently = Mutex<(@Sendable () -> Void)?>(nil)

    /// Lets the first signal from now on do something else than end the program; a second one ends it.
    static func endGently(_ ending: @escaping @Sendable () -> Void) { gently.withLock { $0 = ending } }

    /// From now on the signals cancel first, which ends external programs with all their children, and then the program.
    static func watch(cancel: @escaping @Sendable () -> Void) {
        // Made here, because a handler must not.
        guard let ends else { return }
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while true {
                while read(ends.reading, &byte, 1) != 1 {
                    guard errno == EINTR else { return }
                }
                let ending = gently.withLock { gently in
                    defer { gently = nil }
                    return gently
                }
                guard let ending else { break }
                ending()
            }
            cancel()
            let number = Int32(byte)
            guard number != SIGINT else { _exit(CommandError.Status.interrupted.rawValue) }
            // Whoever asked sees that the signal was what ended it.
            signal(number, SIG_DFL)
            kill(getpid(), number)
        }
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                let error = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(Interruption.ends?.writing ?? -1, &byte, 1)
                errno = error
            }
        }
    }
}
