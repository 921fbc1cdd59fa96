/// Base 58: numbers written with letters and digits that cannot be taken for each other.
package struct Base58: Sendable {
    /// Bitcoin's alphabet.
    package static let bitcoin = Base58("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
    /// XRP's alphabet.
    static let xrp = Base58("rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz")

    private let digits: [UInt8]
    private let values: [UInt8: UInt32]

    private init(_ alphabet: String) {
        digits = Array(alphabet.utf8)
        values = Dictionary(uniqueKeysWithValues: zip(digits, 0...))
    }

    /// The first character that the alphabet does not have; nil when there is none.
    func strangeCharacter(in text: String) -> Character? {
        text.first { character in character.utf8.count != 1 || character.utf8.contains { values[$0] == nil } }
    }

    /// The bytes of a text; nil when a character is not of the alphabet.
    func decode(_ text: String) -> [UInt8]? {
        // Bytes with the last first, so that numbers grow at the end.
        var bytes: [UInt8] = []
        for character in text.utf8 {
            guard var carry = values[character] else { return nil }
            for index in bytes.indices {
                carry += UInt32(bytes[index]) * 58
                bytes[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            while carry > 0 {
                bytes.append(UInt8(truncatingIfNeeded: carry))
                carry >>= 8
            }
        }
        let zeros = text.utf8.prefix { $0 == digits[0] }.count
        return [UInt8](repeating: 0, count: zeros) + bytes.reversed()
    }

    /// The text of some bytes.
    func encode(_ bytes: [UInt8]) -> String {
        var places: [UInt32] = []
        for byte in bytes {
            var carry = UInt32(byte)
            for index in places.indices {
                carry += places[index] << 8
                places[index] = carry % 58
                carry /= 58
            }
            while carry > 0 {
                places.append(carry % 58)
                carry /= 58
            }
        }
        let zeros = bytes.prefix { $0 == 0 }.count
        let text = [UInt8](repeating: digits[0], count: zeros) + places.reversed().map { digits[Int($0)] }
        return String(decoding: text, as: UTF8.self)
    }

    /// The payload of a text that ends with the first four bytes of the double SHA-256 of the rest.
    ///
    /// - Returns: nil for a character that is not of the alphabet.
    func decodeChecked(_ text: String) -> CheckedPayload? {
        guard let bytes = decode(text) else { return nil }
        guard bytes.count > 4 else { return .wrongChecksum }
        let payload = Array(bytes.dropLast(4))
        return SHA256.doubleHash(payload).prefix(4).elementsEqual(bytes.suffix(4)) ? .payload(payload) : .wrongChecksum
    }

    /// The text of a payload with its checksum.
    package func encodeChecked(_ payload: [UInt8]) -> String { encode(payload + SHA256.doubleHash(payload).prefix(4)) }

    /// What a text with a checksum holds.
    enum CheckedPayload: Equatable {
        /// The checksum agrees.
        case payload([UInt8])
        /// It does not, or there is none.
        case wrongChecksum
    }
}
