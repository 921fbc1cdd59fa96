import Foundation
import Notifications
import PluginKit
import Testing

@testable import NotificationChannels

/// What programs get on their standard input and as arguments.
final class ProgramChannelTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cst-channels-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A program that keeps its input and arguments, then runs the line.
    private func program(_ line: String = "exit 0", name: String = "program") throws -> String {
        let file = folder.appending(path: name)
        let text = """
            #!/bin/sh
            cat > "\(folder.path)/input"
            for word in "$@"; do printf '%s\\n' "$word"; done > "\(folder.path)/arguments"
            \(line)
            """
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
        return file.path
    }

    private func kept(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test func `a program gets one JSON object`() async throws {
        let channel = try await channel("exec", ["notifications.exec.command": .list([try program(), "-x"])])
        #expect(await failure(of: channel) == nil)
        let json = try JSONSerialization.jsonObject(with: Data(try kept("input").utf8)) as? NSDictionary
        #expect(
            json == [
                "version": 1, "method": "notify", "id": hostileID, "category": "MONTHLY_PAYMENT", "title": cleanTitle,
                "body": hostile.body, "time": "2026-05-28T17:40:00Z",
            ] as NSDictionary)
        #expect(try kept("arguments") == "-x\n")
    }

    @Test func `a program that fails did not take it, one that is killed may have`() async throws {
        let failing = try await channel(
            "exec", ["notifications.exec.command": .list([try program("echo no room >&2; exit 75")])])
        guard case .notTaken(let reason, nil) = await failure(of: failing) else {
            Issue.record("taken")
            return
        }
        #expect(reason.contains("status 75: no room"))
        let hanging = try await channel(
            "exec",
            [
                "notifications.exec.command": .list([try program("exec sleep 600")]),
                "notifications.timeout": .text("300ms"),
            ])
        guard case .uncertain = await failure(of: hanging) else {
            Issue.record("certain")
            return
        }
    }

    @Test func `the desktop gets no markup`() async throws {
        let channel = try await channel(
            "desktop", ["notifications.desktop.command": .list([try program(name: "notify-send"), "-a", "CST", "--"])])
        #expect(await failure(of: channel) == nil)
        #expect(
            try kept("arguments")
                == "-a\nCST\n--\n\(cleanTitle)\n350.00 EUR &amp; &lt;i&gt;more&lt;/i&gt; *now* _x_\nCar: 1.00 EUR\n")
    }

    @Test func `an e-mail has the header it should have and no other`() async throws {
        let channel = try await channel(
            "email",
            [
                "notifications.email.command": .list([try program(), "-t"]),
                "notifications.email.from": .text("cst@example.org"),
                "notifications.email.to": .text("ada@example.org"),
            ])
        #expect(await failure(of: channel) == nil)
        let parts = try kept("input").split(separator: "\n\n", maxSplits: 1)
        var names: [String] = []
        for line in parts[0].split(separator: "\n") {
            #expect(line.utf8.count <= 998 && line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
            if !line.hasPrefix(" ") { names.append(String(line.prefix { $0 != ":" })) }
        }
        #expect(
            names == [
                "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "X-Category", "MIME-Version",
                "Content-Type", "Content-Transfer-Encoding",
            ])
        #expect(parts[0].contains("Message-ID: <\(hostileID)@example.org>\nAuto-Submitted"))
        #expect(parts[0].contains("Date: Thu, 28 May 2026 20:26:40 +0000\n"))
        let body = try #require(Data(base64Encoded: String(parts[1].filter { $0 != "\n" })))
        #expect(String(decoding: body, as: UTF8.self) == hostile.body + "\n")
    }

    @Test(arguments: [
        "ada", "ada@", "ada@example.org\nBcc: eve@example.org", "a@b, c@d", "Ada <a@b>", "-ada@example.org",
    ])
    func `what is not one address is refused`(address: String) async throws {
        let channel = try await channel(
            "email",
            ["notifications.email.from": .text("cst@example.org"), "notifications.email.to": .text(address)])
        guard case .notTaken(let reason, _) = await failure(of: channel) else {
            Issue.record("taken")
            return
        }
        #expect(reason.contains("one address"))
    }
}
