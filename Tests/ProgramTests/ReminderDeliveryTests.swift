import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// What the built programs do where receivers, networks and databases are not as they were.
struct ReminderDeliveryTests {
    private func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        try await run(
            "cst-plan goal add Car --target 1200 --currency USD --start 2026-04-13 --deadline 2026-12-31 --remind weekly",
            in: folder)
        return folder
    }

    @discardableResult
    private func run(
        _ command: String, in folder: ProgramFolder, at now: String = ProgramFolder.now, status: Int32? = 0,
        _ environment: [String: String] = [:]
    ) async throws -> ProgramResult {
        let words = try CommandLineText(command).words
        let result = try await folder.run(
            words[0], Array(words.dropFirst()), environment: environment.merging(["CST_NOW": now]) { $1 })
        if let status { #expect(result.status == status, "\(command): \(result.errors)\(result.output)") }
        return result
    }

    private func ntfy(_ address: String) -> [String: String] {
        [
            "CST_NOTIFICATIONS_PROVIDERS": "ntfy", "CST_NOTIFICATIONS_NTFY_BASE_URL": address,
            "CST_NOTIFICATIONS_NTFY_TOPIC": "savings", "CST_NETWORK_OFFLINE": "false",
        ]
    }

    private func row(_ folder: ProgramFolder, _ channel: [String: String]) async throws -> JSONNode {
        let log = try JSONNode(
            parsing: try await run("cst-plan remind log --format json", in: folder, channel).output)
        let rows = log["deliveries"]?.elements ?? []
        #expect(rows.count == 1)
        return try #require(rows.first)
    }

    private static let openssl = "/usr/bin/openssl"
    private static let python = "/usr/bin/python3"

    @Test(
        .enabled(
            if: [openssl, python].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) },
            "openssl and python3 are not installed"))
    func `a certificate that nobody vouches for stops the message, which waits and arrives once`() async throws {
        let folder = try await folder()
        let made = try await folder.run(
            Self.openssl,
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
            ])
        #expect(made.status == 0, "\(made.errors)")
        let script = """
            import os, socket, ssl, threading
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain('cert.pem', 'key.pem')
            listener = socket.create_server(('127.0.0.1', 0))
            listener.settimeout(0.05)
            open('port.part', 'w').write(str(listener.getsockname()[1]))
            os.rename('port.part', 'port')
            while not os.path.exists('stop'):
                try: connection, _ = listener.accept()
                except TimeoutError: continue
                connection.settimeout(5)
                open('tried', 'a').write('x')
                try:
                    if context.wrap_socket(connection, server_side=True).recv(1): open('read', 'a').write('x')
                except OSError: pass
            """
        let server = Task { try await folder.run(Self.python, ["-c", script], limit: 120) }
        while !FileManager.default.fileExists(atPath: folder.url.appending(path: "port").path) {
            try await Task.sleep(for: .milliseconds(10))
        }
        let secure = ntfy("https://127.0.0.1:\(try folder.read("port"))")
        let sent = try await run("cst-plan remind send", in: folder, status: 1, secure)
        #expect(sent.output.contains("certificate"), "\(sent.output)")
        let waiting = try await row(folder, secure)
        #expect(waiting["state"]?.text == "waiting" && waiting["interruptions"]?.text == "0")
        #expect(
            try await run("cst-plan remind test ntfy", in: folder, status: 1, secure).errors.contains("certificate"))
        try folder.write("", to: "stop")
        #expect(try await server.value.status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: "tried").path))
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "read").path))

        // The person mends the address.
        let receiver = try LoopbackServer(always: .text("{}"))
        let plain = ntfy(receiver.baseURL.absoluteString)
        for minute in ["10", "20", "30"] {
            try await run("cst-plan remind send", in: folder, at: "2026-04-13T09:\(minute):00Z", plain)
        }
        let row = try await row(folder, plain)
        #expect(receiver.requests.count == 1 && row["state"]?.text == "sent" && row["attempts"]?.text == "2")
        #expect(receiver.requests.first?.headers["idempotency-key"] == waiting["messageId"]?.text)
    }

    @Test func `offline nothing is tried, and nothing is used up`() async throws {
        let folder = try await folder()
        let receiver = try LoopbackServer(always: .text("{}"))
        let channel = ntfy(receiver.baseURL.absoluteString).merging(["CST_REMINDERS_ATTEMPTS": "1"]) { $1 }
        for minute in ["00", "15", "30"] {
            let result = try await run(
                "cst-plan remind send --offline", in: folder, at: "2026-04-13T09:\(minute):00Z", channel)
            #expect(result.errors.contains("ntfy was not tried"), "\(result.errors)")
            #expect(result.output.contains("1 delivery waits"), "\(result.output)")
        }
        #expect(receiver.requests.isEmpty)
        try await run("cst-plan remind send", in: folder, at: "2026-04-13T09:45:00Z", channel)
        #expect(receiver.requests.count == 1)
    }

    @Test func `a backup that is restored does not send again what was sent since`() async throws {
        let folder = try await folder()
        let receiver = try LoopbackServer(always: .text("{}"))
        let channel = ntfy(receiver.baseURL.absoluteString)
        try await run("cst-assets backup before", in: folder)
        for day in ["13", "20", "27"] {
            try await run("cst-plan remind send", in: folder, at: "2026-04-\(day)T09:30:00Z", channel)
        }
        let told = receiver.requests.count
        #expect(told == 3)
        try await run("cst-plan goal edit Car --target 1300", in: folder, at: "2026-04-27T10:00:00Z")
        try await run("cst-assets restore before --yes --force", in: folder, at: "2026-04-27T11:00:00Z")
        #expect(try await run("cst-plan goal show Car", in: folder).output.contains("200.00 USD"))
        for hour in ["12", "13"] {
            try await run("cst-plan remind send", in: folder, at: "2026-04-27T\(hour):00:00Z", channel)
        }
        #expect(receiver.requests.count == told)
        try await run("cst-plan remind send", in: folder, at: "2026-05-04T12:00:00Z", channel)
        #expect(receiver.requests.count > told)
        try await run("cst-plan doctor", in: folder, status: nil)
    }

    @Test func `a calendar is kept up to date, and nobody else's file is written over`() async throws {
        let folder = try await folder()
        try folder.write("cst.yaml settings\n", to: "notes.txt")
        let channel = [
            "CST_NOTIFICATIONS_PROVIDERS": "icalendar",
            "CST_NOTIFICATIONS_ICALENDAR_FILE": "\(folder.url.path)/savings.ics",
        ]
        let first = try await run("cst-plan remind send", in: folder, channel)
        #expect(first.output.hasPrefix("Wrote ") && first.output.contains("savings.ics"), "\(first.output)")
        let text = try folder.read("savings.ics")
        #expect(
            try await run("cst-plan remind send", in: folder, at: "2026-04-13T09:15:00Z", channel).output
                == "Nothing is due.\n")
        #expect(try folder.read("savings.ics") == text)
        // The same events as the command writes.
        try await run("cst-plan remind ics own.ics", in: folder)
        func events(_ name: String) throws -> [Substring] {
            try folder.read(name).split(separator: "\r\n").filter { !$0.hasPrefix("X-CRYPTO") && !$0.hasPrefix(" ") }
        }
        #expect(try events("savings.ics") == events("own.ics"))
        try await run("cst-plan goal edit Car --remind-at 18:30", in: folder, at: "2026-04-13T09:20:00Z")
        try await run("cst-plan remind send", in: folder, at: "2026-04-13T09:30:00Z", channel)
        #expect(try folder.read("savings.ics").contains("DTSTART:20260420T183000Z"))
        #expect(try await run("cst-plan remind test icalendar", in: folder, channel).output.contains("test message"))
        #expect(try folder.read("savings.ics").contains("SUMMARY:Test of reminders"))
        try await run("cst-plan remind send", in: folder, at: "2026-04-13T09:45:00Z", channel)
        #expect(!(try folder.read("savings.ics").contains("Test of reminders")))
        for other in ["notes.txt", "cst.sqlite", ".", "no/such.ics"] {
            let wrong = channel.merging(["CST_NOTIFICATIONS_ICALENDAR_FILE": "\(folder.url.path)/\(other)"]) { $1 }
            let result = try await run("cst-plan remind send", in: folder, status: 1, wrong)
            #expect(result.output.contains("icalendar: not written."), "\(other): \(result.output)")
            #expect(try await run("cst-plan doctor", in: folder, status: 1, wrong).output.contains("notifications"))
        }
        #expect(try folder.read("notes.txt") == "cst.yaml settings\n")
    }
}
