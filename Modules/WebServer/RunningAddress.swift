package import CommandSupport
import Foundation
import Persistence
package import WebApplication

/// The address of the running dashboard, kept in a file beside the settings for the commands that print links.
package struct RunningAddress: Sendable {
    private let path: String

    package init(_ context: CommandContext) { path = context.pathBesideSettings("web-address") }

    /// The address of a dashboard that still runs; nil where none does.
    package var current: PublicAddress? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n")
        guard lines.count == 2, let process = pid_t(lines[0]), process > 0, kill(process, 0) == 0 else { return nil }
        return PublicAddress(argument: String(lines[1]))
    }

    /// Notes the address of this program. Where the file cannot be written, only other commands miss it.
    func note(_ address: PublicAddress) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? WholeFile.replace(path, with: Data("\(getpid())\n\(address.text)\n".utf8))
    }

    /// Takes the note away, unless another dashboard has written its own since.
    func forget() {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.hasPrefix("\(getpid())\n") else {
            return
        }
        unlink(path)
    }
}
