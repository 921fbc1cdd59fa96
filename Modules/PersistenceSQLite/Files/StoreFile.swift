import Foundation
import GRDB
import Persistence
import Values

/// The file of a store: where it is, how it is made and opened, and what its issues are called.
struct StoreFile: Sendable {
    /// The absolute path, with links followed.
    let path: String
    /// Where SQLite opens it: the path, or a copy of a file that cannot be written.
    var storagePath: String
    /// The path as it was given.
    private let given: String
    let busySeconds: Int

    /// SQLite keeps 512 bytes for a path and adds up to 8 for the files beside it.
    private static let longestPath = 504

    /// Finds the file, or makes an empty one, with mode 0600 in a folder of mode 0700.
    init(path given: String, busySeconds: Int) throws(StoreError) {
        try self.init(place: given, busySeconds: busySeconds)
        try makeIfMissing()
        try checkKind()
    }

    /// Where a file is or may be.
    init(place given: String, busySeconds: Int) throws(StoreError) {
        guard !given.isEmpty, !given.utf8.contains(0) else {
            throw .unusable(at: .file(given), detail: "this is not a path")
        }
        let path = URL(fileURLWithPath: given).resolvingSymlinksInPath().path
        guard path.utf8.count <= StoreFile.longestPath else {
            throw .unusable(
                at: .file(given),
                detail: "the path has \(path.utf8.count) bytes, and SQLite takes at most \(StoreFile.longestPath)")
        }
        self.path = path
        storagePath = path
        self.given = given
        self.busySeconds = busySeconds
    }

    /// A file that is there and is only named: for errors about it.
    init(existing path: String) {
        self.path = path
        storagePath = path
        given = path
        busySeconds = 5
    }

    private func makeIfMissing() throws(StoreError) {
        var code = make()
        if code == ENOENT {
            makeFolder()
            code = make()
        }
        switch code {
        case 0, EEXIST: break
        case EISDIR: throw .unusable(at: .file(path), detail: "it is a folder")
        case EACCES, EPERM, EROFS: throw .readOnly(at: .file(path))
        case ENOSPC, EDQUOT: throw .full(at: .file(path))
        default: throw .unusable(at: .file(path), detail: "it cannot be made: \(String(cString: strerror(code)))")
        }
    }

    /// How long a program waits for another one that writes.
    static let usualBusySeconds = 5

    /// Whether nothing is at a path where a file can be: not even a link that leads nowhere.
    static func isMissing(_ path: String) -> Bool {
        var info = stat()
        return !path.isEmpty && lstat(path, &info) != 0 && errno == ENOENT
    }

    /// Makes the folder and those above it as far as they are missing, and returns these, the innermost first.
    func makeFolders() -> [String] {
        var missing: [String] = []
        var next = folder
        while next != "/", StoreFile.isMissing(next) {
            missing.append(next)
            next = (next as NSString).deletingLastPathComponent
        }
        if !missing.isEmpty { makeFolder() }
        return missing
    }

    /// Removes folders that are empty, from the innermost one on.
    static func removeFolders(_ folders: [String]) {
        for folder in folders where rmdir(folder) != 0 { return }
    }

    /// Makes the folder, for the user alone; what keeps it from being made shows in the next step.
    func makeFolder() {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Makes the file unless it is there. Another program may do the same at this moment; neither harms the other.
    private func make() -> CInt {
        let descriptor = Foundation.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno }
        _ = Foundation.close(descriptor)
        return 0
    }

    private func checkKind() throws(StoreError) {
        var info = stat()
        switch lstat(path, &info) == 0 ? info.st_mode & S_IFMT : 0 {
        case S_IFREG: break
        case S_IFDIR: throw .unusable(at: .file(path), detail: "it is a folder")
        case S_IFLNK: throw .unusable(at: .file(path), detail: "it is a link to a file that does not exist")
        default: throw .unusable(at: .file(path), detail: "it is not a regular file")
        }
        try checkSize(Int(info.st_size))
        guard access(path, R_OK) == 0 else {
            throw .unusable(at: .file(path), detail: "you are not permitted to read it")
        }
    }

    /// Whether nothing can be written: the file is read-only, or no log can be put beside it.
    var isReadOnly: Bool { access(path, W_OK) != 0 || access(folder, W_OK) != 0 }

    /// How many bytes the file has, without its log; 0 when that is not known.
    var size: Int {
        var info = stat()
        return stat(path, &info) == 0 ? Int(info.st_size) : 0
    }

    /// The folder that the file lies in.
    var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

    /// SQLite takes a file of less than a sector for a new one and would begin it anew.
    private func checkSize(_ size: Int) throws(StoreError) {
        guard (1..<512).contains(size) else { return }
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        guard Data("SQLite format 3\u{0}".utf8).starts(with: bytes.prefix(16)) else {
            throw .unusable(at: .file(path), detail: "it is not a database")
        }
        throw damaged("it ends after \(size) bytes")
    }

    func warnings() -> [Warning] {
        var warnings: [Warning] = []
        var link = stat()
        var info = stat()
        if lstat(given, &link) == 0, link.st_mode & S_IFMT == S_IFLNK {
            warnings.append(
                Warning(code: "symbolicLink", message: "\(given) is a link; the data lies in \(path)."))
        }
        let isThere = stat(path, &info) == 0
        if isThere, info.st_mode & 0o077 != 0 {
            warnings.append(
                Warning(
                    code: "openPermissions",
                    message:
                        "\(path) can be opened by other users of this computer. Run: chmod 600 \(path.shellWord)"))
        }
        if isThere, info.st_nlink > 1 {
            warnings.append(
                Warning(
                    code: "severalNames",
                    message: "\(path) has another name (a hard link): what is changed here changes there too."))
        }
        return warnings
    }

    // MARK: - Opening

    /// "CSTs" in the file's header: whose file this is.
    private static let applicationID = 0x4353_5473

    /// Opens the file for reading and writing.
    func open(_ connections: SQLiteStore.Connections) throws -> any DatabaseWriter {
        switch connections {
        case .one: return try retrying { try DatabaseQueue(path: storagePath, configuration: configuration) }
        case .several:
            let pool = try retrying { try DatabasePool(path: storagePath, configuration: configuration) }
            // The pool sets NORMAL when it turns to WAL, which would let a power cut undo the last writes.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return pool
        }
    }

    /// Opens the file once more, for reading alone: a transaction that is going on elsewhere is not seen.
    ///
    /// - Parameter keepsState: whether the state stays as it is until the connection is let go.
    func openToRead(keepsState: Bool = false) throws -> DatabaseQueue {
        var configuration = configuration
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = keepsState
        let queue = try DatabaseQueue(path: storagePath, configuration: configuration)
        guard keepsState else { return queue }
        try queue.inDatabase { database in
            try SQLConnection(database).execute("BEGIN")
            // A transaction takes its state with its first read.
            _ = try SQLConnection(database).integer("SELECT COUNT(*) FROM sqlite_master")
        }
        return queue
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(TimeInterval(busySeconds))
        configuration.prepareDatabase { [self] database in
            let connection = SQLConnection(database)
            // Of its own the pool gives readers another time.
            try connection.execute("PRAGMA busy_timeout = \(busySeconds * 1000)")
            // Nothing in the file may call functions, and pages are looked at before they are believed.
            try connection.execute("PRAGMA trusted_schema = OFF")
            try connection.execute("PRAGMA cell_size_check = ON")
            if !database.configuration.readonly {
                try checkOwner(connection)
                // An import touches pages all over the indexes; with less they are written many times over.
                try connection.execute("PRAGMA cache_size = -32768")
            }
        }
        return configuration
    }

    /// Turns the file to its log, beside which others read while one program writes. It stays so: only the first write
    /// changes the file for it, and no read.
    func turnToLog(_ database: any DatabaseWriter) throws {
        try retrying {
            try database.writeWithoutTransaction { database in
                guard try !isLogged(database) else { return }
                var mode = ""
                try SQLConnection(database).forEachRow("PRAGMA journal_mode = WAL") { mode = try $0.text(0) }
                if mode != "wal" { throw DatabaseError(message: "WAL") }
            }
        }
    }

    /// Whether the file has a log. Then every program that has it open keeps others from putting another in its place.
    func isLogged(_ database: Database) throws -> Bool {
        var mode = ""
        try SQLConnection(database).forEachRow("PRAGMA journal_mode") { mode = try $0.text(0) }
        return mode == "wal"
    }

    /// Runs `body`. Turning a new file to its log is refused at once, without waiting, while other programs that make it
    /// have it open: then it is tried again.
    private func retrying<Value>(_ body: () throws -> Value) throws -> Value {
        let end = ContinuousClock.now + .seconds(busySeconds)
        while true {
            do {
                return try body()
            } catch let error as DatabaseError where error.message?.contains("WAL") == true {
                throw StoreError.unusable(
                    at: .file(path), detail: "its file system does not let several programs share it")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                guard ContinuousClock.now < end else { throw error }
                usleep(20_000)
            }
        }
    }

    /// Refuses a database of another program, and one of a newer version, before anything is written to it.
    func checkOwner(_ connection: SQLConnection) throws {
        // Another program may be making the file just now: one transaction sees it before that or after.
        try connection.execute("SAVEPOINT owner")
        defer { try? connection.execute("RELEASE owner") }
        let owner = try connection.integer("PRAGMA application_id")
        let isEmpty = try connection.integer("SELECT COUNT(*) FROM sqlite_master") == 0
        if owner == 0, isEmpty, try connection.integer("PRAGMA user_version") == 0 { return }
        guard owner == StoreFile.applicationID else {
            throw StoreError.unusable(at: .file(path), detail: "it is a database of another program")
        }
        // Nothing of ours is a view, and foreign triggers would change what we write.
        let foreign = try connection.integer(
            """
            SELECT COUNT(*) FROM sqlite_master WHERE type = 'view' OR type = 'trigger' AND name NOT IN (
                'journalNoUpdate', 'journalNoDelete', 'journalChangesNoUpdate', 'journalChangesNoDelete',
                'journalReferencesNoUpdate', 'journalReferencesNoDelete')
            """)
        guard foreign == 0 else {
            throw StoreError.unusable(at: .file(path), detail: "it has views or triggers that are not of this program")
        }
        try Layout.checkVersion(connection, file: self)
    }

    /// Marks the file as one of this program.
    static func claim(_ connection: SQLConnection) throws {
        try connection.execute("PRAGMA application_id = \(StoreFile.applicationID)")
    }
}

extension SQLConnection {
    /// The one number that a query gives; 0 without a row.
    func integer(_ sql: String) throws -> Int {
        var number = 0
        try forEachRow(sql) { number = $0.number(0) }
        return number
    }
}
