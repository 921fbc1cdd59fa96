import Foundation
import ProgramSupport
import Testing

/// An asset whose balance any program tells.
struct ExecFundingTests {
    /// A program that tells what a file named after the reference holds.
    private static let teller = """
        read -r question
        name=$(printf '%s' "$question" | sed 's/.*"reference":"\\([^"]*\\)".*/\\1/')
        case "$question" in *'"method":"value"'*'"version":1'*) ;; *) echo "strange question: $question" >&2; exit 1;; esac
        cat "$name.json" || { echo "no $name" >&2; exit 1; }
        """

    private static let environment = [
        "CST_ASSETS_EXEC_COMMAND": "/bin/sh,teller.sh", "CST_NETWORK_OFFLINE": "false", "CST_NETWORK_BUDGET": "50s",
    ]

    private func folder(_ answer: String) async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        try folder.write(Self.teller, to: "teller.sh")
        try folder.write(answer, to: "broker.json")
        for command in [
            "cst-plan goal add Car --target 1200 --currency USD --start 2026-04-13 --deadline 2026-12-31",
            "cst-assets add Depot --currency USD --source exec --reference broker",
            "cst-assets allocate Depot Car --rest",
        ] { try await run(command, in: folder) }
        return folder
    }

    @discardableResult
    private func run(_ command: String, in folder: ProgramFolder, status: Int32 = 0) async throws -> ProgramResult {
        let words = try CommandLineText(command).words
        let result = try await folder.run(words[0], Array(words.dropFirst()), environment: Self.environment)
        #expect(result.status == status, "\(command): \(result.errors)")
        return result
    }

    @Test func `a program's answer funds a goal, and is no payment`() async throws {
        let folder = try await folder(#"{"amount":"400.5","currency":"USD","time":"2026-04-13T08:00:00Z"}"#)
        let plan = try JSONNode(parsing: try await run("cst-plan --format json", in: folder).output)
        let car = try plan.named("Car", in: "goals")
        #expect(car["saved"]?.money == "400.50 USD" && car["paid"]?.money == "0.00 USD")
        // 799.50 on eight payment days from May to December.
        #expect(car["required"]?.money == "99.94 USD")
        let list = try JSONNode(parsing: try await run("cst-assets list --format json", in: folder).output)
        let depot = try list.named("Depot", in: "assets")
        #expect(depot["balance"]?.money == "400.50 USD" && depot["manual"]?.money == "0.00 USD")
        #expect(depot["source"]?.text == "exec" && depot["reference"]?.text == "broker")
        let taken = try await run("cst-assets withdraw Depot 5", in: folder)
        #expect(taken.output.contains("Entered by hand: -5.00 USD") && taken.errors.isEmpty, "\(taken.errors)")
        try await run("cst-assets deposit Depot 105", in: folder)
        try folder.write(#"{"amount":600,"currency":"USD"}"#, to: "broker.json")
        let shown = try await run("cst-assets show Depot", in: folder)
        #expect(shown.output.contains("700.00 USD"), "\(shown.output)")
    }

    @Test(arguments: [
        (#"{"amount":"1,5","currency":"USD"}"#, "is not a number"),
        (#"{"amount":"1","currency":"EUR"}"#, "printed an amount in EUR, but the asset is counted in USD"),
        ("<html>", "is not the JSON that was asked for"), ("", "it wrote nothing"),
    ])
    func `an answer that cannot be used is a gap with its reason`(answer: String, reason: String) async throws {
        let folder = try await folder(answer)
        let result = try await run("cst-plan --strict --format json", in: folder, status: 3)
        let car = try JSONNode(parsing: result.output).named("Car", in: "goals")
        #expect(car["savedBound"]?.text == "atLeast")
        #expect(car["unavailable"]?.elements.first?["reason"]?.text?.contains(reason) == true, "\(result.output)")
    }

    @Test func `without a program, or offline, nothing is asked and the balance is a gap`() async throws {
        let folder = try await folder(#"{"amount":"400","currency":"USD"}"#)
        for (variable, reason) in [
            (["CST_ASSETS_EXEC_COMMAND": ""], "set assets.exec.command"),
            (["CST_ASSETS_EXEC_COMMAND": "/no/such/program"], "cannot be run"),
            (["CST_NETWORK_OFFLINE": "true"], "offline"),
        ] {
            let result = try await folder.run(
                "cst-assets", ["list", "--strict"], environment: Self.environment.merging(variable) { $1 })
            #expect(result.status == 3 && result.output.contains(reason), "\(result.output)")
        }
    }

    @Test
    func `a balance that the program changes between question and decision never lets more be given than it told`()
        async throws
    {
        let folder = try await folder(#"{"amount":"100","currency":"USD"}"#)
        try await run("cst-assets unallocate Depot Car", in: folder)
        // Every answer is one less than the one before.
        try folder.write("100", to: "left")
        try folder.write(
            """
            exec 9>lock; flock 9
            left=$(cat left); echo $((left - 1)) >left
            echo "{\\"amount\\":\\"$left\\",\\"currency\\":\\"USD\\"}"
            """, to: "teller.sh")
        for number in 1...8 {
            try await run(
                "cst-plan goal add G\(number) --target 1200 --currency USD --deadline 2026-12-31", in: folder)
        }
        let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
            for number in 1...8 {
                group.addTask {
                    try await folder.run(
                        "cst-assets", ["allocate", "Depot", "G\(number)", "--amount", "30"],
                        environment: Self.environment
                    ).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.allSatisfy { $0 == 0 || $0 == 2 })
        #expect(statuses.count { $0 == 0 } == 3)
    }
}
