import Foundation

#if Crypto
    import Crypto
#endif

/// The program was built without cryptography.
struct NoSignatures: Error, CustomStringConvertible {
    let description =
        "Messages cannot be signed: the program was built without the trait Crypto. Remove the key from the settings."
}

/// The HMAC-SHA256 of a message.
///
/// - Throws: ``NoSignatures`` without the trait Crypto.
func hmacSHA256(key: Data, message: Data) throws(NoSignatures) -> Data {
    #if Crypto
        return Data(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    #else
        throw NoSignatures()
    #endif
}
