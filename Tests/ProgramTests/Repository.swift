import Foundation
import ProgramSupport

/// Places in the repository.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let stories = root.appending(path: "Tests/ProgramTests/Expected")

    static func schemas() throws -> PublishedSchemas { try published.get() }

    /// The published schemas, read once.
    private static let published = Result {
        try PublishedSchemas(folder: root.appending(path: "Documentation/Schemas"))
    }
}
