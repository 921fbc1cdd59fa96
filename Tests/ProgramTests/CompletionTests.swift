import Foundation
import ProgramSupport
import Testing

/// What a shell offers when Tab is pressed: the generated script of bash, run in bash.
struct CompletionTests {
    /// Loads the script of the program that the words begin with, which is made once, and prints what it offers for the last word.
    private static let driver = """
        script=$HOME/.run-$1.bash
        [ -f "$script" ] || "$1" --generate-completion-script bash > "$script"
        source "$script"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
        function=$(complete -p "$1" | sed 's/.* -F \\([^ ]*\\) .*/\\1/')
        "$function" "$1" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """

    private func offers(_ words: [String], in folder: ProgramFolder) async throws -> [String] {
        let programs = try ProgramFolder.path(of: words[0]).deletingLastPathComponent().path
        let result = try await folder.run(
            "/bin/bash", ["-c", Self.driver, "bash"] + words, environment: ["PATH": "\(programs):/usr/bin:/bin"])
        #expect(result.status == 0)
        #expect(result.errors.isEmpty, "\(words): \(result.errors)")
        return result.output.split(separator: "\n").map(String.init).sorted()
    }

    private func household() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        for name in ["Car", "Japan in spring", "It's: a \"boat\"", "$(touch stolen) `touch stolen`"] {
            let added = try await folder.run(
                "cst-plan",
                ["goal", "add", name, "--target", "900", "--currency", "EUR", "--deadline", "2026-12-31"])
            try #require(added.status == 0, "\(added.errors)")
        }
        let added = try await folder.run("cst-assets", ["add", "Savings", "--currency", "EUR"])
        try #require(added.status == 0, "\(added.errors)")
        return folder
    }

    @Test func `names of goals and assets are offered as they are written`() async throws {
        let folder = try await household()
        let goals = ["$(touch stolen) `touch stolen`", "Car", "It's: a \"boat\"", "Japan in spring"]
        #expect(try await offers(["cst-plan", "goal", "show", ""], in: folder) == goals)
        #expect(try await offers(["cst-plan", "goal", "show", "J"], in: folder) == ["Japan in spring"])
        #expect(try await offers(["cst-plan", "flex", "--protect", "C"], in: folder) == ["Car"])
        #expect(try await offers(["cst-assets", "deposit", ""], in: folder) == ["Savings"])
        #expect(try await offers(["cst-assets", "adjust", ""], in: folder) == ["Savings"])
        #expect(try await offers(["cst-assets", "allocate", "Savings", "C"], in: folder) == ["Car"])
        #expect(try await offers(["cst-assets", "withdraw", "Savings", "1", "--for", "C"], in: folder) == ["Car"])
        let stolen = folder.url.appending(path: "stolen").path
        #expect(!FileManager.default.fileExists(atPath: stolen), "a name was run as a command")
    }

    @Test func `names come from the database that the command line names`() async throws {
        let folder = try await household()
        let added = try await folder.run(
            "cst-plan",
            [
                "goal", "add", "Roof", "--target", "900", "--currency", "EUR", "--deadline", "2026-12-31", "--data",
                "other.sqlite",
            ])
        try #require(added.status == 0, "\(added.errors)")
        let request = ["---completion", "goal", "show", "--", "positional@0", "3", "0", "cst-plan", "goal", "show", ""]
        for words in [
            ["--data", "other.sqlite"], ["--data", "=", "other.sqlite"], ["--data", "'other.sqlite'"],
            ["--data", "other\\.sqlite"], ["--data=other.sqlite"],
        ] {
            #expect(try await folder.run("cst-plan", request + words).output == "Roof\n", "\(words)")
        }
    }

    @Test func `where no names can be read, nothing is said and nothing made`() async throws {
        let folder = try ProgramFolder()
        #expect(try await offers(["cst-plan", "goal", "show", ""], in: folder) == [])
        let inside = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(inside.filter { !$0.hasPrefix(".run-") } == [])
        try folder.write("not a database", to: "cst.sqlite")
        #expect(try await offers(["cst-plan", "goal", "show", ""], in: folder) == [])
        #expect(try await offers(["cst-plan", "--data", "nowhere/cst.sqlite", "goal", "show", ""], in: folder) == [])
        try folder.write("settings: [", to: "settings/cst/config.yaml")
        #expect(try await offers(["cst-assets", "show", ""], in: folder) == [])
    }

    @Test func `what can be written is offered`() async throws {
        let folder = try ProgramFolder()
        let cases: [([String], [String])] = [
            (["cst-plan", "--format", ""], ["csv", "json", "text"]),
            (["cst-plan", "goal", "list", "--format", "j"], ["json"]),
            (["cst-rates", "--color", ""], ["always", "auto", "never"]),
            (["cst-plan", "required", "--convention", "p"], ["payments"]),
            (["cst-plan", "--convention", "p"], ["payments"]),
            (["cst-plan", "flex", "--strategy", "b"], ["balanced"]),
            (["cst-plan", "goal", "add", "--remind", ""], ["biweekly", "monthly", "weekly"]),
            (["cst-plan", "goal", "add", "--template", "v"], ["vacation"]),
            (["cst-assets", "add", "--source", ""], ["exec"]),
            (["cst-plan", "month", "st"], ["start", "status"]),
            (["cst-plan", "--off"], ["--offline"]),
        ]
        for (words, wanted) in cases {
            #expect(try await offers(words, in: folder) == wanted, "\(words)")
        }
    }

    @Test(
        arguments: [
            ("cst-assets", "bash"), ("cst-herd", "zsh"), ("cst-ledger", "fish"), ("cst-plan", "bash"),
            ("cst-portfolio", "zsh"), ("cst-rates", "fish"), ("cst-web", "bash"), ("cst-plan", "zsh"),
            ("cst-assets", "fish"),
        ])
    func `there is a script for every shell`(program: String, shell: String) async throws {
        let result = try await ProgramFolder().run(program, ["--generate-completion-script", shell])
        #expect(result.status == 0)
        #expect(result.output.contains(program) && result.output.contains("format"))
    }
}
