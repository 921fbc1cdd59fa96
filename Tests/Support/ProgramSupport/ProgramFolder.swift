package import Foundation

/// A fresh place to run programs in: an empty home, a clean environment, no network, a pinned instant. It goes with the last reference.
package final class ProgramFolder: Sendable {
    /// The instant that programs take for now unless told otherwise: a Monday.
    package static let now = "2026-04-13T09:00:00Z"

    /// The folder, in which programs are started too.
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(
            path: "cst-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The environment of every run.
    package var environment: [String: String] {
        [
            "HOME": url.path, "XDG_DATA_HOME": url.appending(path: "data").path,
            "XDG_CONFIG_HOME": url.appending(path: "settings").path, "CST_DATA": url.appending(path: "cst.sqlite").path,
            "CST_EXCHANGE_RATES_PROVIDERS": "fixed", "CST_NETWORK_OFFLINE": "true", "CST_NOW": ProgramFolder.now,
            "TZ": "UTC", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
        ]
    }

    /// Writes a file and gives its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// The text of a file.
    package func read(_ name: String) throws -> String {
        try String(contentsOf: url.appending(path: name), encoding: .utf8)
    }

    /// Another folder with the same database.
    package func copy() throws -> ProgramFolder {
        let copy = try ProgramFolder()
        let files = ["cst.sqlite", "cst.sqlite-wal"].map { url.appending(path: $0).path }.filter {
            FileManager.default.fileExists(atPath: $0)
        }
        guard !files.isEmpty else { return copy }
        // By another process: closing a file here would release the locks that a store of this process holds on it.
        let process = try Process.run(URL(filePath: "/bin/cp"), arguments: files + [copy.url.path])
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        return copy
    }
}
