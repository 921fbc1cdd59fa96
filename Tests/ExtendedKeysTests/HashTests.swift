#if ExtendedKeys
    import Testing

    @testable import ExtendedKeys

    /// The hashes that keys need, held to the vectors that were published with them.
    @Suite struct HashTests {
        private static func hex(_ bytes: [UInt8]) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }

        @Test(arguments: [
            ("", "9c1185a5c5e9fc54612808977ee8f548b2258d31"), ("a", "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe"),
            ("abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
            ("message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "12a053384a9c0c88e405a06c27dcf49ada62eb2b"),
            (
                String(repeating: "1234567890", count: 8), "9b752e45573d4b39f4dbd3323cab82bf63326bfb"
            ),
        ]) func `RIPEMD-160`(message: String, digest: String) {
            #expect(Self.hex(RIPEMD160.hash(Array(message.utf8))) == digest)
        }

        @Test(arguments: [
            (
                "abc",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
                    + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
            ),
        ]) func `SHA-512`(message: String, digest: String) {
            #expect(Self.hex(SHA512.hash(Array(message.utf8))) == digest)
        }

        /// RFC 4231, cases 1, 2 and 6.
        @Test(arguments: [
            (
                [UInt8](repeating: 0x0b, count: 20), "Hi There",
                "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
                    + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                    + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
                    + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"
            ),
        ]) func `HMAC of SHA-512`(key: [UInt8], message: String, code: String) {
            #expect(Self.hex(SHA512.code(of: Array(message.utf8), key: key)) == code)
        }

        @Test func `messages of every length around a block`() {
            // The digest of all digests, which another implementation made too.
            let digests = (0...260).flatMap { SHA512.hash([UInt8](repeating: 0x61, count: $0)) }
            #expect(Self.hex(SHA512.hash(digests)).hasPrefix("f468bca9f4a756dcf44c686a6ac7b40f"))
            let shorter = (0...130).flatMap { RIPEMD160.hash([UInt8](repeating: 0x61, count: $0)) }
            #expect(Self.hex(RIPEMD160.hash(shorter)) == "04c93284ae5e22e0c331986d0ed54297108398ec")
        }
    }
#endif
