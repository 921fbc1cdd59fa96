import Allocation
import ArgumentParser
import CommandSupport
import Models
import Persistence
import Presentation

/// Gives a goal its part of an asset.
struct Allocate: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "allocate",
        abstract: "Let a goal count on a share of an asset, a fixed amount of it, or what the others leave.",
        discussion: """
            A second allocation of the same goal replaces the first.
              cst-assets allocate Savings Car --share 60%
              cst-assets allocate Savings Japan --amount 1500
              cst-assets allocate Savings Reserve --rest
              cst-assets allocate Savings --even
            """)

    @Argument(help: "The asset: its name, its id, or the beginning of its id.")
    var asset: String

    @Argument(help: "The goal: its name, its id, or the beginning of its id.")
    var goal: String?

    @Option(help: ArgumentHelp("A share of the balance, with up to 4 decimals.", valueName: "percent"))
    var share: String?

    @Option(help: ArgumentHelp("A fixed amount in the asset's currency.", valueName: "amount"))
    var amount: String?

    @Flag(help: "Whatever shares and amounts leave.")
    var rest = false

    @Flag(help: "Equal shares for the goals that count on the asset already.")
    var even = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        let ways = [share != nil, amount != nil, rest, even].filter { $0 }.count
        guard ways == 1 else { throw ValidationError("Give exactly one of --share, --amount, --rest and --even.") }
        if even, goal != nil { throw ValidationError("--even is for all goals of the asset: name no goal.") }
        if !even, goal == nil { throw ValidationError("Name the goal that gets a part of '\(asset)'.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        try await context.withStore { store in
            let (goals, assets) = try await store.read { (try $0.all(Goal.self), try $0.all(Asset.self)) }
            let asset = try Lookup.asset(asset, in: assets)
            let goal = try goal.map { try Lookup.goal($0, in: goals) }
            let claim = try claim(asset)
            let today = context.today
            let (changed, book) = try await context.write(to: store, dryRun: dryRun) { writer in
                let service = AllocationService(writer: writer, today: today)
                let changed =
                    if let goal, let claim {
                        [try service.allocate(asset, to: goal, claim: claim)]
                    } else {
                        try service.allocateEvenly(asset)
                    }
                return (changed, try AllocationBook(from: writer, today: today, since: today))
            }
            let rows = try book.rows().filter { row in
                changed.contains { $0.assetID == row.asset.id && $0.goalID == row.goal.id }
            }
            let warnings = book.fundings().warnings
            let lines = rows.map {
                "\(GoalRow.title(of: $0.goal)) gets \($0.claim) of '\($0.asset.name)': "
                    + "\(Figure.text($0.funded, $0.gap == nil ? nil : .atLeast)) now."
            }
            guard let row = rows.first, rows.count == 1, !even else {
                return Answer(Document(allocations: rows, warnings: warnings, asOf: today), lines: lines)
            }
            return Answer(Document(changed: row, warnings: warnings, asOf: today), lines: lines)
        }
    }

    /// The claim that was named; nil for an even split.
    private func claim(_ asset: Asset) throws -> AssetAllocation.Claim? {
        if let share { return .share(try Share(share)) }
        if let amount { return .earmark(try Money(amount, asset.currency)) }
        return rest ? .rest : nil
    }
}

/// Takes a goal's part of an asset away.
struct Unallocate: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "unallocate", abstract: "Take a goal's part of an asset away.",
        discussion: "  cst-assets unallocate Savings Car")

    @Argument(help: "The asset: its name, its id, or the beginning of its id.")
    var asset: String

    @Argument(help: "The goal: its name, its id, or the beginning of its id.")
    var goal: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        try await context.withStore { store in
            let (goals, assets) = try await store.read { (try $0.all(Goal.self), try $0.all(Asset.self)) }
            let asset = try Lookup.asset(asset, in: assets)
            let goal = try Lookup.goal(goal, in: goals)
            let today = context.today
            let removed = try await context.write(to: store, dryRun: dryRun) { writer in
                try AllocationService(writer: writer, today: today).unallocate(asset, from: goal)
            }
            let row = AllocationRow(
                asset: asset, goal: goal, claim: removed.claim, funded: .zero(asset.currency), gap: nil)
            return Answer(
                Document(changed: row, warnings: [], asOf: today),
                lines: ["\(GoalRow.title(of: goal)) no longer counts on '\(asset.name)'."])
        }
    }
}

/// Lists allocations.
struct ListAllocations: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "allocations", abstract: "List which goal counts on how much of which asset.",
        discussion: """
              cst-assets allocations
              cst-assets allocations Savings --format json
            """)

    @Argument(help: "The asset: its name, its id, or the beginning of its id.")
    var asset: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let book = try await context.withStore { try await $0.book(context) }
        let wanted = try asset.map { try Lookup.asset($0, in: book.balances.map(\.asset)).id }
        let rows = try book.rows().filter { wanted == nil || $0.asset.id == wanted }
        return Answer(
            Document(allocations: rows, warnings: book.fundings().warnings, asOf: context.today),
            lines: context.layout.lines(allocations: rows))
    }
}

extension AllocationBook {
    /// Every allocation with the names of its ends and what it comes to, by asset.
    func rows() throws -> [AllocationRow] {
        try balances.flatMap { balance in
            try funding(of: balance).parts.compactMap { part in
                goals[part.goalID].map {
                    AllocationRow(
                        asset: balance.asset, goal: $0, claim: part.claim, funded: part.amount, gap: balance.gap)
                }
            }
        }
    }
}
