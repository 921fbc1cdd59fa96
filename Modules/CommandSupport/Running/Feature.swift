public import PluginKit
public import Presentation
public import Values

public import struct Foundation.Date

/// A part of programs, such as a domain: plugins, words for remedies, documents, problems and sample data.
///
/// ```swift
/// let metals = Feature(plugins: { _ in [ExchangeRatesPlugin(), MetalPlugin()] })
/// ```
public struct Feature: Sendable {
    /// A clock that runs while the program does.
    public typealias Clock = @Sendable () -> Date

    /// Sample data for trying the programs; nil for none.
    public let sample: Sample?
    let remedies: [String: RemedyWords.Sentence]
    let commands: [String: Set<String>]
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
    ///   - commands: the commands of each program of the project: somebody who types one of them after another program's name is
    ///     told where it is.
    public init(
        plugins: @escaping @Sendable (_ clock: @escaping Clock) -> [any Plugin] = { _ in [] },
        remedies: [String: RemedyWords.Sentence] = [:],
        documents: @escaping @autoclosure @Sendable () -> [DocumentDescription] = [],
        problems: @escaping @autoclosure @Sendable () -> [any Problem] = [], sample: Sample? = nil,
        commands: [String: Set<String>] = [:]
    ) {
        self.remedies = remedies
        self.commands = commands
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
