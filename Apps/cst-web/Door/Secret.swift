import Crypto
import Foundation

/// A random text that proves who somebody is, 256 bits of it.
struct Secret: Sendable {
    let text: String

    /// A new one.
    init() {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        text = Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    /// What is kept of a secret that somebody presents, and compared: where two differ tells nothing of the secret itself.
    static func digest(_ text: String) -> SHA256.Digest { SHA256.hash(data: Data(text.utf8)) }
}
