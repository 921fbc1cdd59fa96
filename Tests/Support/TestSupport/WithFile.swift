import Foundation

/// Hands the path of a file with these bytes to `body`.
package func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
}
