import CommandSupport
import Crypto
import Dispatch
import Foundation
import NIOSSL
import Persistence
import SwiftASN1
import X509

/// A self-signed certificate, made once for an address and kept with its key beside the data, for the user alone.
struct OwnCertificate {
    /// The encryption with it.
    let configuration: TLSConfiguration
    /// The SHA-256 of the certificate, as browsers show it.
    let fingerprint: String

    /// The days that it lasts: browsers take none for longer.
    private static let days = 397
    /// It is made anew when fewer days are left.
    private static let rest = 30

    /// The certificate of an address, as it is kept or a new one.
    ///
    /// - Parameters:
    ///   - address: the address in numbers.
    ///   - database: the database file, beside which it is kept; nil for a store that is no file, where it is beside the settings.
    /// - Throws: ``CommandError`` where it cannot be written, errors of the libraries.
    init(for address: String, in database: String?, _ context: CommandContext) throws {
        let name = "web-\(address).pem"
        let path =
            database.map { URL(fileURLWithPath: $0).deletingLastPathComponent().appending(path: name).path }
            ?? context.pathBesideSettings(name)
        let end = context.presentInstant.addingTimeInterval(Double(Self.rest) * 86_400)
        if let known = Self.kept(path, until: end) {
            self = known
            return
        }
        let text = try Self.make(for: address, at: context.presentInstant)
        do {
            // A first start has no folder yet.
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try WholeFile.replace(path, with: Data(text.utf8), isPrivate: true)
        } catch {
            throw CommandError(
                .outside, "web.noCertificate", "The certificate '\(path)' could not be written.",
                hint: "Check who may write to its folder.")
        }
        guard let made = Self.kept(path, until: end) else {
            throw CommandError(
                .outside, "web.noCertificate", "The certificate '\(path)' cannot be read.",
                hint: "Check the clock of this machine, and who may read the file.")
        }
        self = made
    }

    private init(_ certificate: NIOSSLCertificate, _ key: NIOSSLPrivateKey) throws {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)], privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        self.configuration = configuration
        fingerprint = SHA256.hash(data: try certificate.toDERBytes()).map { String(format: "%02X", $0) }
            .joined(separator: ":")
    }

    /// The certificate of a file, if nobody else can read it and it lasts until an instant.
    private static func kept(_ path: String, until end: Date) -> OwnCertificate? {
        var info = stat()
        guard stat(path, &info) == 0, info.st_mode & 0o077 == 0, info.st_uid == getuid(),
            let text = FileManager.default.contents(atPath: path), let certificate = try? certificate(in: text),
            Date(timeIntervalSince1970: Double(certificate.notValidAfter)) > end,
            let key = try? NIOSSLPrivateKey(bytes: Array(text), format: .pem)
        else { return nil }
        return try? OwnCertificate(certificate, key)
    }

    private static func certificate(in text: Data) throws -> NIOSSLCertificate {
        guard let first = try NIOSSLCertificate.fromPEMBytes(Array(text)).first else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return first
    }

    /// A key and its certificate in PEM.
    private static func make(for address: String, at now: Date) throws -> String {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("CryptoSavingsTracker at \(address)") }
        let bytes = address.split(separator: ".").compactMap { UInt8($0) }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key.publicKey),
            // Clocks of phones are not all right.
            notValidBefore: now.addingTimeInterval(-86_400),
            notValidAfter: now.addingTimeInterval(Double(days - 1) * 86_400), issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames([.ipAddress(ASN1OctetString(contentBytes: bytes[...]))])
            }, issuerPrivateKey: Certificate.PrivateKey(key))
        return key.pemRepresentation + "\n" + (try certificate.serializeAsPEM().pemString) + "\n"
    }
}
