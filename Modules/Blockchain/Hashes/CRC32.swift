/// CRC-32 (ISO 3309), the checksum of Cardano's first addresses.
enum CRC32 {
    /// The checksum of some bytes.
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var register = UInt32.max
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xedb8_8320 : 0) }
        }
        return ~register
    }
}
