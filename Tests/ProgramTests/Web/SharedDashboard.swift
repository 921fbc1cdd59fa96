import Foundation
import ProgramSupport

/// A running dashboard over a household, for the tests that only read: the first of them makes it.
struct SharedDashboard: Sendable {
    let household: Household
    let visitor: Visitor

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
    static var demo: Visitor { get async throws { try await demonstration.value } }

    /// The dashboard of a household.
    static func of(_ kind: Kind) async throws -> SharedDashboard {
        switch kind {
        case .sample: try await complete.value
        case .withoutUSDC: try await incomplete.value
        case .rich: try await rich.value
        }
    }

    private static let complete = Task { try await SharedDashboard(Household()) }
    private static let incomplete = Task {
        try await SharedDashboard(Household(rates: Household.rates.filter { !$0.hasPrefix("USDC") }))
    }
    private static let rich = Task { try await SharedDashboard(Household(isRich: true)) }
    private static let demonstration = Task {
        try await LocalDashboard(ProgramFolder(), isDemo: true).comeIn()
    }

    private init(_ household: Household) async throws {
        self.household = household
        visitor = try await LocalDashboard(household.folder).comeIn()
    }

    /// A dashboard behind a port, for other programs.
    init(serving household: Household) async throws {
        self.household = household
        visitor = try await WebProgram(household.folder).comeIn()
    }
}
