import Foundation

/// A folder of its own, removed at the end.
package func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cst-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do {
        try await body(folder)
    } catch {
        try? FileManager.default.removeItem(atPath: folder)
        throw error
    }
    try FileManager.default.removeItem(atPath: folder)
}
