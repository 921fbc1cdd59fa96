import Testing

@testable import Blockchain

@Suite("Hashes against published vectors") struct HashTests {
    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// FIPS 180-4 and NIST's examples.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func `SHA-256`(message: String, digest: String) {
        #expect(Self.hex(SHA256.hash(Array(message.utf8))) == digest)
    }

    /// The vectors of the Keccak team and of Ethereum's specification.
    @Test(arguments: [
        ("", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
        ("abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
        ("Transfer(address,address,uint256)", "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"),
        (
            "The quick brown fox jumps over the lazy dog",
            "4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15"
        ),
    ])
    func `Keccak-256`(message: String, digest: String) {
        #expect(Self.hex(Keccak256.hash(Array(message.utf8))) == digest)
    }

    @Test func `messages of every length around a block are padded rightly`() {
        // The same bytes hashed whole and as a prefix of more must differ, whatever the padding.
        var digests: Set<String> = []
        for length in 50...300 {
            let message = [UInt8](repeating: 0x61, count: length)
            digests.insert(Self.hex(SHA256.hash(message)))
            digests.insert(Self.hex(Keccak256.hash(message)))
        }
        #expect(digests.count == 502)
    }

    @Test func `CRC-32`() {
        #expect(CRC32.checksum(Array("123456789".utf8)) == 0xcbf4_3926)
    }
}
