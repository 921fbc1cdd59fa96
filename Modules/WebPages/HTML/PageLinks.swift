/// Where the links of a page lead: under the path of the program, and to pages of the same choices.
public struct PageLinks: Sendable {
    /// The path before all paths of this program.
    let base: String
    private let choices: [(name: String, value: String)]

    /// - Parameters:
    ///   - base: the path before all paths of this program, where a proxy gives it a part of its own.
    ///   - choices: what the address of the page chooses for all figures, by name. Pages that it leads to choose the same.
    public init(under base: String = "", keeping choices: [String: String] = [:]) {
        self.base = base
        self.choices = choices.sorted { $0.key < $1.key }.map { ($0.key, $0.value.urlEscaped) }
    }

    /// A link to a place of this program, with the choices that it does not make itself. Files and documents have none.
    func keeping(_ target: String) -> String {
        let others = ["/files/", "/api/", "/manifest."]
        guard !choices.isEmpty, !others.contains(where: target.hasPrefix) else { return target }
        let (address, fragment) = Self.cut(target, at: "#")
        let (path, query) = Self.cut(address, at: "?")
        let parts = query.dropFirst().split(separator: "&")
        let added = choices.filter { choice in !parts.contains { $0.hasPrefix("\(choice.name)=") } }
        let all = parts.map(String.init) + added.map { "\($0.name)=\($0.value)" }
        return path + (all.isEmpty ? "" : "?" + all.joined(separator: "&")) + fragment
    }

    /// What an address says after its path, without one of its values.
    static func query(of target: String, without name: String) -> String {
        cut(cut(target, at: "#").0, at: "?").1.dropFirst().split(separator: "&")
            .filter { !$0.hasPrefix("\(name)=") }.joined(separator: "&")
    }

    private static func cut(_ text: some StringProtocol, at mark: Character) -> (String, String) {
        let place = text.firstIndex(of: mark) ?? text.endIndex
        return (String(text[..<place]), String(text[place...]))
    }
}

extension String {
    /// The text as a part of a path, or a value in a query.
    public var urlEscaped: String {
        utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            let hex = String(byte, radix: 16, uppercase: true)
            return isPlain || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
                ? String(UnicodeScalar(byte)) : "%\(hex.count == 1 ? "0" : "")\(hex)"
        }.joined()
    }
}
