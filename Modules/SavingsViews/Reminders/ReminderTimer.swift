import Persistence

/// What makes a computer tell reminders by itself, every quarter of an hour.
public struct ReminderTimer: Sendable {
    /// The programs that run others at given times.
    public enum Kind: String, Sendable, CaseIterable {
        /// A timer of the user's own systemd.
        case systemd
        /// An agent of macOS.
        case launchd
        /// A line of a crontab.
        case cron
    }

    /// A file to be written.
    public struct File: Sendable {
        /// Its whole path.
        public let path: String
        /// What it holds.
        public let content: String
    }

    /// Which one runs the program.
    public let kind: Kind
    /// The files that say so; empty for a crontab, which is edited by hand.
    public let files: [File]
    /// What is left to do by hand, as a command line or a line to add.
    public let next: String

    private static let name = "cst-remind"
    private static let label = "org.cryptosavingstracker.remind"

    /// A timer that runs a program.
    ///
    /// - Parameters:
    ///   - command: the program with its whole path, and its arguments.
    ///   - home: the user's folder.
    ///   - settings: the folder of settings, by the XDG specification.
    public init(_ kind: Kind, running command: [String], home: String, settings: String) {
        self.kind = kind
        switch kind {
        case .systemd:
            let folder = "\(settings)/systemd/user"
            files = [
                File(path: "\(folder)/\(Self.name).service", content: Self.service(command)),
                File(path: "\(folder)/\(Self.name).timer", content: Self.timer),
            ]
            next = "systemctl --user daemon-reload && systemctl --user enable --now \(Self.name).timer"
        case .launchd:
            let path = "\(home)/Library/LaunchAgents/\(Self.label).plist"
            files = [File(path: path, content: Self.agent(command))]
            next = "launchctl bootstrap gui/$(id -u) \(path.shellWord)"
        case .cron:
            files = []
            // A percent sign would begin the input of the command.
            next = "*/15 * * * * " + command.map { $0.shellWord.replacing("%", with: "\\%") }.joined(separator: " ")
        }
    }

    private static func service(_ command: [String]) -> String {
        let words = command.map { word in
            // Specifiers, variables, quotes and backslashes have meanings of their own there.
            let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
                .replacing("$", with: "$$")
            return "\"\(escaped)\""
        }
        return """
            [Unit]
            Description=Reminders of savings goals

            [Service]
            Type=oneshot
            ExecStart=\(words.joined(separator: " "))

            """
    }

    private static let timer = """
        [Unit]
        Description=Reminders of savings goals, every quarter of an hour

        [Timer]
        OnCalendar=*:0/15
        Persistent=true

        [Install]
        WantedBy=timers.target

        """

    private static func agent(_ command: [String]) -> String {
        let words = command.map { word in
            let escaped = word.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            return "        <string>\(escaped)</string>"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
                <key>Label</key>
                <string>\(label)</string>
                <key>ProgramArguments</key>
                <array>
            \(words.joined(separator: "\n"))
                </array>
                <key>StartInterval</key>
                <integer>900</integer>
                <key>RunAtLoad</key>
                <true/>
            </dict>
            </plist>

            """
    }
}
