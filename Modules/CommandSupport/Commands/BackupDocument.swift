#if CommandLine
    import Foundation
    import Models
    import Persistence
    import Presentation

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

        fileprivate var members: [String: JSONValue] {
            [
                "records": .object(records.mapValues { JSONValue($0) }), "changes": JSONValue(changes),
                "newest": JSONValue(newest?.formatted(.iso8601)), "bytes": JSONValue(bytes),
                "sha256": JSONValue(sha256),
                "encrypted": .bool(isEncrypted), "verified": true,
            ]
        }
    }

    extension Document {
        /// A backup that was written; nil for one that would be.
        init(backup: BackupSummary?, path: String, warnings: [Warning], asOf day: CalendarDay) {
            var members = backup?.members ?? [:]
            members["path"] = .string(path)
            self.init("backup", asOf: day, main: "backup", warnings: warnings, body: ["backup": .object(members)])
        }

        /// A backup that was restored, or would be.
        init(restored: RestoreResult, from backup: String, to path: String, isDone: Bool, asOf day: CalendarDay) {
            var members = restored.summary.members
            members["path"] = .string(path)
            members["backup"] = .string(backup)
            members["replaced"] = JSONValue(restored.replaced)
            members["restored"] = .bool(isDone)
            self.init("restore", asOf: day, main: "restore", body: ["restore": .object(members)])
        }
    }
#endif
