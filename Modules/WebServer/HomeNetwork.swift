import CommandSupport
import Foundation
import Persistence
import Presentation
import Values
import WebAccess
import WebApplication

/// The machines in the same network, as the phones of a household.
enum HomeNetwork {
    /// The address of this machine in its network, in numbers; nil where it has none.
    static func address() -> String? {
        let all = interfaces()
        // Of several networks, that is meant through which everything else is found.
        return outgoing().flatMap { isPrivate($0) && !isLoopback($0) ? $0 : nil } ?? all.first
    }

    /// Whether an address is one that nobody on the internet reaches.
    static func isPrivate(_ address: String) -> Bool {
        let parts = address.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
        guard parts.count == 4 else { return false }
        return switch (parts[0], parts[1]) {
        case (10, _), (127, _), (172, 16...31), (192, 168), (169, 254): true
        default: false
        }
    }

    private static func isLoopback(_ address: String) -> Bool { address.hasPrefix("127.") }

    /// The address from which this machine would reach others. Nothing is sent.
    private static func outgoing() -> String? {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(9).bigEndian
        inet_pton(AF_INET, "192.0.2.1", &place.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let found = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        return found ? text(place.sin_addr) : nil
    }

    /// The private addresses of the networks that are up.
    private static func interfaces() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        let all = first
        defer { freeifaddrs(all) }
        var entries: [ifaddrs] = []
        while let entry = first?.pointee {
            entries.append(entry)
            first = entry.ifa_next
        }
        return entries.compactMap { entry in
            guard let place = entry.ifa_addr, place.pointee.sa_family == AF_INET,
                entry.ifa_flags & UInt32(IFF_UP) != 0
            else { return nil }
            let address = place.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { text($0.pointee.sin_addr) }
            return address.flatMap { isPrivate($0) && !isLoopback($0) ? $0 : nil }
        }
    }

    private static func text(_ address: in_addr) -> String? {
        var address = address
        var buffer = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
        guard inet_ntop(AF_INET, &address, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

// MARK: - People

extension HomeNetwork {
    /// The owner who was added at the first start.
    struct FirstOwner: Sendable {
        let name: String
        /// The password that was made; nil for one that was typed.
        let password: String?

        /// The line that says how to sign in.
        var line: String {
            "Sign in as \(name)"
                + (password.map { " with the password \($0), which is shown this once." }
                    ?? " with the password that you typed.")
        }
    }

    /// Adds the user as an owner where nobody has a password yet, with one that is typed, or made where nothing is. Only a terminal is
    /// shown a made one: a log would keep it.
    ///
    /// - Throws: ``AccessError``, ``CommandError``.
    static func firstOwner(in place: any AccessPlace, _ context: CommandContext) async throws -> FirstOwner? {
        guard try await place.read().people.isEmpty else { return nil }
        var name = NSUserName()
        var trial = Access()
        if (try? trial.add(person: name, .owner, .ofNobody, at: context.now)) == nil { name = "owner" }
        let typed = try typedPassword(for: name, context)
        let password = typed ?? newPassword()
        let (person, hash) = (name, try PasswordHash(of: password))
        try await place.write { access in try access.add(person: person, .owner, hash, at: context.now) }
        return FirstOwner(name: name, password: typed == nil ? password : nil)
    }

    /// A password that is typed in a terminal; nil where one is to be made. Of one that is too short, or typed in two ways, the reader is
    /// asked again.
    ///
    /// - Throws: ``CommandError``.
    private static func typedPassword(for name: String, _ context: CommandContext) throws -> String? {
        let least = PasswordHash.lengths.lowerBound
        var prompt = "A password for \(name), of \(least) characters or more (press Enter to have one made): "
        for _ in 0..<5 {
            let typed: String?
            do {
                typed = try context.newPassword(
                    asking: [prompt, "Once more: "],
                    hint: "Say who may sign in with cst-web user add NAME --password-file FILE, and start it again.")
            } catch let error as CommandError where error.code == "passwordsDiffer" {
                prompt = "The two differ. The password again, or Enter to have one made: "
                continue
            }
            guard let typed, !PasswordHash.lengths.contains(typed.utf8.count) else { return typed }
            prompt = "It has to have \(least) characters or more. Another one, or Enter to have one made: "
        }
        return nil
    }

    /// A password that is typed on a phone without mistakes, and has 79 bits.
    static func newPassword() -> String {
        let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            String((0..<4).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
        }.joined(separator: "-")
    }
}

// MARK: - Words

extension HomeNetwork {
    /// The lines below the address, for whoever holds the phone.
    struct Welcome: Sendable {
        /// The owner who was added now; nil where there were people.
        let owner: FirstOwner?
        /// The digest of the certificate.
        let fingerprint: String

        func lines(_ url: String, _ bound: PublicAddress, _ style: TextStyle) -> [String] {
            var lines = [""] + (QRCode(url)?.lines(style) ?? []) + [""]
            lines.append("Scan the code with a phone in the same network, or type the address there.")
            if let owner { lines.append(owner.line) }
            lines += [
                "The browser warns that it does not know the certificate, which was made here. Its SHA-256 begins with",
                "\(fingerprint.prefix(47)).",
                "Whoever is in the same network reaches \(bound.host) until you end this with Ctrl-C. Without a password",
                "they see the page for signing in, and what links for guests show.",
            ]
            return lines
        }
    }
}
