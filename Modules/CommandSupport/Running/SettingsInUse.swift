import Foundation
import ProgramSettings
import Synchronization

/// The settings of a program that goes on. They follow their file.
final class SettingsInUse: Sendable {
    private let start: ProgramSettings
    private let editor: SettingsEditor
    private let state: Mutex<State>

    private struct State {
        var settings: ProgramSettings
        var version = 0
        var mark: FileMark?
    }

    /// - Parameter settings: those of the start.
    init(_ settings: ProgramSettings, _ editor: SettingsEditor) {
        start = settings
        self.editor = editor
        state = Mutex(State(settings: settings, mark: FileMark(editor.path)))
    }

    /// The settings as they are now, and how often they changed.
    var current: (settings: ProgramSettings, version: Int) { state.withLock { ($0.settings, $0.version) } }

    /// Takes over what changed in the file. One that is half written, or wrong, changes nothing.
    func readAgain() {
        state.withLock { (state: inout State) in
            let mark = FileMark(editor.path)
            guard mark != state.mark else { return }
            state.mark = mark
            guard let settings = try? editor.current().settings.keeping(start),
                !settings.differences(from: state.settings).isEmpty
            else { return }
            (state.settings, state.version) = (settings, state.version + 1)
        }
    }
}

/// The state of a file, by which a change of it is seen.
private struct FileMark: Equatable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil where there is no file.
    init?(_ path: String?) {
        var info = stat()
        guard let path, stat(path, &info) == 0 else { return nil }
        (device, number, size) = (UInt64(info.st_dev), UInt64(info.st_ino), Int64(info.st_size))
        #if canImport(Darwin)
            (seconds, nanoseconds) = (info.st_mtimespec.tv_sec, info.st_mtimespec.tv_nsec)
        #else
            (seconds, nanoseconds) = (info.st_mtim.tv_sec, info.st_mtim.tv_nsec)
        #endif
    }
}
