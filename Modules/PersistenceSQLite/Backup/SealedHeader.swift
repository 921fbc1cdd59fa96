import Foundation
import Persistence

/// The beginning of an encrypted backup: how its key is made of the passphrase, and how long its content is.
///
/// Layout, numbers big-endian: "CSTSEAL1", log2 of scrypt's cost, its block size and parallelism (a byte each), a zero,
/// content length (8), salt (32), proof of the passphrase (32), checksum of all this (8).
struct SealedHeader {
    private static let mark = FilePlace.sealMark
    private static let version = UInt8(ascii: "1")
    static let size = 92
    static let saltSize = 32

    let costExponent: Int
    let blockSize: Int
    let parallelism: Int
    /// How many bytes the content has, before it is encrypted.
    let contentLength: Int
    let salt: Data
    /// Tells whether a passphrase is the right one.
    let proof: Data

    var bytes: Data {
        var bytes = SealedHeader.mark
        bytes += [SealedHeader.version, UInt8(costExponent), UInt8(blockSize), UInt8(parallelism), 0]
        bytes += SealedHeader.bigEndian(UInt64(contentLength)) + salt + proof
        return bytes + SealedHeader.checksum(bytes)
    }

    init(costExponent: Int, blockSize: Int, parallelism: Int, contentLength: Int, salt: Data, proof: Data) {
        self.costExponent = costExponent
        self.blockSize = blockSize
        self.parallelism = parallelism
        self.contentLength = contentLength
        self.salt = salt
        self.proof = proof
    }

    /// Reads the header of the backup at `path`.
    init(_ bytes: Data, path: String) throws(BackupError) {
        let bytes = Data(bytes)
        guard bytes.count <= 7 || bytes[7] == SealedHeader.version else { throw .newerEncryption(path: path) }
        guard bytes.count == SealedHeader.size else {
            throw .cutOff(path: path, bytes: bytes.count, expected: SealedHeader.size)
        }
        guard SealedHeader.checksum(bytes.prefix(84)) == bytes.suffix(8) else { throw .altered(path: path) }
        let length = bytes[12..<20].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length < 1 << 50 else { throw .altered(path: path) }
        self.init(
            costExponent: Int(bytes[8]), blockSize: Int(bytes[9]), parallelism: Int(bytes[10]),
            contentLength: Int(length), salt: bytes[20..<52], proof: bytes[52..<84])
        // Within what this version would spend on opening a file: 256 MiB of memory above all.
        guard (1...22).contains(costExponent), (1...16).contains(blockSize), (1...16).contains(parallelism),
            128 * blockSize << costExponent <= 256 << 20
        else {
            throw .newerEncryption(path: path)
        }
    }

    /// Whether a file claims to be an encrypted backup, of this or another version.
    static func begins(_ path: String) -> Bool {
        // Opening a named pipe would wait for somebody to write into it.
        var info = stat()
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return false }
        guard let handle = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: mark.count)) == mark
    }

    static func bigEndian(_ number: UInt64) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }

    private static func checksum(_ bytes: Data) -> Data {
        bigEndian(bytes.withUnsafeBytes { Checksum.of($0) })
    }
}
