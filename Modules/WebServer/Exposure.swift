import CommandSupport
import Foundation
import HummingbirdCore
import NIOSSL
import Persistence
import Values
import WebApplication

/// How the program is reached: from this machine alone, or from others too.
struct Exposure: Sendable {
    /// The address to listen on: a number, or `unix:` with a path.
    let bind: String
    let port: Int?
    let certificate: String?
    let key: String?
    /// The address of a proxy in front; nil without one.
    let proxy: PublicAddress?
    /// Whether the program makes its own certificate for machines in the same network.
    var isInHomeNetwork = false

    /// The path of a socket of files.
    var socketPath: String? { bind.hasPrefix("unix:") ? String(bind.dropFirst(5)) : nil }

    /// The address as the system has it.
    var address: String { bind == "localhost" ? "127.0.0.1" : bind }

    /// Whether only this machine reaches the program, and nobody in front of it does.
    var isLocal: Bool { proxy == nil && ["127.0.0.1", "::1"].contains(address) }

    /// Why the options do not go together; nil when they do.
    var contradiction: String? {
        if let port, !(1...65_535).contains(port) { return "--port has to be from 1 to 65535." }
        if (certificate == nil) != (key == nil) { return "--tls-cert and --tls-key are given together." }
        if isInHomeNetwork, certificate != nil || proxy != nil {
            return "--lan makes its own certificate: leave out --tls-cert, --tls-key and --behind-proxy."
        }
        if isInHomeNetwork, !HomeNetwork.isPrivate(address) {
            return
                "'\(bind.printable)' is no address of a home network, as 192.168.1.20: these begin with 192.168, 10 or "
                + "172.16 to 172.31."
        }
        if certificate != nil, proxy != nil {
            return "Behind a proxy, the proxy encrypts: leave out --tls-cert and --tls-key."
        }
        if socketPath != nil, proxy == nil { return "A socket of files needs a proxy in front: give --behind-proxy." }
        if let path = socketPath, !path.hasPrefix("/") || path.utf8.count > 100 {
            return "'\(path.printable)' has to be a whole path of at most 100 bytes."
        }
        if socketPath != nil, port != nil { return "A socket of files has no port." }
        guard socketPath != nil || Self.isNumeric(address) else {
            return "'\(bind.printable)' has to be an address in numbers, as 127.0.0.1, or unix: with a path."
        }
        return nil
    }

    /// Refuses to be reached from other machines where that would let in anybody.
    ///
    /// - Parameters:
    ///   - hasPeople: whether somebody has a password.
    ///   - publicURL: where others find the program, as the settings say.
    /// - Throws: ``CommandError`` with the ways out.
    func check(hasPeople: Bool, publicURL: PublicAddress?) throws {
        guard !isLocal else { return }
        let ways =
            "From the other machine, with nothing changed here: ssh -L 8765:127.0.0.1:8765 HOST. Or say who may log in with "
            + "cst-web user add NAME, and then give --tls-cert and --tls-key, or --behind-proxy URL for a proxy that encrypts."
        guard hasPeople else {
            throw CommandError(
                .usage, "web.noPeople", "Other machines would reach the dashboard, and nobody has a password.",
                hint: ways)
        }
        guard certificate != nil || proxy != nil || isInHomeNetwork else {
            throw CommandError(
                .usage, "web.unencrypted", "Other machines would reach the dashboard without encryption.", hint: ways)
        }
        if proxy == nil, ["0.0.0.0", "::"].contains(address), publicURL == nil {
            throw CommandError(
                .usage, "web.noName", "Nobody knows under which name other machines find the dashboard.",
                hint: "Say it in the setting web.publicURL, as https://savings.example.org:8765.")
        }
    }

    /// The encryption; nil without one.
    ///
    /// - Throws: ``CommandError`` when a file cannot be read as what it has to be.
    func encryption() throws -> TLSConfiguration? {
        guard let certificate, let key else { return nil }
        let permissions = try? FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
        if let permissions, permissions & 0o007 != 0 {
            throw CommandError(
                .outside, "web.openKey", "Everybody can read or change the key '\(key)'.",
                hint: "chmod 600 \(key.shellWord)")
        }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate).map(NIOSSLCertificateSource.certificate)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            guard !chain.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
            return configuration
        } catch {
            throw CommandError(
                .outside, "web.noCertificate", "'\(certificate)' and '\(key)' are no certificate with its key in PEM.",
                hint: "Check both files and who may read them.")
        }
    }

    /// Takes a socket away that a program left behind which was killed.
    ///
    /// - Throws: ``CommandError`` when somebody listens there, or something else is there.
    func clearSocket() throws {
        guard let path = socketPath else { return }
        var info = stat()
        guard lstat(path, &info) == 0 else { return }
        func taken(_ reason: String) -> CommandError {
            CommandError(.outside, "web.socketTaken", "'\(path)' cannot be used: \(reason).", hint: "Name another one.")
        }
        guard info.st_mode & S_IFMT == S_IFSOCK else { throw taken("it is something else") }
        guard !FilesSocket.answers(path) else { throw taken("somebody listens there") }
        unlink(path)
    }

    private static func isNumeric(_ address: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, address, &four) == 1 || inet_pton(AF_INET6, address, &six) == 1
    }
}

/// A socket in the file system.
private enum FilesSocket {
    /// Whether somebody listens there.
    static func answers(_ path: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: place.sun_path)
        guard path.utf8.count < room else { return false }
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
