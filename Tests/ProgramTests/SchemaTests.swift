import Foundation
import ProgramSupport
import Testing

struct SchemaTests {
    @Test func `every document that is made has a published schema, and no schema is left over`() throws {
        let sources = try [
            "CommandSupport", "LedgerViews", "LivestockViews", "PortfolioViews", "RateViews", "SavingsViews",
            "WebAccess",
            "WebPages",
        ].map {
            "Modules/\($0)"
        }.flatMap {
            folder in
            let folder = Repository.root.appending(path: folder)
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        }
        var names: Set<String> = ["error"]
        for file in sources {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /DocumentShape<[^"]*>\(\s*"([a-zA-Z]+)",/) {
                names.insert(String(match.output.1))
            }
        }
        #expect(names.count > 10)
        #expect(Set(try Repository.schemas().byName.keys) == names)
    }

    @Test(arguments: [
        (#"{"a":1}"#, []), (#"{"a":1,"b":null}"#, []),
        (#"{"a":"1"}"#, ["$.a: string(\"1\") is not of type [\"integer\"]"]),
        (#"{"a":1,"c":2}"#, ["$: 'c' is not in the schema"]), (#"{}"#, ["$: 'a' is missing"]),
        (#"{"a":1,"b":"xz"}"#, ["$.b: 'xz' does not match ^y"]),
    ])
    func `the validator finds what a schema forbids`(text: String, expected: [String]) throws {
        let schema = try JSONSchema(
            """
            {"type":"object","required":["a"],"additionalProperties":false,
             "properties":{"a":{"type":"integer"},"b":{"type":["string","null"],"pattern":"^y"}}}
            """)
        #expect(schema.issues(of: try JSONNode(parsing: text)) == expected)
    }

    @Test func `a keyword that is not checked is an issue`() throws {
        let schema = try JSONSchema(#"{"maximum":3}"#)
        #expect(schema.issues(of: .number("2")) == ["$: the keyword 'maximum' is not checked"])
    }
}
