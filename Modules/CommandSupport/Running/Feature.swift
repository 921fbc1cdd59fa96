public import PluginKit
public import Presentation
public import Values

public import struct Foundation.Date

/// A domain as programs see it: its plugins, its words, what it publishes, and sample data.
///
/// ```swift
/// let metals = Feature("metals", plugins: { _ in [ExchangeRatesPlugin(), MetalPlugin()] })
/// ```
public struct Feature: Sendable {
    /// A clock that runs while the program does.
    public typealias Clock = @Sendable () -> Date

    /// A name of its own among the features of a program: "savings".
    public let name: String
    /// Sample data for trying the programs; nil for none.
    public let sample: Sample?
    let remedies: [String: RemedyWords.Sentence]
    private let makePlugins: @Sendable (_ clock: @escaping Clock) -> [any Plugin]
    private let listDocuments: @Sendable () -> [DocumentDescription]
    private let listProblems: @Sendable () -> [any Problem]

    /// A feature.
    ///
    /// - Parameters:
    ///   - plugins: the providers, kinds of things and settings that it brings, made with the running clock.
    ///   - remedies: how a command line tells what to do about its problems.
    ///   - documents: the documents that its commands answer with.
    ///   - problems: an example of each of its problems.
    ///   - sample: sample data for trying the programs.
    public init(
        _ name: String, plugins: @escaping @Sendable (_ clock: @escaping Clock) -> [any Plugin] = { _ in [] },
        remedies: [String: RemedyWords.Sentence] = [:],
        documents: @escaping @autoclosure @Sendable () -> [DocumentDescription] = [],
        problems: @escaping @autoclosure @Sendable () -> [any Problem] = [], sample: Sample? = nil
    ) {
        self.name = name
        self.remedies = remedies
        self.sample = sample
        makePlugins = plugins
        listDocuments = documents
        listProblems = problems
    }

    /// The plugins, made with a clock.
    public func plugins(clock: @escaping Clock) -> [any Plugin] { makePlugins(clock) }

    /// The published documents.
    public var documents: [DocumentDescription] { listDocuments() }

    /// An example of each problem that its use cases may meet.
    public var problems: [any Problem] { listProblems() }
}
