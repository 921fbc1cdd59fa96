public import Crypto
import Foundation

/// A random text that proves who somebody is, 256 bits of it.
public struct Secret: Sendable {
    /// The text, of letters that need no escaping in an address.
    public let text: String

    /// A new one.
    public init() { text = Self.random(32).urlText }

    /// Random bytes.
    static func random(_ count: Int) -> Data {
        var random = SystemRandomNumberGenerator()
        return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// What is kept of a secret that somebody presents, and compared: where two differ tells nothing of the secret itself.
    public static func digest(_ text: String) -> SHA256.Digest { SHA256.hash(data: Data(text.utf8)) }

    /// The digest as it is kept, in hexadecimal digits.
    public static func kept(_ text: String) -> String { digest(text).map { String(format: "%02x", $0) }.joined() }
}

extension Data {
    fileprivate var urlText: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
