#if Crypto
    import Foundation
    import Persistence
    import StoreSamples
    import Testing

    @testable import PersistenceSQLite

    @Suite("Encrypted files")
    struct SealedFileTests {
        @Test func `A header that asks for more memory than a backup of ours is refused`() throws {
            func header(_ costExponent: Int, _ blockSize: Int) throws -> SealedHeader {
                let header = SealedHeader(
                    costExponent: costExponent, blockSize: blockSize, parallelism: 1, contentLength: 1,
                    salt: Data(count: 32), proof: Data(count: 32))
                return try SealedHeader(header.bytes, path: "b")
            }
            for (costExponent, blockSize) in [(17, 8), (17, 16), (18, 8)] { _ = try header(costExponent, blockSize) }
            for (costExponent, blockSize) in [(18, 16), (20, 16), (22, 1), (63, 16), (255, 255)] {
                #expect(throws: BackupError.newerEncryption(path: "b")) { try header(costExponent, blockSize) }
            }
        }

        private static func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

        /// A file of `size` bytes, sealed with little effort, and a folder for more.
        private static func withSealed(_ size: Int, _ body: (String, SealedFile, Data) async throws -> Void)
            async throws
        {
            try await withTemporaryFolder { folder in
                let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 131 ^ $0 >> 8) })
                try content.write(to: url(folder + "/plain"))
                try Data().write(to: url(folder + "/sealed"))
                let format = try SealedFile(passphrase: "s3cret ü", costExponent: 4)
                try format.seal(folder + "/plain", into: folder + "/sealed", for: folder + "/sealed")
                try await body(folder, format, content)
            }
        }

        private static func opened(_ folder: String, _ format: SealedFile) throws -> Data {
            try Data().write(to: url(folder + "/opened"))
            try format.open(folder + "/sealed", into: folder + "/opened", for: folder + "/sealed")
            return try Data(contentsOf: url(folder + "/opened"))
        }

        @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
        func `What is sealed is opened again, whatever its size`(_ size: Int) async throws {
            try await SealedFileTests.withSealed(size) { folder, format, content in
                #expect(try SealedFileTests.opened(folder, format) == content)
                let sealed = try Data(contentsOf: SealedFileTests.url(folder + "/sealed"))
                #expect(size < 64 || sealed.range(of: content.prefix(64)) == nil)
                // The same letters as other code points.
                let typed = try SealedFile(passphrase: "s3cret u\u{308}", costExponent: 4)
                #expect(try SealedFileTests.opened(folder, typed) == content)
            }
        }

        @Test func `Another passphrase is called wrong`() async throws {
            try await SealedFileTests.withSealed(1000) { folder, _, _ in
                #expect(throws: BackupError.wrongPassphrase(path: folder + "/sealed")) {
                    try SealedFileTests.opened(folder, try SealedFile(passphrase: "s3cret u", costExponent: 4))
                }
            }
        }

        @Test func `A file that ends too early is called cut off, at any byte`() async throws {
            try await SealedFileTests.withSealed(140_000) { folder, format, _ in
                let path = folder + "/sealed"
                let sealed = try Data(contentsOf: SealedFileTests.url(path))
                for size in [8, 91, 92, 93, 65_643, 65_644, 131_196, sealed.count - 17, sealed.count - 1] {
                    try sealed.prefix(size).write(to: SealedFileTests.url(path))
                    let expected = size < SealedHeader.size ? SealedHeader.size : sealed.count
                    #expect(throws: BackupError.cutOff(path: path, bytes: size, expected: expected)) {
                        try SealedFileTests.opened(folder, format)
                    }
                }
            }
        }

        @Test func `Changed, moved, repeated and added bytes are called altered`() async throws {
            try await SealedFileTests.withSealed(140_000) { folder, format, _ in
                let path = folder + "/sealed"
                let sealed = try Data(contentsOf: SealedFileTests.url(path))
                let chunk = 65_552
                let (first, second) = (sealed[92..<92 + chunk], sealed[92 + chunk..<92 + 2 * chunk])
                var forgeries = [
                    sealed + [0], sealed.prefix(92) + second + first + sealed.suffix(from: 92 + 2 * chunk),
                    sealed.prefix(92) + first + first + sealed.suffix(from: 92 + 2 * chunk),
                ]
                for index in [8, 12, 19, 20, 60, 91, 92, 70_000, 131_195, 131_196, sealed.count - 1] {
                    var forgery = sealed
                    forgery[index] ^= 1
                    forgeries.append(forgery)
                }
                for (number, forgery) in forgeries.enumerated() {
                    try forgery.write(to: SealedFileTests.url(path))
                    #expect(throws: BackupError.altered(path: path), "forgery \(number)") {
                        try SealedFileTests.opened(folder, format)
                    }
                }
            }
        }

        @Test func `A later format is called newer`() async throws {
            try await SealedFileTests.withSealed(10) { folder, format, _ in
                let path = folder + "/sealed"
                var sealed = try Data(contentsOf: SealedFileTests.url(path))
                sealed[7] = UInt8(ascii: "2")
                try sealed.write(to: SealedFileTests.url(path))
                #expect(throws: BackupError.newerEncryption(path: path)) {
                    try SealedFileTests.opened(folder, format)
                }
            }
        }

        @Test func `Each file has a key of its own`() async throws {
            try await SealedFileTests.withSealed(100) { folder, format, _ in
                try Data().write(to: SealedFileTests.url(folder + "/again"))
                try format.seal(folder + "/plain", into: folder + "/again", for: folder + "/again")
                let files = try ["/sealed", "/again"].map { try Data(contentsOf: SealedFileTests.url(folder + $0)) }
                #expect(files[0].count == files[1].count && files[0].suffix(116) != files[1].suffix(116))
            }
        }

        @Test func `An encrypted backup is not restored without its passphrase`() async throws {
            try await SealedFileTests.withSealed(100) { folder, _, _ in
                let (sealed, path) = (folder + "/sealed", folder + "/store.sqlite")
                await #expect(throws: BackupError.passphraseNeeded(path: sealed)) {
                    try await SQLiteStore.restore(from: sealed, to: path, at: start)
                }
                await #expect(throws: BackupError.wrongPassphrase(path: sealed)) {
                    try await SQLiteStore.restore(from: sealed, to: path, passphrase: "two", at: start)
                }
                // The right one brings out something that is no store.
                await #expect(throws: StoreError.self) {
                    try await SQLiteStore.restore(from: sealed, to: path, passphrase: "s3cret ü", at: start)
                }
                #expect(!FileManager.default.fileExists(atPath: path))
            }
        }
    }
#endif
