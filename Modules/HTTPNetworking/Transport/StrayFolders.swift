import Foundation

/// The folders that Foundation makes on Linux for cookies and cached answers, whatever a session is told about both. Nothing
/// ever lies in them; those that were not there before go again.
struct StrayFolders {
    private let missing: [String]

    /// Takes note of what is not there yet.
    init() {
        let name = ProcessInfo.processInfo.processName
        let bundle = Bundle.main.bundleURL.lastPathComponent
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)
        let data = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        let made =
            caches.map { $0.appending(path: "org.swift.foundation.URLCache/\(name)") }
            + data.map { $0.appending(path: bundle) }
        let folders = made.flatMap { folder in
            (0..<4).map { up in (0..<up).reduce(folder) { path, _ in path.deletingLastPathComponent() } }
        }
        missing = folders.map(\.path).filter { !FileManager.default.fileExists(atPath: $0) }
    }

    /// Removes what is there now, as far as it is empty.
    func remove() {
        for folder in missing { rmdir(folder) }
    }
}
