import Foundation
import Testing

/// One word for one thing, the word that people who handle money or write Swift use.
@Suite struct WordingTests {
    /// Words that say less well what another word says, and that word.
    private static let unwanted: [(pattern: String, better: String)] = [
        (#"\bnext ask\b|\basks? (to come|for now)\b"#, "required payment"),
        (#"\bcomes? to\b(?! an end)"#, "is, total"),
        (#"\bcame in\b"#, "was contributed, was deposited"),
        (#"(?<![.`"\w])executing\b(?!")"#, "in progress"),
        (#"\bearmark|\bclaim(s|ed)?\b(?! to)"#, "allocation, fixed amount"),
        (#"\bcounts? on\b|\bis promised\b|\bpromised more\b"#, "fund, over-allocated"),
        (#"(?<!net )\bworth\b"#, "value, price"),
        (#"\black(s|ing|ed)?\b"#, "short by, remaining, without"),
        (#"\bfaults?\b"#, "issue, corrupt row, bug"),
        (#"\bnobody was asked\b"#, "no provider was contacted"),
        (
            #"\b(take|took|taken|taking|bring|brought|brings|takes) (it |this |that |one |them |the \w+ )?back\b"#,
            "undo, redo"
        ),
        (#"\bg(a|i)ven? up\b|\bgave up\b|\bfreed\b"#, "cancel, release"),
        (#"\bcould not be started\b"#, "cannot be used"),
        (#"\bnewest change\b"#, "last change"),
        (#"\brestorations?\b"#, "restore"),
        (#"\bcurrency of totals\b"#, "currency for totals"),
        (#"\bpaid in all\b|\bsaved then\b|\bto go until\b"#, "total paid, balance after, by"),
        (#"\bwish(es|ed)?\b"#, "payment override, on request"),
        (#"\bfirst equipment\b|\bown money for a home\b"#, "baby gear, down payment"),
    ]

    /// All of them at once, as most lines have none.
    private static let anyUnwanted = Result {
        try NSRegularExpression(
            pattern: unwanted.map { "(?:\($0.pattern))" }.joined(separator: "|"), options: .caseInsensitive)
    }

    /// Comments and texts of a line of code.
    private static func prose(of line: Substring) -> String {
        if let comment = line.range(of: "//") {
            return String(line[comment.lowerBound...]) + texts(line[..<comment.lowerBound])
        }
        return texts(line)
    }

    private static func texts(_ code: Substring) -> String {
        code.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter {
            !$0.offset.isMultiple(of: 2)
        }
        .map { String($0.element) }.joined(separator: " ")
    }

    /// Words of files and documents that others read, which stay.
    private static let kept = ["OldLayout", "Document+Assets"]

    @Test(arguments: ["Modules", "Apps"]) func `comments and texts of the code use the field's words`(folder: String)
        throws
    {
        for file in try Sources.files(under: folder) where !Self.kept.contains(where: file.path.contains) {
            var isText = false
            for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let quotes = line.components(separatedBy: "\"\"\"").count - 1
                let prose = isText ? String(line) : Self.prose(of: line)
                if !quotes.isMultiple(of: 2) { isText.toggle() }
                try Self.check(prose, "\(file.path):\(number + 1)")
            }
        }
    }

    /// Names that say less well what the name after them says.
    private static let unwantedNames = [
        "Door": "AccessPolicy", "Visit": "RequestContext", "Visitor": "Principal", "Services": "ServiceHost",
        "FigureSet": "FigureSnapshot", "Moved": "Stale", "Writing": "WriteRequest", "FileMark": "FileIdentity",
        "SettingsMark": "SettingsDigest", "SettingReach": "SettingSensitivity", "Onward": "SignInDestination",
        "Basis": "ExpectedVersion", "tell": "render", "told": "rendered", "ask": "request", "once": "idempotencyKey",
        "contents": "fingerprint", "basis": "expectedVersion", "again": "redisplay", "repeated": "replayed",
        "moved": "stale", "onward": "destination", "goOn": "redirect", "gone": "notFound",
    ]

    @Test(arguments: ["WebApplication", "WebServer", "SavingsWeb"])
    func `types and functions of the dashboard have the field's names`(module: String) throws {
        let declaration = #/\b(?:func|struct|enum|class|actor|protocol|typealias)\s+([A-Za-z]+)/#
        for file in try Sources.files(under: "Modules/\(module)") {
            for found in file.text.matches(of: declaration) {
                let better = Self.unwantedNames[String(found.output.1)]
                #expect(better == nil, "\(file.path): \(found.output.1), say \(better ?? "")")
            }
        }
    }

    @Test func `documents use them too`() throws {
        let pages = [
            "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "COMPONENT_REGISTRY.md", "Documentation/Laws.md",
        ]
        for page in pages {
            let text = try String(contentsOf: Sources.root.appending(path: page), encoding: .utf8)
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                try Self.check(String(line), "\(page):\(number + 1)")
            }
        }
    }

    private static func check(_ prose: String, _ place: String) throws {
        let whole = NSRange(prose.startIndex..., in: prose)
        guard !prose.isEmpty, try anyUnwanted.get().firstMatch(in: prose, range: whole) != nil else { return }
        for (pattern, better) in unwanted {
            guard let found = prose.range(of: pattern, options: [.regularExpression, .caseInsensitive]) else {
                continue
            }
            Issue.record("\(place): '\(prose[found])' – say: \(better)")
        }
    }
}
