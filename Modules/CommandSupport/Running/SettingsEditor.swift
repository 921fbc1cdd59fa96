import Foundation
import Persistence
public import PluginKit
public import ProgramSettings

/// The settings file of a program that goes on: as it is now, and changed.
public struct SettingsEditor: Sendable {
    /// Where the file is; nil where none is used.
    public let path: String?
    /// Whether the file was named, so that it has to be there.
    let isRequired: Bool
    /// The settings that a file makes together with everything that comes before it.
    let load: @Sendable (SettingsFile?) throws(SettingsIssues) -> ProgramSettings

    /// A file with what it means.
    public struct State: Sendable {
        /// Its text; empty where there is none.
        public let text: String
        /// What holds for a program that is started now.
        public let settings: ProgramSettings
    }

    /// The file as it is now.
    ///
    /// - Throws: ``SettingsIssues`` for one with which no program would start.
    public func current() throws(SettingsIssues) -> State {
        let file = path.flatMap { SettingsFile.read($0, isRequired: isRequired) }
        return State(text: file?.text ?? "", settings: try load(file))
    }

    /// Changes settings in the file, whole or not at all, while no other program does. What others changed in it since it was
    /// seen is not written over.
    ///
    /// - Parameters:
    ///   - changes: what is to stand in the file for each key; nil where nothing is to.
    ///   - allowed: what may be decided beyond figures, as somebody has shown once more who it is.
    ///   - isSame: whether a text is the one that was seen.
    /// - Returns: the file as it is then.
    /// - Throws: ``SettingsEditError``, ``SettingsIssues`` with everything that is wrong with the new values.
    public func change(
        _ changes: [String: RawSetting?], allowing allowed: Set<SettingReach> = [],
        ifStill isSame: @Sendable (String) -> Bool
    ) async throws -> State {
        guard let path else { throw SettingsEditError.noFile }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let lock = try await Self.lock(target.deletingLastPathComponent(), path)
        defer { close(lock) }
        let state = try current()
        guard isSame(state.text) else { throw SettingsEditError.changed }
        if let refusal = state.settings.refusal(of: changes.keys, allowing: allowed) { throw refusal }
        let text = try SettingsText(state.text).changed(changes).text
        guard text != state.text else { return state }
        let settings = try load(SettingsFile(path: path, text: text))
        try Self.check(target.path, path)
        do { try WholeFile.replace(target.path, with: Data(text.utf8)) } catch {
            throw SettingsEditError.notWritten(path: path, reason: String(cString: strerror(error.code.rawValue)))
        }
        return State(text: text, settings: settings)
    }

    /// Keeps other programs from changing settings in a folder until the descriptor is closed. Locking the folder leaves no file
    /// behind; on file systems without locks two programs may still meet.
    private static func lock(_ folder: URL, _ path: String) async throws -> Int32 {
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else {
            throw SettingsEditError.notWritten(path: path, reason: String(cString: strerror(errno)))
        }
        for _ in 0..<100 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return descriptor }
            do { try await Task.sleep(for: .milliseconds(50)) } catch {
                close(descriptor)
                throw error
            }
        }
        close(descriptor)
        throw SettingsEditError.busy(path: path)
    }

    /// Refuses what is no file of its own, and one that its owner protected: putting another in its place would not ask for leave.
    private static func check(_ target: String, _ path: String) throws {
        var info = stat()
        guard stat(target, &info) == 0 else { return }
        guard info.st_mode & S_IFMT == S_IFREG else {
            throw SettingsEditError.notWritten(path: path, reason: "it is not a regular file")
        }
        guard access(target, W_OK) == 0, info.st_mode & S_IWUSR != 0 else {
            throw SettingsEditError.notWritten(path: path, reason: "it is protected from writing")
        }
    }
}
