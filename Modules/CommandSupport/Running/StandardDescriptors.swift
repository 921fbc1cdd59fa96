import Foundation

/// Standard input, output and error, as whoever started the program left them.
enum StandardDescriptors {
    /// Occupies those that are closed: the files that the program opens would take their numbers, and the answer would
    /// be written into one of them. What is put here can neither be read nor written.
    static func occupyClosed() {
        for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
            // The lowest free number is taken, which is this one.
            _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
