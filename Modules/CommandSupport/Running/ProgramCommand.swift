public import ArgumentParser
public import Presentation
import Values

/// A command of a program: options in, an answer out.
public protocol ProgramCommand: AsyncParsableCommand {
    /// The options that every command has.
    var global: GlobalOptions { get }
    /// Whether the command needs what the settings file says. One that finds or makes the file does not.
    static var readsSettingsFile: Bool { get }

    /// Files that the command reads or writes of its own, over which the answer must not be written.
    var ownFiles: [String] { get }

    /// Does the work and gives the answer, which the program writes in the wanted format.
    ///
    /// - Throws: Anything; the program turns it into a message and an exit status.
    func answer(in context: CommandContext) async throws -> Answer
}

extension ProgramCommand {
    /// Commands read the file unless they say otherwise.
    public static var readsSettingsFile: Bool { true }

    /// None unless the command says otherwise.
    public var ownFiles: [String] { [] }

    /// Not called: the program calls ``answer(in:)``.
    public mutating func run() async throws {}
}

/// A command that changes something, and can be tried out.
public protocol WritingCommand {
    /// Whether everything is checked and nothing written.
    var dryRun: Bool { get }
    /// Whether these options write at all.
    var writes: Bool { get }
}

extension WritingCommand {
    /// They do unless the command says otherwise.
    public var writes: Bool { true }
}

/// What a command answers: a document for programs and text for people, from the same values.
public struct Answer {
    /// For programs.
    public let document: Document
    /// For people, one line each; made only when they are wanted.
    public var lines: [String] { makeLines() }
    /// The exit status when the answer itself is bad news; nil for none.
    public let status: CommandError.Status?
    private let makeLines: () -> [String]

    /// The answer with more for the reader to know.
    func adding(_ warnings: [Warning]) -> Answer {
        Answer(document.adding(warnings), lines: lines, status: status)
    }

    /// The answer with what to do about its warnings in the program's words.
    func worded(by words: RemedyWords) -> Answer {
        Answer(document.worded(by: words), lines: lines, status: status)
    }

    /// An answer.
    public init(
        _ document: Document, lines: @escaping @autoclosure () -> [String],
        status: CommandError.Status? = nil
    ) {
        self.document = document
        makeLines = lines
        self.status = status
    }
}
