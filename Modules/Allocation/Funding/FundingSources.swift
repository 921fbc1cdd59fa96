public import Models
public import PluginKit

import struct Foundation.UUID

/// All sources of balances of a program, and how their answers get into decisions.
///
/// A decision reads what the store holds inside its transaction. When it needs an answer from outside that nobody has asked
/// for, it begins again with that answer: the transaction itself never waits.
public struct FundingSources: Sendable {
    /// How often it is asked for more.
    private static let rounds = 3

    let sources: [any FundingSource]
    var followers: [any FundingFollower]

    /// Transactions entered by hand, and these.
    ///
    /// - Parameter followers: who follows what writes change in what goals get. Where months are started, their follower
    ///   belongs here, else corrections during a month count as contributions.
    public init(_ others: [any FundingSource] = [], followers: [any FundingFollower] = []) {
        sources = [RecordedTransactions()] + others
        self.followers = followers
    }

    /// An asset as the sources that answer for it want it kept.
    ///
    /// - Throws: Why one of them could never tell its balance.
    func checked(_ asset: Asset) throws -> Asset {
        try sources.reduce(asset) { asset, source in source.answers(for: asset) ? try source.checked(asset) : asset }
    }

    /// Whether references to a source name files of the machine that the program runs on.
    public func namesFiles(_ source: String) -> Bool { sources.contains { $0.name == source && $0.namesFiles } }

    /// The warnings about an asset that was entered or changed.
    func remarks(on asset: Asset) -> [Warning] {
        sources.filter { $0.answers(for: asset) }.flatMap { $0.remarks(on: asset) }
    }

    /// Another asset whose balance is the same money; nil when there is none.
    func duplicate(of asset: Asset, among others: [Asset]) -> Asset? {
        let all = others.filter { $0.id != asset.id } + [asset]
        for source in sources where source.answers(for: asset) {
            if let other = source.duplicates(among: all.filter(source.answers))[asset.id] { return other }
        }
        return nil
    }

    /// The names of the sources that an asset can name.
    var names: [String] {
        sources.filter { source in
            source.answers(for: Asset(id: UUID(), name: source.name, currency: .eur, source: source.name))
                && !source.answers(for: Asset(id: UUID(), name: source.name, currency: .eur))
        }.map(\.name).sorted()
    }

    /// Runs `body` with the answers it needs. It is run again when it asks for more.
    ///
    /// - Throws: ``FundingError/keepsChanging``, or what `body` throws.
    public func answering<Result>(
        _ call: Call, _ body: (FundingAnswers) async throws -> Result
    ) async throws -> Result {
        var answers = FundingAnswers(sources: sources)
        for attempt in 1... {
            do {
                return try await body(answers)
            } catch let questions as UnansweredQuestions {
                guard attempt <= Self.rounds else { break }
                try await answers.ask(questions.questions, call)
            }
        }
        throw FundingError.keepsChanging
    }
}

extension ServiceKey where Service == any FundingSource {
    /// The sources of all plugins besides transactions entered by hand.
    public static var fundingSources: ServiceKey<any FundingSource> {
        ServiceKey<any FundingSource>("fundingSources", selection: .every)
    }
}

extension ServiceKey where Service == FundingSources {
    /// All sources of balances together.
    public static var funding: ServiceKey<FundingSources> { ServiceKey<FundingSources>("funding", selection: .every) }
}

/// Why balances could not be found out.
public enum FundingError: Problem, Equatable {
    /// Assets kept being added or changed while their balances were asked for.
    case keepsChanging

    /// What happened.
    public var description: String {
        "Other programs kept changing assets while their balances were asked for. Nothing was written; try again."
    }
    /// A stable word.
    public var code: String { "funding.keepsChanging" }
    /// Somebody else keeps writing.
    public var kind: ProblemKind { .conflict }

    /// One of each case.
    public static var examples: [FundingError] { [.keepsChanging] }
}
