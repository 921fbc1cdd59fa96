/// Bitcoin Cash's addresses: a prefix, `:`, data in groups of five bits and a checksum of eight characters.
enum CashAddress {
    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// The version byte and hash behind a prefix; nil unless characters and checksum are right.
    static func decode(_ text: some StringProtocol, prefix: String) -> [UInt8]? {
        var values: [UInt8] = []
        for byte in text.utf8 {
            guard let value = alphabet.firstIndex(of: byte) else { return nil }
            values.append(UInt8(value))
        }
        guard values.count > 8, polymod(prefix.utf8.map { $0 & 31 } + [0] + values) == 0 else { return nil }
        return Bech32.bytes(values.dropLast(8))
    }

    /// The text behind the prefix for a version byte and a hash of 20 bytes.
    static func encode(_ bytes: [UInt8], prefix: String) -> String {
        let data = Bech32.groups(bytes)
        let checksum = polymod(prefix.utf8.map { $0 & 31 } + [0] + data + [UInt8](repeating: 0, count: 8))
        let values = data + (0..<8).map { UInt8(checksum >> UInt64(35 - 5 * $0) & 31) }
        return String(decoding: values.map { alphabet[Int($0)] }, as: UTF8.self)
    }

    private static func polymod(_ values: [UInt8]) -> UInt64 {
        let generators: [UInt64] = [
            0x98_f2bc_8e61, 0x79_b76d_99e2, 0xf3_3e5f_b3c4, 0xae_2eab_e2a8, 0x1e_4f43_e470,
        ]
        var checksum: UInt64 = 1
        for value in values {
            let top = checksum >> 35
            checksum = (checksum & 0x07_ffff_ffff) << 5 ^ UInt64(value)
            for (bit, generator) in generators.enumerated() where top >> UInt64(bit) & 1 == 1 { checksum ^= generator }
        }
        return checksum ^ 1
    }
}
