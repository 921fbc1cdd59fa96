import Foundation
import ProgramSupport
import Synchronization

/// A running dashboard over a household, for the tests that only read: the first of them starts it, and it ends with the tests.
struct SharedDashboard: Sendable {
    let household: Household
    let visitor: WebProgram.Visitor

    /// The households that there is one of.
    enum Kind: CaseIterable {
        /// The sample household, whose rates are all known.
        case sample
        /// The same without the rate of USDC, in which a part of Japan's savings is.
        case withoutUSDC
        /// The rich household.
        case rich
    }

    /// The dashboard of the sample household.
    static var sample: SharedDashboard { get async throws { try await of(.sample) } }

    /// Somebody at the dashboard of the sample goals that the program brings along.
    static var demo: WebProgram.Visitor { get async throws { try await demonstration.value } }

    /// The dashboard of a household.
    static func of(_ kind: Kind) async throws -> SharedDashboard {
        switch kind {
        case .sample: try await complete.value
        case .withoutUSDC: try await incomplete.value
        case .rich: try await rich.value
        }
    }

    private static let complete = Task { try await SharedDashboard(Household()).untilExit() }
    private static let incomplete = Task {
        try await SharedDashboard(Household(rates: Household.rates.filter { !$0.hasPrefix("USDC") })).untilExit()
    }
    private static let rich = Task { try await SharedDashboard(Household(isRich: true)).untilExit() }
    private static let demonstration = Task {
        let program = try WebProgram(ProgramFolder(), ["--demo"])
        endAtExit(program)
        return try program.comeIn()
    }

    /// Starts a dashboard, and lets somebody in.
    init(_ household: Household) throws {
        self.household = household
        visitor = try WebProgram(household.folder).comeIn()
    }

    private func untilExit() -> SharedDashboard {
        Self.endAtExit(visitor.program)
        return self
    }

    private static let running = Mutex<[pid_t]>([])

    /// Ends a program that nothing lets go of with the tests.
    private static func endAtExit(_ program: WebProgram) {
        let isFirst = running.withLock { running in
            running.append(program.process.processIdentifier)
            return running.count == 1
        }
        guard isFirst else { return }
        atexit {
            for identifier in SharedDashboard.running.withLock({ $0 }) { kill(identifier, SIGTERM) }
        }
    }
}
