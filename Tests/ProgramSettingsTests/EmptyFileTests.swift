import PluginKit
import Testing

@testable import ProgramSettings

/// Files that say nothing are not read by the parser, and are what it makes of them.
struct EmptyFileTests {
    @Test(arguments: [
        "", "\n", "\n\n\n", "# nothing", "# a: b\n", "  # indented\n\n#\n", "   \n", "\r\n# with CR\r\n",
        "#ü€🚗 — and so on",
        "# tilde ~, quotes \" ' and: braces { [\n   #: -\n",
    ])
    func `empty lines and remarks`(text: String) {
        #expect(SettingsFile.saysNothing(text))
        // What the parser makes of them, with something behind that is a value.
        let read = SettingsFile(path: "cst.yaml", text: text + "\nnetwork:\n  budget: 4s\n")
        #expect(read.issues.isEmpty && read.root.map(\.key) == ["network"])
        let empty = SettingsFile(path: "cst.yaml", text: text)
        #expect(empty.issues.isEmpty && empty.root.isEmpty && empty.text == text)
    }

    @Test(arguments: [
        "a: b", "\n\na: b\n", "#\na: b", "---", "...", "{}", "- a", "\t# tab", "# tab\tinside",
        "\u{FEFF}# mark of order",
        "\"#\"", "a", "# a\u{0} b", "%YAML 1.2\n---\n",
    ])
    func `everything else goes to the parser`(text: String) {
        #expect(!SettingsFile.saysNothing(text))
    }

    @Test func `random remarks`() {
        var generator = SystemRandomNumberGenerator()
        let pieces = ["#", " ", "\n", "# a: b", "\r\n", "   # [", "ü", "-", ":", "#{"]
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
                pieces.randomElement(using: &generator)
            }.joined()
            guard SettingsFile.saysNothing(text) else { continue }
            let read = SettingsFile(path: "cst.yaml", text: text + "\nnetwork:\n  budget: 4s\n")
            #expect(read.issues.isEmpty && read.root.map(\.key) == ["network"], "\(text)")
        }
    }
}
