import Crypto
import Foundation

/// A browser in which somebody has signed in before. Wrong passwords from elsewhere do not keep it waiting.
public enum KnownBrowser {
    /// A mark for a cookie of a browser in which a person has just signed in. It proves nothing but that, and nothing any more
    /// once the person has another password.
    public static func mark(for person: Access.Person) -> String {
        let id = Secret().text
        return "\(id).\(code(of: id, for: person).map { String(format: "%02x", $0) }.joined())"
    }

    /// The key under which the browser's tries are counted; nil for a mark that was not made for the person.
    public static func id(_ mark: String, of person: Access.Person) -> String? {
        let parts = mark.split(separator: ".")
        guard mark.utf8.count <= 200, parts.count == 2, let code = Data(hexadecimal: parts[1]) else { return nil }
        let id = String(parts[0])
        return HMAC<SHA256>.isValidAuthenticationCode(
            code, authenticating: text(id, person), using: person.password.key)
            ? id : nil
    }

    private static func code(of id: String, for person: Access.Person) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: text(id, person), using: person.password.key)
    }

    private static func text(_ id: String, _ person: Access.Person) -> Data {
        Data("known browser \(id) \(person.name)".utf8)
    }
}

extension Data {
    fileprivate init?(hexadecimal text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes = Data()
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        self = bytes
    }
}
