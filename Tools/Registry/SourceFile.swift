import Foundation

/// What a source file declares for others.
struct SourceFile {
    private let lines: [Substring]

    /// The Swift files under a folder, in the order of their paths.
    static func all(under folder: String) throws -> [SourceFile] {
        let all = FileManager.default.enumerator(at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil)
        return try (all?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
            .sorted { $0.path < $1.path }
            .map { SourceFile(lines: try String(contentsOf: $0, encoding: .utf8).split(separator: "\n")) }
    }

    /// Top-level public types with the first line of their comments.
    var publicTypes: [(name: String, summary: String)] {
        var types: [(name: String, summary: String)] = []
        // Files that stand behind a trait are indented as a whole.
        let indent = lines.first?.hasPrefix("#if") == true ? "    " : ""
        var comment: [Substring] = []
        for line in lines {
            guard line.hasPrefix(indent), !line.dropFirst(indent.count).hasPrefix(" ") else { continue }
            let code = line.dropFirst(indent.count)
            if code.hasPrefix("///") {
                comment.append(code.dropFirst(4))
                continue
            }
            let words = code.split { " :<{(".contains($0) }
            let kinds: Set<Substring> = ["struct", "enum", "protocol", "actor", "class"]
            if words.first == "public", !words.contains("import"), let kind = words.firstIndex(where: kinds.contains),
                kind + 1 < words.count
            {
                types.append((String(words[kind + 1]), String(comment.first ?? "")))
            }
            if !code.hasPrefix("@") { comment = [] }
        }
        return types
    }

    /// Service keys: the name in the call of `ServiceKey`, and the protocol in the extension around it.
    var serviceKeys: [(name: String, type: String)] {
        var keys: [(name: String, type: String)] = []
        var type = ""
        for line in lines where !line.contains("///") {
            if let range = line.range(of: "extension ServiceKey where Service == ") {
                type = String(line[range.upperBound...].prefix { $0 != "{" }).trimmingCharacters(in: .whitespaces)
            } else if !type.isEmpty, let start = line.range(of: "(\"")?.upperBound,
                let end = line[start...].firstIndex(of: "\"")
            {
                keys.append((String(line[start..<end]), type))
                type = ""
            }
        }
        return keys
    }
}
