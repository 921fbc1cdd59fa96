import CommandSupport
import Foundation
import Presentation

/// The folder of the published JSON Schemas, made from the documents themselves.
struct SchemaFolder {
    private let url: URL
    private let schemas: [String: String]

    init(_ url: URL, of features: [Feature]) throws {
        self.url = url
        schemas = try DocumentDescription.schemas(of: features.flatMap(\.documents))
    }

    private func published() throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        return Dictionary(
            uniqueKeysWithValues: try names.map {
                ($0, try String(contentsOf: url.appending(path: $0), encoding: .utf8))
            })
    }

    /// Whether the folder holds these schemas and nothing else.
    func isCurrent() throws -> Bool { try published() == schemas }

    func write() throws {
        for name in try published().keys where schemas[name] == nil {
            try FileManager.default.removeItem(at: url.appending(path: name))
        }
        for (name, text) in schemas { try Data(text.utf8).write(to: url.appending(path: name)) }
    }
}
