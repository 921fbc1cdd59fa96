import Foundation

/// FNV-1a with 64 bits in hexadecimal digits: against accidents, not against forgers, who could not get into the folder.
enum Checksum {
    /// The checksum of some parts, and of where each ends.
    static func text(_ parts: Data...) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in parts {
            part.withUnsafeBytes { bytes in
                for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            }
            // No byte of a part has this value.
            hash = (hash ^ 0x100) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
