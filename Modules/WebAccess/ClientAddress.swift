import Foundation

/// The address that a request comes from, as far as it tells one household from another.
public enum ClientAddress {
    /// The address without its port. Of IPv6 only the network, the first 64 bits: a household has all addresses of one. An IPv4
    /// address that is written as one of IPv6 is that IPv4 address. Nil for a text that is no address.
    public static func network(_ text: String) -> String? {
        var host = text.trimmingCharacters(in: .whitespaces)
        if host.hasPrefix("[") {
            let parts = host.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].isEmpty || isPort(parts[1]) else { return nil }
            host = String(parts[0])
        } else if host.count(where: { $0 == ":" }) == 1, let colon = host.firstIndex(of: ":") {
            guard isPort(host[colon...]) else { return nil }
            host = String(host[..<colon])
        }
        // The interface that an address of one link belongs to is no part of it.
        host = String(host.prefix { $0 != "%" })
        if let four = four(host) { return four }
        guard var bytes = bytes(host) else { return nil }
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return bytes.suffix(4).map(String.init).joined(separator: ".")
        }
        for index in 8..<16 { bytes[index] = 0 }
        let groups = stride(from: 0, to: 8, by: 2).map { index in
            String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
        }
        return groups.joined(separator: ":") + "::/64"
    }

    private static func isPort(_ text: some StringProtocol) -> Bool {
        text.hasPrefix(":") && (1...5).contains(text.count - 1)
            && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }

    private static func four(_ text: String) -> String? {
        var address = in_addr()
        guard inet_pton(AF_INET, text, &address) == 1 else { return nil }
        return withUnsafeBytes(of: &address) { $0.map { String($0) }.joined(separator: ".") }
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        return withUnsafeBytes(of: &address) { Array($0) }
    }
}
