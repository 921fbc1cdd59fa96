/// Bech32 and Bech32m (BIP 173, BIP 350): a readable part, `1`, data in groups of five bits, and a checksum of six characters.
package struct Bech32: Equatable {
    /// Which constant the checksum ends with.
    package enum Variant: Equatable {
        case bech32
        case bech32m
    }

    /// The part before the last `1`, in lower case.
    let prefix: String
    /// The data without the checksum, five bits each.
    let data: [UInt8]
    /// Which checksum it has.
    let variant: Variant

    /// What is wrong with a text.
    enum Failure: Error, Equatable {
        /// A character that no part may have.
        case character(Character)
        /// Upper and lower case are mixed.
        case mixedCase
        /// There is no `1` with something before and six characters behind it, or the text is too long.
        case form
        /// The checksum does not agree.
        case checksum
    }

    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// Reads a text of at most `limit` characters: 90 by the standard, more for Cardano.
    init(_ text: String, limit: Int = 90) throws(Failure) {
        if let strange = text.first(where: { !$0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }) {
            throw .character(strange)
        }
        let lower = text.lowercased()
        guard text == lower || text == text.uppercased() else { throw .mixedCase }
        guard text.utf8.count <= limit, let separator = lower.lastIndex(of: "1"), separator > lower.startIndex else {
            throw .form
        }
        let tail = lower[lower.index(after: separator)...]
        guard tail.utf8.count >= 6 else { throw .form }
        var values: [UInt8] = []
        for character in tail {
            guard let byte = character.utf8.first, let value = Bech32.alphabet.firstIndex(of: byte) else {
                throw .character(character)
            }
            values.append(UInt8(value))
        }
        prefix = String(lower[..<separator])
        switch Bech32.polymod(Bech32.expanded(prefix) + values) {
        case 1: variant = .bech32
        case 0x2bc8_30a3: variant = .bech32m
        default: throw .checksum
        }
        data = Array(values.dropLast(6))
    }

    /// The text of a witness of version 0 (BIP 173).
    package static func witness(_ program: [UInt8], prefix: String) -> String {
        var data: [UInt8] = [0] + groups(program)
        let checksum = polymod(expanded(prefix) + data + [UInt8](repeating: 0, count: 6)) ^ 1
        data += (0..<6).map { UInt8(checksum >> UInt32(25 - 5 * $0) & 31) }
        return prefix + "1" + String(decoding: data.map { alphabet[Int($0)] }, as: UTF8.self)
    }

    /// Bytes in groups of five bits, the last one filled up with zeros.
    static func groups(_ bytes: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for byte in bytes {
            (bits, count) = ((bits << 8 | UInt32(byte)) & 0xfff, count + 8)
            while count >= 5 {
                count -= 5
                data.append(UInt8(bits >> UInt32(count) & 31))
            }
        }
        if count > 0 { data.append(UInt8(bits << UInt32(5 - count) & 31)) }
        return data
    }

    /// The readable part as the checksum takes it.
    private static func expanded(_ prefix: String) -> [UInt8] {
        prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 }
    }

    private static func polymod(_ values: [UInt8]) -> UInt32 {
        let generators: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
        var checksum: UInt32 = 1
        for value in values {
            let top = checksum >> 25
            checksum = (checksum & 0x1ff_ffff) << 5 ^ UInt32(value)
            for (bit, generator) in generators.enumerated() where top >> UInt32(bit) & 1 == 1 { checksum ^= generator }
        }
        return checksum
    }

    /// Groups of five bits as bytes; nil when more than four bits are left over, or they are not 0.
    static func bytes(_ groups: some Sequence<UInt8>) -> [UInt8]? {
        var (bits, count) = (UInt32(0), 0)
        var bytes: [UInt8] = []
        for group in groups {
            bits = bits << 5 | UInt32(group)
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
            bits &= 0xff
        }
        return count < 5 && bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
    }
}
