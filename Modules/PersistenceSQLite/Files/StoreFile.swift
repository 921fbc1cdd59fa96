#if SQLite
    import Foundation
    import GRDB
    import Persistence

    /// The file of a store: where it is, how it is made and opened, and what its faults are called.
    struct StoreFile: Sendable {
        /// The absolute path, with links followed.
        let path: String
        let busySeconds: Int

        /// SQLite keeps 512 bytes for a path and adds up to 8 for the files beside it.
        private static let longestPath = 504

        /// Finds the file, or makes an empty one, with mode 0600 in a folder of mode 0700.
        init(path given: String, busySeconds: Int) throws(StoreError) {
            guard !given.isEmpty, !given.utf8.contains(0) else {
                throw .unusable(path: given, detail: "this is not a path")
            }
            let path = URL(fileURLWithPath: given).resolvingSymlinksInPath().path
            guard path.utf8.count <= StoreFile.longestPath else {
                throw .unusable(
                    path: given,
                    detail: "the path has \(path.utf8.count) bytes, and SQLite takes at most \(StoreFile.longestPath)")
            }
            self.path = path
            self.busySeconds = busySeconds
            try makeIfMissing()
            try checkKind()
        }

        private func makeIfMissing() throws(StoreError) {
            var code = make()
            if code == ENOENT {
                try? FileManager.default.createDirectory(
                    atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                code = make()
            }
            switch code {
            case 0, EEXIST: break
            case EISDIR: throw .unusable(path: path, detail: "it is a folder")
            case EACCES, EPERM, EROFS: throw .readOnly(path: path)
            case ENOSPC, EDQUOT: throw .full(path: path)
            default: throw .unusable(path: path, detail: "it cannot be made: \(String(cString: strerror(code)))")
            }
        }

        /// Makes the file unless it is there. Another program may do the same at this moment; neither harms the other.
        private func make() -> CInt {
            let descriptor = Foundation.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return errno }
            _ = Foundation.close(descriptor)
            return 0
        }

        private func checkKind() throws(StoreError) {
            let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            switch kind {
            case .typeRegular: break
            case .typeDirectory: throw .unusable(path: path, detail: "it is a folder")
            case .typeSymbolicLink: throw .unusable(path: path, detail: "it is a link to a file that does not exist")
            default: throw .unusable(path: path, detail: "it is not a regular file")
            }
            guard access(path, R_OK) == 0 else {
                throw .unusable(path: path, detail: "you are not permitted to read it")
            }
            guard access(path, W_OK) == 0 else { throw .readOnly(path: path) }
        }

        // MARK: - Opening

        /// "CSTs" in the file's header: whose file this is.
        private static let applicationID = 0x4353_5473

        func open() throws -> DatabasePool {
            var configuration = Configuration()
            configuration.busyMode = .timeout(TimeInterval(busySeconds))
            configuration.prepareDatabase { [self] database in
                let connection = SQLConnection(database)
                // Of its own the pool gives readers another time.
                try connection.execute("PRAGMA busy_timeout = \(busySeconds * 1000)")
                // Nothing in the file may call functions, and pages are looked at before they are believed.
                try connection.execute("PRAGMA trusted_schema = OFF")
                try connection.execute("PRAGMA cell_size_check = ON")
                if !database.configuration.readonly { try checkOwner(connection) }
            }
            let pool = try DatabasePool(path: path, configuration: configuration)
            // The pool sets NORMAL when it turns to WAL, which would let a power cut take back the last writes.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return pool
        }

        /// Refuses a database of another program, and one of a newer version, before anything is written to it.
        private func checkOwner(_ connection: SQLConnection) throws {
            let owner = try connection.integer("PRAGMA application_id")
            if owner == 0, try connection.integer("SELECT COUNT(*) FROM sqlite_master") == 0 { return }
            guard owner == StoreFile.applicationID else {
                throw StoreError.unusable(path: path, detail: "it is a database of another program")
            }
            try Migration.checkVersion(connection, file: self)
        }

        /// Marks the file as one of this program.
        func claim(_ connection: SQLConnection) throws {
            try connection.execute("PRAGMA application_id = \(StoreFile.applicationID)")
        }
    }

    extension SQLConnection {
        /// The one number that a query gives; 0 without a row.
        func integer(_ sql: String) throws -> Int {
            var number = 0
            try forEachRow(sql) { number = $0.integer(0) }
            return number
        }
    }
#endif
