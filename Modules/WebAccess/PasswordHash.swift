import Crypto
import CryptoExtras
import Foundation

/// What is kept of a password, by scrypt: guessing costs 128 MB of memory for each try.
///
/// The parameters stand beside the hash, so that they can grow: https://cheatsheetseries.owasp.org names N = 2^17, r = 8, p = 1.
public struct PasswordHash: Codable, Hashable, Sendable {
    private let salt: Data
    private let hash: Data
    /// The exponent of two of scrypt's N.
    private let cost: Int
    /// Scrypt's r and p.
    private let block: Int, lanes: Int

    /// How long a password may be, in bytes.
    public static let lengths = 12...1024

    private static let usual = (cost: 17, block: 8, lanes: 1)

    /// What is kept of a password.
    ///
    /// - Throws: ``AccessError/password(bytes:)``, or what the library throws.
    public init(of password: String) throws {
        let bytes = Self.bytes(of: password)
        guard Self.lengths.contains(bytes.count) else { throw AccessError.password(bytes: bytes.count) }
        salt = Secret.random(16)
        (cost, block, lanes) = Self.usual
        hash = try Self.derived(bytes, salt, cost, block, lanes)
    }

    /// What no password matches, at the same cost: who tries names learns nothing by the time it takes.
    public static let ofNobody = PasswordHash(salt: Secret.random(16), hash: Secret.random(32))

    private init(salt: Data, hash: Data) {
        (self.salt, self.hash) = (salt, hash)
        (cost, block, lanes) = Self.usual
    }

    /// Whether it is the password. One that is too long is none, and costs nothing.
    public func matches(_ password: String) -> Bool {
        let bytes = Self.bytes(of: password)
        guard bytes.count <= Self.lengths.upperBound,
            let derived = try? Self.derived(bytes, salt, cost, block, lanes)
        else { return false }
        return SHA256.hash(data: derived) == SHA256.hash(data: hash)
    }

    /// A key that only who can read the file has, and that is another one for another password.
    var key: SymmetricKey { SymmetricKey(data: salt + hash) }

    /// The same characters give the same bytes, however a keyboard puts them together.
    private static func bytes(of password: String) -> Data {
        Data(password.precomposedStringWithCanonicalMapping.utf8)
    }

    private static func derived(_ password: Data, _ salt: Data, _ cost: Int, _ block: Int, _ lanes: Int) throws -> Data
    {
        try KDF.Scrypt.deriveKey(
            from: password, salt: salt, outputByteCount: 32, rounds: 1 << min(max(cost, 1), 20), blockSize: block,
            parallelism: lanes
        ).withUnsafeBytes { Data($0) }
    }
}
