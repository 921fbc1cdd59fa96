import Foundation

/// Descriptors of the process that text is written to.
public enum Descriptor {
    /// Why text could not be written: the number that the system gave.
    public struct Failure: Error, Sendable {
        /// The system's number, as in `errno`.
        public let number: Int32
    }

    /// Writes everything or throws; a reader that has gone away is no failure.
    public static func write(_ text: String, to descriptor: Int32) throws(Failure) {
        try write(Array(text.utf8), to: descriptor)
    }

    /// Writes everything or throws; a reader that has gone away is no failure.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                return
            } else if errno != EINTR {
                throw Failure(number: errno)
            }
        }
    }
}
