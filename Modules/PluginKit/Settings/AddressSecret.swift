import Foundation

/// What in an address may let somebody in: the user part, parts of the path that look like keys, as gateways have them, and
/// everything from a question mark or a `#` on.
package enum AddressSecret {
    /// Every such text, to be taken out of whatever is shown or kept.
    package static func all(in address: String) -> [String] {
        let parts = Parts(address)
        let user = parts.user.map { [$0] + $0.split(separator: ":", maxSplits: 1) } ?? []
        let query = parts.rest.isEmpty ? [] : [parts.rest.dropFirst()]
        return (user + parts.segments.filter(isKey) + query).map(String.init).filter { !$0.isEmpty }
    }

    /// The keys in an address whose query is made of words: of the query only values that look like a key.
    package static func keys(in address: String) -> [String] {
        let parts = Parts(address)
        let user = parts.user.map { [$0] + $0.split(separator: ":", maxSplits: 1) } ?? []
        let values = parts.rest.dropFirst().split { "&#;".contains($0) }.compactMap { item in
            item.split(separator: "=", maxSplits: 1).dropFirst().first
        }
        return (user + (parts.segments + values).filter { isKey($0) && !$0.contains("{") && !$0.contains(",") }).map(
            String.init
        ).filter { !$0.isEmpty }
    }

    /// The address as it may be shown.
    ///
    /// - Parameter secrets: what is masked as a part of the path even if it does not look like a key.
    static func masked(_ address: String, hiding secrets: Set<String>) -> String {
        let parts = Parts(address)
        let path = parts.segments.map { isKey($0) || secrets.contains(String($0)) ? SettingValue.mask : String($0) }
            .joined(separator: "/")
        return parts.scheme + (parts.user == nil ? "" : SettingValue.mask + "@") + parts.host + path
            + (parts.rest.isEmpty ? "" : parts.rest.prefix(1) + SettingValue.mask)
    }

    /// Words are short, or made of small letters alone; keys are neither.
    private static func isKey(_ segment: Substring) -> Bool {
        segment.count >= 16 || segment.count >= 8 && segment.contains { $0.isNumber || $0.isUppercase }
    }

    /// An address taken apart; one that is none has all in its host.
    private struct Parts {
        var scheme = ""
        var user: Substring?
        var host: Substring
        /// The path between its slashes; the first part is empty when there is a path.
        var segments: [Substring] = []
        /// From a question mark or a `#` on.
        var rest: Substring

        init(_ address: String) {
            var text = address[...]
            if let sign = address.range(of: "://") {
                scheme = String(address[..<sign.upperBound])
                text = address[sign.upperBound...]
            }
            let end = text.firstIndex { "?#".contains($0) } ?? text.endIndex
            rest = text[end...]
            text = text[..<end]
            let path = text.firstIndex(of: "/") ?? text.endIndex
            host = text[..<path]
            segments = text[path...].split(separator: "/", omittingEmptySubsequences: false)
            if let at = host.lastIndex(of: "@") {
                user = host[..<at]
                host = host[host.index(after: at)...]
            }
        }
    }
}
