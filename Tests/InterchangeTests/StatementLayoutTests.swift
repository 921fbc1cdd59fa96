import Foundation
import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Random movements in the layouts of banks, brokers and exchanges: each day, amount and sign is right, and what is changed afterwards
/// is found by the balances.
@Suite struct StatementLayoutTests {
    /// Mutations of each layout with balances, for all seeds together (`CST_IMPORT_MUTATIONS`); by default each kind once for each seed.
    private static let mutations =
        ProcessInfo.processInfo.environment["CST_IMPORT_MUTATIONS"].flatMap(Int.init) ?? 15

    @Test(arguments: StatementLayout.all)
    func `each movement is right, or a question comes first`(_ layout: StatementLayout) async throws {
        for seed in SeededGenerator.seeds {
            var random = SeededGenerator(seed: seed)
            let movements = try layout.movements(&random, count: random.int(6...12))
            let text = layout.text(movements)
            let problem = try await ImportBench().problem(text, to: "Account", layout.currency)
            #expect(problem?.code == layout.asks, "seed \(seed): \(problem?.description ?? "")\n\(text)")
            let bench = ImportBench()
            try await bench.imports(text, to: "Account", layout.currency, layout.answers)
            let found = try await bench.movements.filter { !$0.hasSuffix("opening") }.sorted()
            #expect(try found == layout.expected(movements), "seed \(seed)\n\(text)")
            guard layout.hasBalance, let last = movements.last else { continue }
            // What was there before is known from the balances.
            let closing = try Money(
                StatementLayout.Numbers(decimals: layout.numbers.decimals).text(last.balance),
                Currency(code: layout.currency))
            #expect(try await bench.balances == ["Account \(closing)"], "seed \(seed)\n\(text)")
        }
    }

    // MARK: - Mutations

    private enum Mutation: CaseIterable {
        case sign, doubled, lost, fee, columns
    }

    private static func mutate(
        _ layout: StatementLayout, _ movements: [StatementLayout.Movement], _ mutation: Mutation, at place: Int
    ) -> [StatementLayout.Movement] {
        var all = movements
        switch mutation {
        case .sign: all[place].amount = -all[place].amount
        case .doubled: all.insert(all[place], at: place)
        case .lost: all.remove(at: place)
        case .fee:
            let other = place == 0 ? 1 : place - 1
            if layout.hasFees, !layout.includesFees, all[place].fee != all[other].fee {
                (all[place].fee, all[other].fee) = (all[other].fee, all[place].fee)
            } else {
                all[place].amount += 150
            }
        case .columns:
            for index in all.indices {
                // The columns of what comes in and goes out, or those of amounts and balances.
                if layout.hasOneAmount {
                    (all[index].amount, all[index].balance) = (all[index].balance, all[index].amount)
                } else {
                    all[index].amount = -all[index].amount
                }
            }
        }
        return all
    }

    /// Whether a file is not entered without a question.
    private func isQuestioned(_ text: String, _ layout: StatementLayout) throws -> Bool {
        try withFile(Array(text.utf8)) { path in
            var request = ImportRequest(path: path)
            request.asset = "Account"
            layout.answers(&request)
            do {
                let source = try ImportSource(
                    request, nil, currency: Currency(code: layout.currency),
                    context: DateContext(today: CalendarDay("2026-07-01")))
                return !source.questions.isEmpty || source.outline.unreadable > 0
            } catch is ImportError { return true }
        }
    }

    @Test(arguments: StatementLayout.all.filter(\.hasBalance))
    func `a balance finds any row that was changed, doubled or lost`(_ layout: StatementLayout) async throws {
        for seed in SeededGenerator.seeds {
            var random = SeededGenerator(seed: seed)
            for number in 0..<max(1, Self.mutations / SeededGenerator.seeds.count) {
                let movements = try layout.movements(&random, count: random.int(4...14))
                let mutation = Mutation.allCases[number % Mutation.allCases.count]
                let place = random.int(0...movements.count - 1)
                let changed = Self.mutate(layout, movements, mutation, at: place)
                let text = layout.text(changed)
                let label: Comment = "seed \(seed), \(mutation) at \(place) of \(movements.count)\n\(text)"
                // The row before the first one is not in the file, nor is what came after the last one: their balances tell.
                let isEnd =
                    (place == 0 && mutation != .doubled && mutation != .columns)
                    || (place == movements.count - 1 && mutation == .lost)
                if isEnd {
                    #expect(try await isFoundByNeighbours(layout, movements, text, &random), label)
                } else {
                    #expect(try isQuestioned(text, layout), label)
                }
            }
        }
    }

    /// Whether the statements before and after a changed one show that it does not fit.
    private func isFoundByNeighbours(
        _ layout: StatementLayout, _ movements: [StatementLayout.Movement], _ text: String,
        _ random: inout SeededGenerator
    ) async throws -> Bool {
        guard let first = movements.first, let last = movements.last else { return false }
        let opening = first.balance - first.amount + (layout.includesFees ? 0 : first.fee)
        var before = try layout.movements(&random, count: 4, from: "2026-01-02")
        let shift = opening - (before.last?.balance ?? 0)
        for index in before.indices { before[index].balance += shift }
        let after = try layout.movements(&random, count: 4, after: last.balance, from: "2026-05-02")
        let bench = ImportBench()
        for part in [layout.text(before), text, layout.text(after)] {
            do {
                let outcome = try await bench.imports(part, to: "Account", layout.currency, layout.answers)
                if outcome.warnings.contains(where: { $0.code == "balanceDiffers" }) { return true }
            } catch is ImportError { return true }
        }
        return false
    }
}
