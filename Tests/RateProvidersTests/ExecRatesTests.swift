import ExchangeRates
import ExternalPrograms
import Foundation
import Models
import PluginKit
import Testing

@testable import RateProviders

@Suite struct ExecRatesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A program of these lines.
    private func program(_ script: String) throws -> String {
        let path = try folder.write("#!/bin/sh\n" + script + "\n", to: "program")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    private func exec(
        _ command: [String], _ more: [String: RawSetting] = [:], within limit: Duration = .seconds(600)
    ) async throws -> any ExchangeRateProvider {
        let own: [String: RawSetting] = [
            "exchangeRates.providers": ["exec"], "exchangeRates.exec.command": .list(command),
        ]
        return try await provider(own.merging(more) { $1 }, within: limit)
    }

    @Test func `a program is given the pairs and its rates are used`() async throws {
        let asked = folder.url.appending(path: "asked").path
        let path = try program(
            """
            cat > '\(asked)'
            echo '{"rates":[{"from":"BTC","to":"USD","rate":"65000.10","time":"2026-05-20T11:00:00Z"},'
            echo '{"from":"EUR","to":"USD","rate":1.1,"time":"2026-05-19"},{"from":"ETH","to":"USD","rate":"0"},'
            echo '{"from":"ETH","to":"EUR","rate":"5","time":"yesterday"},{"from":"XYZ","to":"USD","rate":"1"},7]}'
            """)
        let answer = try await exec([path, "an argument"]).rates(try request("BTC", "EUR", "ETH"))
        #expect(answer.texts == ["BTC/USD=65000.1 live", "EUR/USD=1.1 live"])
        #expect(answer.quotes.first { $0.from.code == "BTC" }?.time == noon - 3600)
        #expect(answer.gap("ETH", "USD") == "exec gave a rate that is not greater than 0")
        #expect(answer.gap("ETH", "EUR") == "exec gave 'yesterday' instead of a time")
        #expect(
            try String(contentsOfFile: asked, encoding: .utf8)
                == #"{"date":null,"method":"rates","pairs":[["BTC","EUR"],["BTC","USD"],["ETH","EUR"],["ETH","USD"],["EUR","USD"]],"version":1}"#
        )
    }

    @Test func `a past day and tokens are named in the request`() async throws {
        let path = try program(
            #"input=$(cat); case "$input" in *'"date":"2026-01-09"'*'["ethereum:0xab","USD"]'*) "#
                + #"echo '{"rates":[{"from":"ethereum:0xAB","to":"USD","rate":"2"}]}';; *) echo "$input" >&2; exit 1;; esac"#
        )
        let token = try Currency(token: "T", chain: "ethereum", contract: "0xAB", decimals: 6)
        let answer = try await exec([path])
            .rates(RateRequest(currencies: [token], day: try CalendarDay("2026-01-09"), anyCall))
        #expect(answer.quotes.map(\.from) == [token])
        #expect(answer.quotes.first?.time == (try CalendarDay("2026-01-09").startInUTC))
    }

    @Test(arguments: [
        "(sleep 900 >/dev/null 2>&1 </dev/null & echo $! > '%')", "(sleep 900 & echo $! > '%')",
    ])
    func `an answer counts when the program has ended, whatever it left in the background`(helper: String) async throws
    {
        let note = folder.url.appending(path: "helper").path
        let path = try program(
            helper.replacing("%", with: note) + #"; echo '{"rates":[{"from":"BTC","to":"USD","rate":"7"}]}'"#)
        let answer = try await exec([path], within: .seconds(300)).rates(try request("BTC", "USD"))
        #expect(answer.texts == ["BTC/USD=7 live"])
        let text = try String(contentsOfFile: note, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let helper = try #require(Int32(text))
        // It is meant to go on.
        #expect(kill(helper, 0) == 0)
        kill(helper, SIGKILL)
    }

    @Test func `a program that fails and leaves a helper in the background is told with its status`() async throws {
        let note = folder.url.appending(path: "helper").path
        let path = try program("sleep 900 >/dev/null 2>&1 & echo $! > '\(note)'; echo no >&2; exit 4")
        let provider = try await exec([path], within: .seconds(300))
        await #expect(throws: ExternalProgramError.failed(program: path, status: 4, message: "no")) {
            try await provider.rates(try request("BTC", "USD"))
        }
        let text = try String(contentsOfFile: note, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        kill(try #require(Int32(text)), SIGKILL)
    }

    @Test func `variables that hold secrets are not inherited, others are`() async throws {
        setenv("CST_TEST_SECRET_KEY", "topsecret", 1)
        setenv("CST_TEST_OTHER", "7", 1)
        defer {
            unsetenv("CST_TEST_SECRET_KEY")
            unsetenv("CST_TEST_OTHER")
        }
        let path = try program(
            #"printf '{"rates":[{"from":"BTC","to":"USD","rate":"%s%s"}]}' "$CST_TEST_SECRET_KEY" "$CST_TEST_OTHER""#)
        let program = try ExternalProgram(path, arguments: [], hiding: ["CST_TEST_SECRET_KEY"])
        let output = try await program.run(Data(), within: .seconds(300))
        #expect(String(decoding: output, as: UTF8.self).contains(#""rate":"7""#))
    }

    @Test(arguments: ["2026-02-30T00:00:00Z", "2026-05-20T25:00:00Z", "2026-05-20 10:00", "1779278400"])
    func `a time that there is not is a gap`(time: String) async throws {
        let path = try program(#"echo '{"rates":[{"from":"BTC","to":"USD","rate":"7","time":"\#(time)"}]}'"#)
        let answer = try await exec([path]).rates(try request("BTC", "USD"))
        #expect(answer.gap("BTC", "USD") == "exec gave '\(time)' instead of a time")
    }

    @Test func `an argument reaches the program as it is, without a shell`() async throws {
        let path = try program(#"printf '{"rates":[{"from":"BTC","to":"USD","rate":"%s"}]}' "$1""#)
        let answer = try await exec([path, "$(echo 7)"]).rates(try request("BTC", "USD"))
        #expect(answer.gap("BTC", "USD") == "exec gave '$(echo 7)' instead of a rate")
    }

    @Test func `a program that fails is quoted`() async throws {
        let path = try program("echo 'no such market' >&2; exit 3")
        let provider = try await exec([path])
        await #expect(throws: ExternalProgramError.failed(program: path, status: 3, message: "no such market")) {
            try await provider.rates(try request("BTC", "USD"))
        }
    }

    @Test(arguments: ["", "hello", "{}", #"{"rates":{}}"#, "[]"])
    func `an answer that is not the agreed JSON is an error`(text: String) async throws {
        let path = try program("cat >/dev/null; printf '%s' '\(text)'")
        let provider = try await exec([path])
        await #expect(throws: ExternalProgramError.unreadable(program: path, excerpt: text)) {
            try await provider.rates(try request("BTC", "USD"))
        }
    }

    @Test(arguments: [
        "exec sleep 900", "sleep 900 & wait", "sleep 20 & exit 0", "trap '' TERM; while :; do sleep 900; done",
    ])
    func `a program that does not end is killed when the time is up`(script: String) async throws {
        let provider = try await exec([try program(script)], within: .milliseconds(300))
        let start = ContinuousClock.now
        await #expect(throws: ExternalProgramError.self) { try await provider.rates(try request("BTC", "USD")) }
        #expect(ContinuousClock.now - start < .seconds(600))
    }

    @Test func `a program that writes without end is killed`() async throws {
        let path = try program("exec cat /dev/zero")
        let provider = try await exec([path], within: .seconds(30))
        await #expect(throws: ExternalProgramError.tooMuch(program: path, limit: ExternalProgram.sizeLimit)) {
            try await provider.rates(try request("BTC", "USD"))
        }
    }

    @Test func `a long request to a program that reads nothing does no harm`() async throws {
        let path = try program(#"echo '{"rates":[]}'"#)
        let answer = try await exec([path]).rates(RateRequest(currencies: Set(Currency.all), day: nil, anyCall))
        #expect(answer == RateAnswer(quotes: []))
    }

    @Test func `a missing program and no program stop the start`() async throws {
        let missing = await #expect(throws: ContainerError.self) { try await exec(["/nowhere/program"]) }
        #expect("\(try #require(missing))".contains("'/nowhere/program' cannot be run"))
        let none = await #expect(throws: ContainerError.self) { try await exec([]) }
        #expect("\(try #require(none))".contains("exchangeRates.exec.command"))
    }

    @Test func `offline runs no program`() async throws {
        let mark = folder.url.appending(path: "mark").path
        let provider = try await exec([try program("touch '\(mark)'")], ["network.offline": "true"])
        await #expect(throws: ExternalProgramError.self) { try await provider.rates(try request("BTC", "USD")) }
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test func `a cancelled task ends the program`() async throws {
        let provider = try await exec([try program("sleep 60")], within: .seconds(60))
        let task = Task { try await provider.rates(try request("BTC", "USD")) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
