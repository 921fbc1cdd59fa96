public import struct Foundation.UUID

extension UUID {
    /// Returns a random identifier (version 4) made by the system's generator.
    ///
    /// Foundation's own on Linux opens, reads and closes a file of the system for each, which a hundred thousand rows feel.
    public static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        return random(from: &generator)
    }

    /// Returns a random identifier (version 4) made by a generator.
    public static func random(from generator: inout some RandomNumberGenerator) -> UUID {
        var bytes = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
        withUnsafeMutableBytes(of: &bytes) { bytes in
            bytes.storeBytes(of: generator.next(), as: UInt64.self)
            bytes.storeBytes(of: generator.next(), toByteOffset: 8, as: UInt64.self)
            // The version, and the variant of RFC 9562.
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
        }
        return UUID(uuid: bytes)
    }
}
