#if Crypto
    import Crypto
    import CryptoExtras
    import Foundation
    import Persistence

    /// Encrypts files with a passphrase and opens them again, a chunk at a time, so that the size of a file costs no memory.
    ///
    /// The key is made by scrypt. Every chunk is sealed with ChaCha20-Poly1305 over the header, its number and whether it is
    /// the last, so that none can be changed, moved, left out or cut off unnoticed. A salt of its own gives each file a key of
    /// its own, which lets the number of the chunk serve as nonce.
    struct SealedFile {
        private static let chunkSize = 65_536
        private static let tagSize = 16

        private let passphrase: Data
        private let costExponent: Int

        /// A cost of 2^17 takes 128 MiB and a good part of a second.
        init(passphrase: String, costExponent: Int = 17) throws(BackupError) {
            guard !passphrase.isEmpty else { throw .emptyPassphrase }
            // The same letters are typed as different code points on different systems.
            self.passphrase = Data(passphrase.precomposedStringWithCanonicalMapping.utf8)
            self.costExponent = costExponent
        }

        // MARK: - Sealing

        /// Encrypts the file `source` into the empty file `destination` and reads it back; errors name `path`.
        func seal(_ source: String, into destination: String, for path: String) throws {
            let length = try SealedFile.size(source)
            let salt = Data((0..<SealedHeader.saltSize).map { _ in UInt8.random(in: .min ... .max) })
            let (key, proof) = try keys(costExponent: costExponent, blockSize: 8, parallelism: 1, salt: salt)
            let header = SealedHeader(
                costExponent: costExponent, blockSize: 8, parallelism: 1, contentLength: length, salt: salt,
                proof: proof)
            try SealedFile.writing(destination, for: path) { output in
                try output.write(contentsOf: header.bytes)
                try SealedFile.reading(source) { input in
                    for number in 0..<SealedFile.chunkCount(length) {
                        let chunk = try input.read(upToCount: SealedFile.chunkSize) ?? Data()
                        let box = try ChaChaPoly.seal(
                            chunk, using: key, nonce: try SealedFile.nonce(number),
                            authenticating: SealedFile.context(header, number))
                        try output.write(contentsOf: box.ciphertext + box.tag)
                    }
                }
            }
            try SealedFile.reading(source) { input in
                try SealedFile.forEachChunk(of: destination, header, key: key, for: path) { chunk in
                    guard chunk == (try input.read(upToCount: SealedFile.chunkSize) ?? Data()) else {
                        throw BackupError.notVerified(path: path)
                    }
                }
            }
        }

        // MARK: - Opening

        /// Decrypts the file `source` into the empty file `destination`; errors name `path`.
        func open(_ source: String, into destination: String, for path: String) throws {
            let size = try SealedFile.size(source)
            let header = try SealedFile.reading(source) { input in
                try SealedHeader(try input.read(upToCount: SealedHeader.size) ?? Data(), path: path)
            }
            let expected =
                SealedHeader.size + header.contentLength
                + SealedFile.tagSize * SealedFile.chunkCount(header.contentLength)
            guard size >= expected else { throw BackupError.cutOff(path: path, bytes: size, expected: expected) }
            guard size == expected else { throw BackupError.altered(path: path) }
            let (key, proof) = try keys(
                costExponent: header.costExponent, blockSize: header.blockSize, parallelism: header.parallelism,
                salt: header.salt)
            guard proof == header.proof else { throw BackupError.wrongPassphrase(path: path) }
            try SealedFile.writing(destination, for: destination) { output in
                try SealedFile.forEachChunk(of: source, header, key: key, for: path) {
                    try output.write(contentsOf: $0)
                }
            }
        }

        private static func forEachChunk(
            of source: String, _ header: SealedHeader, key: SymmetricKey, for path: String,
            _ body: (Data) throws -> Void
        ) throws {
            try reading(source) { input in
                try input.seek(toOffset: UInt64(SealedHeader.size))
                for number in 0..<chunkCount(header.contentLength) {
                    let sealed = try input.read(upToCount: chunkSize + tagSize) ?? Data()
                    guard sealed.count >= tagSize,
                        let box = try? ChaChaPoly.SealedBox(
                            nonce: nonce(number), ciphertext: sealed.dropLast(tagSize), tag: sealed.suffix(tagSize)),
                        let chunk = try? ChaChaPoly.open(box, using: key, authenticating: context(header, number))
                    else { throw BackupError.altered(path: path) }
                    try body(chunk)
                }
            }
        }

        // MARK: - Parts

        private func keys(
            costExponent: Int, blockSize: Int, parallelism: Int, salt: Data
        ) throws -> (key: SymmetricKey, proof: Data) {
            let made = try KDF.Scrypt.deriveKey(
                from: passphrase, salt: salt, outputByteCount: 64, rounds: 1 << costExponent, blockSize: blockSize,
                parallelism: parallelism
            ).withUnsafeBytes { Data($0) }
            return (SymmetricKey(data: made.prefix(32)), Data(made.suffix(32)))
        }

        private static func chunkCount(_ length: Int) -> Int { max(1, (length + chunkSize - 1) / chunkSize) }

        private static func nonce(_ number: Int) throws -> ChaChaPoly.Nonce {
            try ChaChaPoly.Nonce(data: Data(count: 4) + SealedHeader.bigEndian(UInt64(number)))
        }

        /// What a chunk is bound to: the file, its place in it, and whether it is the end.
        private static func context(_ header: SealedHeader, _ number: Int) -> Data {
            let isLast = number == chunkCount(header.contentLength) - 1
            return header.bytes + SealedHeader.bigEndian(UInt64(number)) + [isLast ? 1 : 0]
        }

        private static func size(_ path: String) throws -> Int {
            try reading(path) { Int(try $0.seekToEnd()) }
        }

        private static func reading<Result>(_ path: String, _ body: (FileHandle) throws -> Result) throws -> Result {
            guard let handle = FileHandle(forReadingAtPath: path) else {
                throw StoreError.unusable(at: .file(path), detail: String(cString: strerror(errno)))
            }
            defer { try? handle.close() }
            return try body(handle)
        }

        private static func writing(_ path: String, for shown: String, _ body: (FileHandle) throws -> Void) throws {
            guard let handle = FileHandle(forWritingAtPath: path) else { throw StoreError(writing: shown, code: errno) }
            defer { try? handle.close() }
            do {
                try body(handle)
            } catch let error as CocoaError {
                throw error.code == .fileWriteOutOfSpace
                    ? StoreError.full(at: .file(shown))
                    : StoreError.unusable(at: .file(shown), detail: error.localizedDescription)
            }
        }
    }
#endif
