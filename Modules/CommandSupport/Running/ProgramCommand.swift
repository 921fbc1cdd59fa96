#if CommandLine
    public import ArgumentParser
    public import Presentation

    /// A command of a program: options in, an answer out.
    public protocol ProgramCommand: AsyncParsableCommand {
        /// The options that every command has.
        var global: GlobalOptions { get }

        /// Does the work and gives the answer, which the program writes in the wanted format.
        ///
        /// - Throws: Anything; the program turns it into a message and an exit status.
        func answer(in context: CommandContext) async throws -> Answer
    }

    extension ProgramCommand {
        /// Not called: the program calls ``answer(in:)``.
        public mutating func run() async throws {}
    }

    /// What a command answers: a document for programs and text for people, from the same values.
    public struct Answer: Sendable {
        /// For programs.
        public let document: Document
        /// For people, one line each.
        public let lines: [String]

        /// An answer.
        public init(_ document: Document, lines: [String]) {
            self.document = document
            self.lines = lines
        }
    }
#endif
