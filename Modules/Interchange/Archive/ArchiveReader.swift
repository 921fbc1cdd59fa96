import FileFormats
import Foundation
import Models

/// The records of an archive, in the newest versions of their kinds.
struct ArchiveReader {
    let path: String
    let kinds: [EntityKind]

    /// - Throws: ``ArchiveError``, ``ImportError``.
    func records() throws -> [Record] {
        var bytes: [UInt8] = []
        try TextFile(path: path, encoding: .utf8).forEachPiece { bytes += $0 }
        guard let archive = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
            throw ArchiveError.damaged(reason: "it is not JSON, or ends too early")
        }
        let schema = archive["schema"] as? String ?? ""
        guard schema == ArchiveText.schema else { throw ArchiveError.otherVersion(schema) }
        guard let described = archive["kinds"] as? [[String: Any]],
            let content = archive["records"] as? [String: [[String: Any]]]
        else { throw ArchiveError.damaged(reason: "it has no records") }
        var records: [Record] = []
        var seen: Set<EntityKey> = []
        var read: Set<String> = []
        for description in described {
            let kind = try kind(description)
            let name = kind.archived.description.kind
            guard let objects = content[name], read.insert(name).inserted else {
                throw ArchiveError.damaged(reason: "the records of '\(name)' are missing, or there twice")
            }
            for object in objects {
                guard let cells = CellObject.cells(object, kind.archived.description.columns),
                    let record = try Record(kind.archived, cells).upgraded(to: kind.current)
                else { throw ArchiveError.unreadable(kind: name, record: "record \(records.count + 1)") }
                guard seen.insert(record.key).inserted else {
                    throw ArchiveError.damaged(reason: "\(record.summary) is there twice")
                }
                records.append(record)
            }
        }
        if let lost = content.keys.sorted().first(where: { !read.contains($0) }) {
            throw ArchiveError.damaged(reason: "the kind '\(lost.printable)' is not described")
        }
        return records
    }

    /// The kind as the archive has it, and as the program has it.
    private func kind(_ description: [String: Any]) throws -> (archived: EntityKind, current: EntityKind) {
        let name = description["kind"] as? String ?? ""
        guard let linked = kinds.first(where: { $0.description.kind == name }) else {
            throw ArchiveError.unknownKind(name)
        }
        guard let data = try? JSONSerialization.data(withJSONObject: description),
            let archived = try? EntityKind(described: String(decoding: data, as: UTF8.self))
        else { throw ArchiveError.damaged(reason: "the description of '\(name.printable)' cannot be used") }
        let version = archived.description.version
        guard version <= linked.description.version else {
            throw ArchiveError.newerKind(name, since: archived.description.since)
        }
        if version == linked.description.version, archived.description != linked.description {
            throw ArchiveError.damaged(reason: "the kind '\(name)' has other columns")
        }
        return (archived, linked)
    }
}
