import GRDB
public import Persistence
import Synchronization
public import Values

public import struct Foundation.Date

/// A store in one SQLite file that several programs may use at once.
///
/// Readers see one consistent state and never wait for a writer; writers wait for one another, at most five seconds.
/// A finished write is on the disk.
///
/// Damage: every row has a checksum, every table a total of them, and every entry of the journal the sum of its changes.
/// They are held against what is read, so that a row which was changed, lost or added other than by a store is an error
/// (``StoreError/damaged(at:detail:copy:)``) in every list, in the balances and in the journal. Not found out: a row that is
/// looked for by its id, or as one asset's transaction, and whose place in the index was lost, until a list is read or
/// ``health()`` checks the whole; which entries of the journal belong to one thing's history, until then; the newest writes of a program that was killed, when the log that holds them is
/// damaged before the next program takes it up; and what somebody changes together with all checksums.
public final class SQLiteStore: Store {
    let database: any DatabaseWriter
    private let connections: Connections
    let file: StoreFile
    let catalog: KindCatalog
    /// What is read instead of a file that cannot be written.
    let copyToRead: CopyToRead?
    /// Unfinished files of killed programs that could not be removed.
    let leftovers: [String]
    let now: @Sendable () -> Date
    /// Since when checks have found the file failing.
    let failingSince = Mutex<Date?>(nil)
    let copies: DailyCopies
    let keptCopies: CopyLimits
    /// What went wrong beside what was asked for.
    let noted = Mutex<[Warning]>([])

    /// The file.
    public var location: StoreLocation { .file(file.path) }

    /// How many connections to its file a store has.
    public enum Connections: Sendable {
        /// One, on which one read or write waits for the other: for programs that run one command. Reading leaves the file
        /// as it is.
        case one
        /// One that writes and several that read at the same time: for programs that serve many at once. Opening writes to
        /// the file.
        case several
    }

    /// Opens the file at `path`, or makes it, with its folder, for the user alone.
    ///
    /// - Parameters:
    ///   - path: the file; links are followed.
    ///   - kinds: the kinds of things that the program links: their rows are brought up to date. Others in the file are
    ///     checked, undone and backed up by their descriptions.
    ///   - now: the clock for "since when" in health and for the names of copies.
    ///   - keptCopies: what is kept in the folder "<file>.copies"; nothing unless it is said.
    ///   - connections: how many the store may use at the same time.
    /// - Throws: ``StoreError`` for everything that keeps the file from being used.
    public convenience init(
        path: String, kinds: [EntityKind], now: @escaping @Sendable () -> Date,
        keptCopies: CopyLimits = .none, connections: Connections = .several
    ) throws {
        try self.init(
            path: path, kinds: kinds, now: now, keptCopies: keptCopies, connections: connections,
            busySeconds: StoreFile.usualBusySeconds)
    }

    init(
        path: String, kinds: [EntityKind], now: @escaping @Sendable () -> Date,
        keptCopies: CopyLimits = .none, connections: Connections = .several, busySeconds: Int
    ) throws {
        let catalog = try KindCatalog(kinds)
        self.connections = connections
        var file = try StoreFile(path: path, busySeconds: busySeconds)
        do {
            copyToRead = file.isReadOnly ? try CopyToRead(of: file) : nil
            if let copyToRead { file.storagePath = copyToRead.path }
            let database = try file.open(connections)
            self.database = database
            try Layout.prepare(database, file: file, catalog: catalog, keepsOld: copyToRead == nil, now: now)
            // An open log keeps other programs from restoring.
            if copyToRead == nil, try database.read(file.isLogged) { file.removeForgottenNames() }
        } catch {
            throw file.storeError(error)
        }
        leftovers = NewFile.sweep(file.folder)
        self.file = file
        self.now = now
        self.catalog = catalog
        self.keptCopies = keptCopies
        copies = DailyCopies(of: file.path)
    }

    /// Makes a database that has a name of its own until it is complete.
    ///
    /// - Parameter file: where it is to appear; SQLite opens it under its other name.
    /// - Throws: ``StoreError``.
    init(beginning file: StoreFile, kinds: [EntityKind], now: @escaping @Sendable () -> Date) throws {
        catalog = try KindCatalog(kinds)
        connections = .one
        copyToRead = nil
        do {
            database = try file.open(.one)
            try Layout.prepare(database, file: file, catalog: catalog, now: now)
        } catch {
            throw file.storeError(error)
        }
        leftovers = []
        self.file = file
        self.now = now
        keptCopies = .none
        copies = DailyCopies(of: file.path)
    }

    /// Runs `body` on one consistent state.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    public func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        let (file, catalog) = (file, catalog)
        do {
            return try await database.read { database in
                try body(SQLiteRows(SQLConnection(database), file: file, catalog: catalog))
            }
        } catch {
            throw file.storeError(error)
        }
    }

    /// The present state, on a connection of its own: the log grows by what is written until it is let go.
    ///
    /// - Throws: ``StoreError``.
    public func snapshot() async throws -> any Store {
        do {
            return SQLiteSnapshot(connection: try file.openToRead(keepsState: true), file: file, catalog: catalog)
        } catch {
            throw file.storeError(error)
        }
    }

    /// Runs `body` in one transaction; when it throws, nothing is written.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    public func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result {
        guard copyToRead == nil else { throw StoreError.readOnly(at: .file(file.path)) }
        let (file, catalog) = (file, catalog)
        var copy = await dueCopy()
        let copyPath = copy.temporaryPath
        do {
            if connections == .one { try file.turnToLog(database) }
            let (result, copied) = try await database.write { database in
                let unit = SQLiteRows(SQLConnection(database), file: file, catalog: catalog)
                let result = try body(unit)
                let copied = unit.progress.hasChanges ? copyPath.map { SQLiteStore.copyBefore(file, to: $0) } : nil
                try unit.finish(origin)
                return (result, copied)
            }
            if let copied, let copy = copy.take() { finish(copy, copied) }
            return result
        } catch {
            throw file.storeError(error)
        }
    }

    /// Closes the file; every later use fails.
    ///
    /// - Throws: ``StoreError`` when a read or write is still going on.
    public func close() throws {
        do {
            // Only a connection that may write takes up the log and removes it, if it is the last one to close.
            (database as? DatabasePool)?.releaseMemory()
            try database.close()
        } catch {
            throw file.storeError(error)
        }
    }
}
