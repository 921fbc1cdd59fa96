import Foundation
import Testing
import Values

/// Descriptions come from files, and files from anywhere.
@Suite struct EntityDescriptionTests {
    private static let sound = #"""
        {"columns":[{"name":"id","type":"id"},{"name":"asset","reference":"asset","type":"id"},\#
        {"name":"day","type":"day"},{"currency":"currency","name":"cost","type":"amount"},\#
        {"name":"sort","type":"choice"},{"name":"name","type":"text"},\#
        {"elements":[{"name":"value","type":"text"}],"name":"list","type":"list"}],"journalled":true,"key":1,\#
        "kind":"thing","order":["name","id"],"since":"1.0","table":"things","title":"name","totals":[\#
        {"amount":"cost","by":"asset","split":"sort","upTo":"day"}],"undo":"free","version":1}
        """#

    private static func defect(replacing old: String, with new: String) throws -> String? {
        let text = sound.replacing(old, with: new)
        try #require(text != sound, "\(old) is not there")
        return try EntityDescription(text: text).defect
    }

    @Test func `a description is read back, and always has the same text`() throws {
        let description = try EntityDescription(text: Self.sound)
        #expect(description.defect == nil)
        #expect(description.text == Self.sound)
        #expect(description.cellNames == ["id", "asset", "day", "cost", "currency", "sort", "name", "list"])
        #expect(description.width == 8 && description.keyWidth == 1 && description.position(of: "sort") == 5)
    }

    @Test(arguments: [
        "", "a b", "a;b", "a--", "a'", "a)", "1a", "_a", "ä", "a\u{0}", "things; DROP TABLE goals", "sqliteMaster",
        "SQLITE_schema", "Sqlite1", String(repeating: "a", count: 65),
    ])
    func `a name that could be more than a name is refused, wherever it is`(name: String) throws {
        let encoded = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        for (field, old) in [
            ("kind", "thing"), ("table", "things"), ("name", "day"), ("currency", "currency"), ("reference", "asset"),
        ] {
            #expect(
                try Self.defect(replacing: "\"\(field)\":\"\(old)\"", with: "\"\(field)\":\(encoded)") != nil,
                "\(field): \(name)")
        }
    }

    @Test(arguments: [
        "journal", "journalChanges", "journalReferences", "kinds", "totals", "migrations", "revision", "JOURNAL",
        "Totals", "checksum", "rowid", "OID",
    ])
    func `the names that the store uses itself are refused`(name: String) throws {
        #expect(try Self.defect(replacing: #""table":"things""#, with: "\"table\":\"\(name)\"") != nil)
        #expect(try Self.defect(replacing: #""name":"list""#, with: "\"name\":\"\(name)\"") != nil)
    }

    @Test(arguments: [
        (#""version":1"#, #""version":0"#), (#""key":1"#, #""key":0"#), (#""key":1"#, #""key":8"#),
        (#""key":1"#, #""key":-1"#), (#""key":1"#, #""key":4"#), (#""key":1"#, #""key":7"#),
        (#"{"name":"id","type":"id"}"#, #"{"name":"id","optional":true,"type":"id"}"#),
        (#"{"name":"id","type":"id"}"#, #"{"name":"NAME","type":"id"}"#),
        (#""currency":"currency""#, #""currency":"Day""#),
        (#"["name","id"]"#, #"["name","none"]"#), (#"["name","id"]"#, #"["list"]"#), (#"["name","id"]"#, #"["cost"]"#),
        (#"["name","id"]"#, #"["currency"]"#), (#"["name","id"]"#, #"["id; --"]"#),
        (#""amount":"cost""#, #""amount":"name""#), (#""by":"asset""#, #""by":"name""#),
        (#""upTo":"day""#, #""upTo":"id""#), (#""split":"sort""#, #""split":"name""#),
        (#""split":"sort""#, #""split":"x y""#), (#""title":"name""#, #""title":"day""#),
        (#""elements":[{"name":"value","type":"text"}],"#, ""),
        (#"{"name":"day","type":"day"}"#, #"{"elements":[{"name":"v","type":"text"}],"name":"day","type":"day"}"#),
        (#""currency":"currency","name":"cost""#, #""name":"cost""#),
        (#"{"name":"day","type":"day"}"#, #"{"name":"day","reference":"asset","type":"day"}"#),
    ])
    func `what a store could not keep is refused`(old: String, new: String) throws {
        #expect(try Self.defect(replacing: old, with: new) != nil, "\(new)")
    }

    @Test func `a title, a split and what is usual may be left out`() throws {
        #expect(try Self.defect(replacing: #""title":"name","#, with: "") == nil)
        #expect(try Self.defect(replacing: #","split":"sort""#, with: "") == nil)
    }

    @Test func `what is no description is an error`() {
        for text in [
            "", "{}", "[]", Self.sound.replacing("\"day\"}", with: "\"week\"}"), String(Self.sound.dropLast()),
        ] {
            #expect(throws: (any Error).self) { try EntityDescription(text: text) }
        }
    }
}
