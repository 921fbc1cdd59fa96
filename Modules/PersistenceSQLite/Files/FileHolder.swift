import Foundation

/// Who holds a lock on a database, as far as the system tells: plain files that are simply not there elsewhere than on
/// Linux.
struct FileHolder: CustomStringConvertible {
    let process: Int
    let program: String?

    /// "cst-plan (process 4711)".
    var description: String { "\(program ?? "another program") (process \(process))" }

    /// The process that holds a write lock on the file or on the index of its log, or the lock of one that reads.
    static func find(path: String, isReader: Bool = false) -> FileHolder? {
        let kind = isReader ? "READ" : "WRITE"
        let files = [path, path + "-shm"]
        let inodes = files.compactMap { file in
            (try? FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? NSNumber).map {
                "\($0)"
            }
        }
        // The system gives the list in parts, and lines fall out between them while locks come and go.
        for _ in 0..<5 {
            guard let locks = contents("/proc/locks") else { return nil }
            for line in locks.split(separator: "\n") {
                // 1: POSIX  ADVISORY  WRITE 4711 08:01:131090 120 120
                let fields = line.split(separator: " ")
                guard fields.count >= 6, fields[3] == kind, let process = Int(fields[4]), process > 0,
                    !isReader || process != getpid(),
                    let inode = fields[5].split(separator: ":").last, inodes.contains(String(inode)),
                    hasOpen(files, process)
                else { continue }
                let program = contents("/proc/\(process)/comm")
                return FileHolder(process: process, program: program?.trimmingCharacters(in: .newlines))
            }
        }
        return nil
    }

    /// The whole of a file whose size the system does not tell: reading a text by its path ends after a first part.
    private static func contents(_ path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        return (try? handle.readToEnd()).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Inodes repeat across file systems; what the process has open settles it. True when that cannot be seen.
    private static func hasOpen(_ files: [String], _ process: Int) -> Bool {
        let folder = "/proc/\(process)/fd"
        guard let descriptors = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return true }
        return descriptors.contains { descriptor in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)"))
                .map(files.contains) ?? false
        }
    }
}
