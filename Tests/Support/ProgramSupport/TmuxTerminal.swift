import Foundation

/// A shell on a terminal of its own, as a person sees and types it: run by tmux, whose screen can be read.
package final class TmuxTerminal: Sendable {
    private let folder: ProgramFolder
    private let socket: String
    private let limit: Int
    private let server: Process

    private static let path = "/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin"

    /// Starts a shell in a folder, with the built programs on its path.
    package init(
        in folder: ProgramFolder, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
        limit: Int = 120
    ) async throws {
        self.folder = folder
        self.limit = limit
        socket = folder.url.appending(path: "tmux").path
        let programs = try ProgramFolder.path(of: "cst-plan").deletingLastPathComponent().path
        let variables = folder.environment.merging(environment) { _, own in own }
            .merging(["PATH": "\(programs):\(Self.path)", "PS1": "ready> "]) { _, own in own }
        // Given in the command: tmux hands on only a part of what it has itself.
        let shell =
            "exec env " + variables.sorted { $0.key < $1.key }.map { "'\($0.key)=\($0.value)' " }.joined()
            + "bash --norc --noprofile -i"
        server = Process()
        server.executableURL = URL(filePath: "/usr/bin/env")
        // In the foreground: a server that goes into the background keeps what this process waits for.
        server.arguments = ["tmux", "-D", "-S", socket, "-f", "/dev/null"]
        server.environment = ["PATH": Self.path, "LANG": "C.UTF-8"]
        server.currentDirectoryURL = folder.url
        server.standardInput = FileHandle.nullDevice
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.start()
        let deadline = ContinuousClock.now + .seconds(limit)
        let session = ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", folder.url.path, shell]
        while true {
            // The server takes a moment until it listens.
            let result = try await run(session)
            if result.status == 0 { break }
            guard server.isRunning, ContinuousClock.now < deadline else {
                throw FormatError(description: "tmux does not run: \(result.errors)")
            }
        }
        try await wait(for: "ready>")
    }

    deinit { close() }

    /// Runs a command to its end, and clears the screen.
    package func run(_ line: String) async throws {
        // What is typed does not hold what is waited for.
        try await enter("\(line); echo ended $((40 + 2))")
        try await wait(for: "ended 42")
        try await enter("clear")
        try await wait(for: "ended 42", isThere: false)
        try await waitForShell()
    }

    /// Types a line and Return.
    package func enter(_ line: String) async throws {
        try await tmux(["send-keys", "-l", line])
        try await press("Enter")
    }

    /// Presses keys by the names that tmux gives them: "Left", "S-Left", "C-c", "Escape", "p".
    package func press(_ keys: String...) async throws {
        try await tmux(["send-keys"] + keys)
    }

    /// Takes the terminal away from whatever runs on it.
    package func close() {
        // A process that the tests start ignores milder signals, which their threads block. The shell goes with its terminal.
        if server.isRunning { kill(server.processIdentifier, SIGKILL) }
    }

    /// Makes the window another size.
    package func resize(columns: Int, rows: Int) async throws {
        try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The lines of the screen; with `codes` the colours too.
    package func screen(codes: Bool = false) async throws -> [String] {
        let text = try await tmux(["capture-pane", "-p"] + (codes ? ["-e"] : []))
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// What a screen is waited for.
    private enum Condition: String {
        case holds
        case lacks
        case ends
        case equals
    }

    /// Waits until the screen holds a text, or no longer does, and gives its lines.
    @discardableResult
    package func wait(for text: String, isThere: Bool = true) async throws -> [String] {
        try await wait(isThere ? .holds : .lacks, text)
    }

    /// Waits until the shell's prompt is the last line that is not empty, and gives the lines.
    @discardableResult
    package func waitForShell() async throws -> [String] {
        try await wait(.ends, "ready>")
    }

    /// Waits until the screen shows these lines and nothing else.
    package func wait(forScreen lines: [String]) async throws {
        try await wait(.equals, lines.joined(separator: "\n"))
    }

    @discardableResult
    private func wait(_ condition: Condition, _ text: String) async throws -> [String] {
        // One process that looks again and again, not one for every look.
        let script = """
            until screen=$(tmux -N -S "$1" capture-pane -p && printf x) && shown=$(printf %s "${screen%x}") && case $2 in
                holds) [[ $shown == *"$3"* ]] ;;
                lacks) [[ $shown != *"$3"* ]] ;;
                ends) [[ ${shown##*$'\\n'} == "$3" ]] ;;
                equals) [[ $shown == "$3" ]] ;;
            esac; do
                [ $SECONDS -lt $4 ] || { printf %s "$shown"; exit 1; }
                sleep 0.02
            done
            printf %s "${screen%x}"
            """
        let result = try await folder.run(
            "/usr/bin/env", ["bash", "-c", script, "wait", socket, condition.rawValue, text, "\(limit)"],
            environment: ["PATH": Self.path])
        guard result.status == 0 else {
            throw FormatError(description: "the screen never \(condition) '\(text)':\n\(result.output)")
        }
        return result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @discardableResult
    private func tmux(_ arguments: [String]) async throws -> String {
        let result = try await run(arguments)
        guard result.status == 0 else { throw FormatError(description: "tmux \(arguments): \(result.errors)") }
        return result.output
    }

    private func run(_ arguments: [String]) async throws -> ProgramResult {
        try await folder.run(
            "/usr/bin/env", ["tmux", "-N", "-S", socket] + arguments, environment: ["PATH": Self.path])
    }
}
