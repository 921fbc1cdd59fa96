/// Files that hold what a store on a server holds, for backups and for moving.
package protocol StoreArchive: Sendable {
    /// Makes a file with everything that a store holds, compared by totals.
    func write(_ source: any ContentSource, to path: String) throws
    /// Hands on what a file holds.
    func read<Result>(_ path: String, _ body: (any ContentSource) throws -> Result) throws -> Result
    /// Makes and restores backups of a file.
    func backups(of path: String) -> any BackupService
}
