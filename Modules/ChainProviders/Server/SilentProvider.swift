import Blockchain

/// A server or a program that did not answer within the time that one request may take.
struct SilentProvider: ProviderTimeout, Equatable, CustomStringConvertible {
    /// The host of the server, or the program.
    let name: String
    let seconds: Int64

    var description: String {
        "\(name) did not answer within \(seconds) s. Try again later, or choose another provider."
    }
}
