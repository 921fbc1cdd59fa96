import ProgramSupport
import Testing

/// The examples of the laws, through the programs.
struct LawExampleTests {
    private func run(_ folder: ProgramFolder, _ command: String, now: String) async throws -> ProgramResult {
        let words = try CommandLineText(command).words
        let result = try await folder.run(words[0], Array(words.dropFirst()), environment: ["CST_NOW": now])
        try #require(result.status == 0, "\(command): \(result.errors)")
        return result
    }

    private func required(
        _ folder: ProgramFolder, now: String, _ options: String = ""
    ) async throws -> (required: String?, payments: [String]) {
        let text = try await run(folder, "cst-plan required --format json \(options)", now: now).output
        let goal = try #require(try JSONNode(parsing: text)["goals"]?.elements.first)
        let payments = goal["payments"]?.elements.map {
            "\($0["date"]?.text ?? "") \($0["amount"]?["amount"]?.text ?? "")"
        }
        return (goal["required"]?.money, payments ?? [])
    }

    @Test func `paying settles the ask, day by day`() async throws {
        let folder = try ProgramFolder()
        let june = "2026-06-01T08:00:00Z"
        _ = try await run(folder, "cst-plan goal add Roof --target 7000 --deadline 2026-12-31", now: june)
        _ = try await run(folder, "cst-assets add Savings --currency USD", now: june)
        _ = try await run(folder, "cst-assets allocate Savings Roof --share 100%", now: june)
        let rest = (7...12).map { "2026-\($0 < 10 ? "0" : "")\($0)-01 1000.00" }

        let before = try await required(folder, now: june)
        #expect(before.required == "1000.00 USD")
        #expect(before.payments == ["2026-06-01 1000.00"] + rest)

        _ = try await run(folder, "cst-assets deposit Savings 1000", now: june)
        let paid = try await required(folder, now: "2026-06-01T20:00:00Z")
        #expect(paid.required == "0.00 USD")
        #expect(paid.payments == ["2026-06-01 0.00"] + rest)

        let next = try await required(folder, now: "2026-06-02T08:00:00Z")
        #expect(next.required == "1000.00 USD")
        #expect(next.payments == rest)

        // On the next payment day what was paid in June no longer counts against it.
        let july = try await required(folder, now: "2026-07-01T08:00:00Z")
        #expect(july.payments == rest)
        // Not paid in July: the 6000 are spread over five dates.
        let late = try await required(folder, now: "2026-07-02T08:00:00Z")
        #expect(late.required == "1200.00 USD")
    }

    @Test func `three calendar months divide what is lacking by three`() async throws {
        let folder = try ProgramFolder()
        let now = "2026-01-15T08:00:00Z"
        _ = try await run(folder, "cst-plan goal add Car --target 12000 --deadline 2026-04-15", now: now)
        _ = try await run(folder, "cst-assets add Savings --currency USD", now: now)
        _ = try await run(folder, "cst-assets deposit Savings 3000", now: now)
        _ = try await run(folder, "cst-assets allocate Savings Car --rest", now: now)
        let plan = try await required(folder, now: now, "--convention calendarMonths")
        #expect(plan.required == "3000.00 USD")
        #expect(plan.payments == ["2026-01-15 3000.00", "2026-02-15 3000.00", "2026-03-15 3000.00"])
    }

    @Test func `100 by the end of 2024 from August asks for 20`() async throws {
        let folder = try ProgramFolder()
        let now = "2024-08-01T08:00:00Z"
        _ = try await run(folder, "cst-plan goal add Book --target 100 --deadline 2024-12-31", now: now)
        let plan = try await required(folder, now: now)
        #expect(plan.required == "20.00 USD")
        #expect(plan.payments.count == 5)
    }
}
