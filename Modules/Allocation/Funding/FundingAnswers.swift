import Models

import struct Foundation.UUID

/// What sources outside the store have said of balances so far.
public struct FundingAnswers: Sendable {
    /// One balance that a source was asked for.
    struct Question: Hashable, Sendable {
        let source: String
        let asset: Asset
        let day: CalendarDay
        let since: CalendarDay
    }

    /// No answers, for assets that are kept by hand alone.
    public static let none = FundingAnswers(sources: [RecordedTransactions()])

    private let sources: [any FundingSource]
    private var answers: [Question: SourceBalance] = [:]

    init(sources: [any FundingSource]) {
        self.sources = sources
    }

    /// What each asset holds on a day, from all sources together.
    ///
    /// - Throws: ``UnansweredQuestions`` when a source outside has to be asked first, the store's error.
    func balances(
        of assets: [Asset], on day: CalendarDay, since: CalendarDay, in reader: any EntityReader
    ) throws -> [AssetBalance] {
        var parts: [UUID: [SourceBalance]] = [:]
        var manual: [UUID: Money] = [:]
        var missing: [Question] = []
        var known: Set<String> = []
        for source in sources {
            known.insert(source.name)
            let asked = assets.filter(source.answers)
            guard !asked.isEmpty else { continue }
            if let stored = try source.storedBalances(of: asked, on: day, since: since, in: reader) {
                for (asset, balance) in stored { parts[asset, default: []].append(balance) }
                if source is RecordedTransactions { manual = stored.mapValues(\.balance) }
                continue
            }
            for asset in asked {
                let question = Question(source: source.name, asset: asset, day: day, since: since)
                if let answer = answers[question] {
                    parts[asset.id, default: []].append(answer)
                } else {
                    missing.append(question)
                }
            }
        }
        guard missing.isEmpty else { throw UnansweredQuestions(questions: missing) }
        return assets.map { asset in
            AssetBalance(
                asset: asset, manual: manual[asset.id] ?? .zero(asset.currency), parts: parts[asset.id] ?? [],
                isSourceKnown: asset.source.map(known.contains) ?? true)
        }
    }

    /// Asks the sources, all at once. A source that says nothing of an asset leaves a gap.
    mutating func ask(_ questions: [Question], _ call: Call) async throws {
        struct Round: Hashable {
            let source: String
            let day: CalendarDay
            let since: CalendarDay
        }
        let rounds = Dictionary(grouping: questions) { Round(source: $0.source, day: $0.day, since: $0.since) }
        let sources = sources
        let found = try await withThrowingTaskGroup(of: [(Question, SourceBalance)].self) { group in
            for (round, questions) in rounds {
                guard let source = sources.first(where: { $0.name == round.source }) else { continue }
                group.addTask {
                    let balances = try await source.balances(
                        of: questions.map(\.asset), on: round.day, since: round.since, call)
                    return questions.map { question in
                        let silence = "\(source.name) said nothing of it"
                        return (
                            question,
                            balances[question.asset.id] ?? SourceBalance(of: question.asset, gap: silence)
                        )
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        for (question, balance) in found { answers[question] = balance }
    }
}

/// Thrown by a decision that needs answers from outside: ask, and decide again.
struct UnansweredQuestions: Error {
    let questions: [FundingAnswers.Question]
}
