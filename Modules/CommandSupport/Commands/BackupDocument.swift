import Foundation
import Persistence
import Presentation
import Values

extension BackupSummary {
    /// "3 assets, 2 goals, 14 transactions; 17 changes".
    var contents: String {
        let kinds = records.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { count($0.value, $0.key) }
        guard changes > 0 else { return "nothing yet" }
        return "\(kinds.isEmpty ? "no records" : kinds.joined(separator: ", ")); \(count(changes, "changes"))"
    }

    private func count(_ number: Int, _ things: String) -> String {
        number == 1 ? "1 \(things.dropLast())" : "\(number) \(things)"
    }
}

extension Document {
    private static let summary: [Field<BackupSummary>] = [
        .value(
            "records", { Counts(counts: $0.records) },
            note: "How many records there are of each kind; later versions may have more kinds."),
        .value("changes", \.changes, note: "How many changes the journal has."),
        .value("newest", \.newest, note: "When the last change was made; null when nothing was changed yet."),
        .value("bytes", \.bytes, note: "The size of the backup's file."),
        .value("sha256", \.sha256, note: "Of the backup's file; null in programs built without encryption."),
        .value("encrypted", \.isEncrypted),
        .value("verified", { _ in true }, note: "It was read to its last row."),
    ]

    private typealias Written = (path: String, summary: BackupSummary?)
    private static let backupShape = DocumentShape<Written>(
        "backup", "A backup that was written; with --dry-run only its path.", main: "backup",
        Shape(
            .object(
                "backup",
                Shape<Written>(
                    .value("path", \.path, note: "The backup."),
                    .optionalMembers(Shape<BackupSummary>(.all(summary)), \.summary)), { $0 })))

    private typealias Restored = (result: RestoreResult, backup: String, path: String, isDone: Bool)
    private static let restoreShape = DocumentShape<Restored>(
        "restore", "A backup that took the place of the database, or would.", main: "restore",
        Shape(
            .object(
                "restore",
                Shape<Restored>(
                    .value("path", \.path, note: "The database."),
                    .value("backup", \.backup, note: "The backup; - for standard input."),
                    .value("restored", \.isDone, note: "False for a dry run."),
                    .value(
                        "replaced", \.result.replaced, note: "Where the database that was there is kept."),
                    .members(Shape<BackupSummary>(.all(summary)), \.result.summary)), { $0 })))

    static let backupShapes = [backupShape.description, restoreShape.description]

    /// A backup that was written; nil for one that would be.
    init(backup: BackupSummary?, path: String, warnings: [Warning], asOf day: CalendarDay) {
        self.init(Self.backupShape, (path, backup), asOf: day, warnings: warnings)
    }

    /// A backup that was restored, or would be.
    init(restored: RestoreResult, from backup: String, to path: String, isDone: Bool, asOf day: CalendarDay) {
        self.init(Self.restoreShape, (restored, backup, path, isDone), asOf: day)
    }
}

/// How many there are of each kind.
struct Counts: DocumentValue {
    let counts: [String: Int]

    static var schemaType: SchemaType { .map(Int.schemaType) }
    var json: JSONValue { .object(JSONValue.Object(counts.mapValues(\.json))) }
}
