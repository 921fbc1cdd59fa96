import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// Reminders as a timer and a person get them from the built programs.
struct ReminderTests {
    /// Keeps every message as one line, when a file named `open` is there; else it waits to be killed.
    private static let receiver = """
        #!/bin/sh
        read -r line
        if [ -e fail ]; then exit 75; fi
        printf '%s\\n' "$line" >> messages
        if [ -e hang ]; then touch hanging; exec sleep 600; fi
        """

    private static let environment = [
        "CST_NOTIFICATIONS_PROVIDERS": "exec", "CST_NOTIFICATIONS_EXEC_COMMAND": "/bin/sh,receiver.sh",
        "CST_NETWORK_OFFLINE": "false",
    ]

    private func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        try folder.write(Self.receiver, to: "receiver.sh")
        for command in [
            "cst-plan goal add Car --target 1200 --currency USD --start 2026-04-13 --deadline 2026-12-31 --remind weekly",
            "cst-plan goal add \"Trip, <b>no;w</b>\" --target 900 --currency USD --start 2026-04-13 --deadline 2026-10-01",
        ] { try await run(command, in: folder) }
        return folder
    }

    @discardableResult
    private func run(
        _ command: String, in folder: ProgramFolder, at now: String = ProgramFolder.now, status: Int32? = 0,
        _ more: [String: String] = [:]
    ) async throws -> ProgramResult {
        let words = try CommandLineText(command).words
        let environment = Self.environment.merging(["CST_NOW": now]) { $1 }.merging(more) { $1 }
        let result = try await folder.run(words[0], Array(words.dropFirst()), environment: environment)
        if let status { #expect(result.status == status, "\(command): \(result.errors)\(result.output)") }
        return result
    }

    private func messages(_ folder: ProgramFolder) throws -> [JSONNode] {
        let text = (try? folder.read("messages")) ?? ""
        return try text.split(separator: "\n").map { try JSONNode(parsing: String($0)) }
    }

    @Test func `what was sent in two months is what the preview said, each once`() async throws {
        let folder = try await folder()
        let preview = try JSONNode(
            parsing: try await run("cst-plan remind preview --to 2026-06-13 --format json", in: folder).output)
        let expected = (preview["reminders"]?.elements ?? []).map { ($0["title"]?.text ?? "", $0["body"]?.text ?? "") }
        for day in 0...61 {
            let now = Date(timeIntervalSince1970: 1_776_070_800 + Double(day) * 86_400).formatted(.iso8601)
            try await run("cst-plan remind send", in: folder, at: now)
        }
        let sent = try messages(folder).map { ($0["title"]?.text ?? "", $0["body"]?.text ?? "") }
        #expect(sent.count > 15)
        #expect(sent.map { "\($0)" }.sorted() == expected.map { "\($0)" }.sorted())
        #expect(Set(try messages(folder).map { $0["id"]?.text }).count == sent.count)
    }

    @Test func `many sendings at once tell each reminder once`() async throws {
        let folder = try await folder()
        for day in ["2026-04-13", "2026-05-01", "2026-05-02"] {
            try await withThrowingTaskGroup(of: ProgramResult.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await run("cst-plan remind send", in: folder, at: "\(day)T09:30:00Z") }
                }
                for try await result in group { #expect(result.status == 0) }
            }
        }
        let ids = try messages(folder).map { $0["id"]?.text }
        #expect(Set(ids).count == ids.count && ids.count >= 3)
    }

    @Test func `a program that is killed while it sends sends again once, under the same id`() async throws {
        let folder = try await folder()
        try folder.write("", to: "hang")
        let process = Process()
        process.executableURL = try ProgramFolder.path(of: "cst-plan")
        process.arguments = ["remind", "send"]
        process.currentDirectoryURL = folder.url
        process.environment = folder.environment.merging(Self.environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        while !FileManager.default.fileExists(atPath: folder.url.appending(path: "hanging").path) {
            try await Task.sleep(for: .milliseconds(10))
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try FileManager.default.removeItem(at: folder.url.appending(path: "hang"))
        // It might still be sending, for all that others know.
        try await run("cst-plan remind send", in: folder, at: "2026-04-13T09:10:00Z")
        #expect(try messages(folder).count == 1)
        let log = try await run("cst-plan remind send", in: folder, at: "2026-04-13T09:30:00Z")
        #expect(log.output.contains("sent again after an interruption"), "\(log.output)")
        try await run("cst-plan remind send", in: folder, at: "2026-04-13T10:30:00Z")
        let ids = try messages(folder).map { $0["id"]?.text }
        #expect(ids.count == 2 && Set(ids).count == 1)
    }

    @Test func `what fails each time is shown by doctor, and told after all on request`() async throws {
        let folder = try await folder()
        try folder.write("", to: "fail")
        let few = ["CST_REMINDERS_ATTEMPTS": "2"]
        try await run("cst-plan remind send", in: folder, status: 1, few)
        let second = try await run("cst-plan remind send", in: folder, at: "2026-04-13T09:30:00Z", status: 1, few)
        #expect(second.output.contains("undeliverable"))
        let doctor = try await run("cst-plan doctor", in: folder, status: 1, few)
        #expect(doctor.output.contains("1 reminder not delivered by exec"), "\(doctor.output)")
        try FileManager.default.removeItem(at: folder.url.appending(path: "fail"))
        try await run("cst-plan remind send", in: folder, at: "2026-04-13T10:00:00Z")
        #expect(try messages(folder).isEmpty)
        try await run("cst-plan remind send --retry", in: folder, at: "2026-04-13T11:00:00Z")
        #expect(try messages(folder).count == 1)
        try await run("cst-plan doctor", in: folder)
    }

    @Test func `one channel that fails stops no other; secrets show nowhere`() async throws {
        let server = try LoopbackServer(always: .text("who is tk_topsecret?", status: 500))
        let folder = try await folder()
        let channels = [
            "CST_NOTIFICATIONS_PROVIDERS": "ntfy,exec,gotify",
            "CST_NOTIFICATIONS_NTFY_BASE_URL": server.baseURL.absoluteString,
            "CST_NOTIFICATIONS_NTFY_TOPIC": "hiddentopic", "CST_NOTIFICATIONS_NTFY_TOKEN": "tk_topsecret",
        ]
        let sent = try await run("cst-plan remind send -v", in: folder, status: 1, channels)
        #expect(try messages(folder).count == 1)
        let log = try await run("cst-plan remind log --format json", in: folder, status: 0, channels)
        let shown = try await run("cst-plan config show", in: folder, status: 0, channels)
        for text in [sent.output, sent.errors, log.output, shown.output] {
            #expect(!text.contains("topsecret") && !text.contains("hiddentopic"), "\(text)")
        }
        #expect(log.output.contains("answered with status 500") && log.output.contains("notifications.gotify.baseURL"))
    }

    @Test func `a test of a channel reaches it or says why not`() async throws {
        let folder = try await folder()
        let sent = try await run("cst-plan remind test exec", in: folder)
        #expect(sent.output == "Sent a test message through exec.\n")
        #expect(try messages(folder).map { $0["title"]?.text } == ["Test of reminders"])
        try folder.write("", to: "fail")
        let failed = try await run("cst-plan remind test exec", in: folder, status: 1)
        #expect(failed.errors.contains("exec did not deliver the message"))
        #expect(try await run("cst-plan remind test ntfy", in: folder, status: 2).errors.contains("It names exec."))
    }

    private static let python = "/usr/bin/python3"

    private static func has(_ module: String) -> Bool {
        guard FileManager.default.isExecutableFile(atPath: python) else { return false }
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-c", "import \(module)"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    @Test(.enabled(if: ReminderTests.has("icalendar"), "python3-icalendar is not installed"))
    func `a calendar has the instances that the preview says, and each version a higher number`() async throws {
        let folder = try await folder()
        let reader = """
            import icalendar, json, sys
            calendar = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())
            events = [e for e in calendar.walk('VEVENT')]
            assert len({str(e['UID']) for e in events}) == len(events)
            assert all(len(e.walk('VALARM')) == 1 for e in events)
            print(json.dumps([{'body': str(e['DESCRIPTION']), 'sequence': int(e['SEQUENCE']),
                'time': e['DTSTART'].dt.strftime('%Y-%m-%dT%H:%M:%SZ'), 'title': str(e['SUMMARY']),
                'uid': str(e['UID'])} for e in events]))
            """
        let preview = try JSONNode(
            parsing: try await run("cst-plan remind preview --to 2027-04-13 --format json", in: folder).output)
        let expected = (preview["reminders"]?.elements ?? []).filter { $0["category"]?.text != "SMART_REMINDER" }
        func events() async throws -> [JSONNode] {
            try await run("cst-plan remind ics savings.ics", in: folder)
            let bytes = Array(try Data(contentsOf: folder.url.appending(path: "savings.ics")))
            for line in bytes.split(separator: UInt8(ascii: "\n")) { #expect(line.last == 0x0D && line.count <= 76) }
            let result = try await folder.run(Self.python, ["-c", reader, "savings.ics"])
            #expect(result.status == 0, "\(result.errors)")
            return try JSONNode(parsing: result.output).elements
        }
        let first = try await events()
        #expect(first.count > 40)
        for key in ["time", "title", "body"] { #expect(first.map { $0[key]?.text } == expected.map { $0[key]?.text }) }
        try await run("cst-plan goal edit Car --target 1500", in: folder)
        let second = try await events()
        #expect(second.map { $0["uid"]?.text } == first.map { $0["uid"]?.text })
        let numbers = [first, second].map { $0.compactMap { Int($0["sequence"]?.text ?? "") }.max() ?? 0 }
        #expect(numbers[0] < numbers[1])
    }

    @Test func `a calendar is not written over the database`() async throws {
        let folder = try await folder()
        #expect(try await run("cst-plan remind ics cst.sqlite", in: folder, status: 64).errors.contains("the database"))
        let text = try await run("cst-plan remind ics -", in: folder).output
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
    }

    @Test func `the files of a timer run the program on the same data`() async throws {
        let folder = try await folder()
        let shown = try await run("cst-plan remind install --timer systemd --dry-run", in: folder)
        #expect(shown.output.contains("Would write") && shown.output.contains("ExecStart="))
        let service = folder.url.appending(path: "settings/systemd/user/cst-remind.service")
        #expect(!FileManager.default.fileExists(atPath: service.path))
        try await run("cst-plan remind install --timer systemd", in: folder)
        let text = try String(contentsOf: service, encoding: .utf8)
        let program = try ProgramFolder.path(of: "cst-plan").path
        #expect(
            text.contains("\"remind\" \"send\" \"--quiet\" \"--data\" \"\(folder.url.path)/cst.sqlite\"\n"), "\(text)")
        #expect(text.contains(URL(filePath: program).lastPathComponent))
        let line = try await run("cst-plan remind install --timer cron", in: folder).output
            .split(separator: "\n").last.map { String($0.dropFirst("  */15 * * * * ".count)) }
        let result = try await folder.run(
            "/bin/sh", ["-c", try #require(line)], environment: Self.environment.merging(["CST_DATA": ""]) { $1 })
        #expect(result.status == 0, "\(result.errors)")
        #expect(try messages(folder).count == 1)
        let agent = try await run("cst-plan remind install --timer launchd --dry-run", in: folder).output
        #expect(agent.contains("<string>remind</string>") && agent.contains("LaunchAgents"))
    }

    @Test(
        .enabled(
            if: ReminderTests.has("aiosmtpd") && FileManager.default.isExecutableFile(atPath: "/usr/bin/msmtp"),
            "python3-aiosmtpd and msmtp are not installed"))
    func `an e-mail arrives through msmtp`() async throws {
        let folder = try await folder()
        let server = """
            import sys, time, asyncio
            from aiosmtpd.controller import Controller
            class Handler:
                async def handle_DATA(self, server, session, envelope):
                    open('mail.part', 'wb').write(envelope.content)
                    open('receivers', 'w').write(' '.join(envelope.rcpt_tos))
                    import os; os.rename('mail.part', 'mail')
                    return '250 OK'
            controller = Controller(Handler(), hostname='127.0.0.1', port=0)
            import socket
            probe = socket.socket(); probe.bind(('127.0.0.1', 0)); port = probe.getsockname()[1]; probe.close()
            controller = Controller(Handler(), hostname='127.0.0.1', port=port)
            controller.start()
            open('port.part', 'w').write(str(port))
            import os; os.rename('port.part', 'port')
            while not os.path.exists('stop'): time.sleep(0.05)
            """
        let mail = Task { try await folder.run(Self.python, ["-c", server], limit: 120) }
        while !FileManager.default.fileExists(atPath: folder.url.appending(path: "port").path) {
            try await Task.sleep(for: .milliseconds(10))
        }
        let port = try folder.read("port")
        let channel = [
            "CST_NOTIFICATIONS_PROVIDERS": "email", "CST_NOTIFICATIONS_EMAIL_FROM": "cst@example.org",
            "CST_NOTIFICATIONS_EMAIL_TO": "ada@example.org",
            "CST_NOTIFICATIONS_EMAIL_COMMAND": "msmtp,-t,--host=127.0.0.1,--port=\(port),--from=cst@example.org",
        ]
        try await run("cst-plan remind send", in: folder, status: 0, channel)
        try folder.write("", to: "stop")
        #expect(try await mail.value.status == 0)
        let text = try folder.read("mail")
        #expect(try folder.read("receivers") == "ada@example.org")
        let parse = """
            import email, email.policy, json, sys
            m = email.message_from_binary_file(open('mail', 'rb'), policy=email.policy.default)
            print(json.dumps({'body': m.get_content(), 'from': str(m['From']), 'subject': str(m['Subject'])}, sort_keys=True))
            """
        let parsed = try JSONNode(parsing: try await folder.run(Self.python, ["-c", parse]).output)
        #expect(parsed["subject"]?.text == "Save for Car" && parsed["from"]?.text == "cst@example.org", "\(text)")
        #expect(parsed["body"]?.text?.contains("left to pay by 1 May 2026") == true)
        let log = try JSONNode(
            parsing: try await run("cst-plan remind log --format json", in: folder, status: 0, channel).output)
        let id = try #require(log["deliveries"]?.elements.first?["messageId"]?.text)
        #expect(text.contains("Message-ID: <\(id)@example.org>"))
    }
}
