public import Foundation
public import PluginKit
public import Presentation
import ProgramSettings
public import Values

// For commands that answer more than once, until somebody ends them.

extension CommandContext {
    /// The present instant, by the program's clock.
    public var presentInstant: Date { clock() }

    /// What comes in with a use case at an instant.
    ///
    /// - Parameters:
    ///   - command: what was asked, in words for the history.
    ///   - day: the day of the answer; nil for that of the command, else that of the instant.
    public func call(at instant: Date, _ command: String, day: CalendarDay? = nil) -> Call {
        let zone = TimeZone.current
        let present = CalendarDay(utc: instant, secondsFromUTC: zone.secondsFromGMT(for: instant))
        var call = call
        (call.now, call.today, call.zone, call.command) = (instant, day ?? (isAsOf ? today : present), zone, command)
        return call
    }

    /// Takes over the settings file if it has changed since, but for the settings that are read at the start. A file that cannot be
    /// used changes nothing.
    public func readSettingsAgain() { settingsInUse.readAgain() }

    /// A number that grows with each change of the settings in use.
    public var settingsVersion: Int { settingsInUse.current.version }

    /// Whether another day than the present one was asked for when the program was started.
    public var isAsOf: Bool { options.asOf != nil }

    /// Services that are made once, for the life of the program; they are closed with it. What is wrong with those that are
    /// not required keeps nobody from working.
    ///
    /// - Parameter earlier: the services of earlier settings, whose stores these take over; nil for stores of their own.
    /// - Throws: ``ContainerError`` with everything that is wrong with what is required.
    public func container(
        keepingStoresOf earlier: DIContainer? = nil, requiring require: @Sendable (inout ContainerBuilder) -> Void
    ) async throws -> DIContainer {
        let container = try await composition.container(.whatWorks, keepingStoresOf: earlier, require)
        for degradation in container.degradations { note(degradation.description) }
        return container
    }

    /// Lets the first signal that asks the program to end do something else; a second one ends it.
    public func endGently(_ ending: @escaping @Sendable () -> Void) { Interruption.endGently(ending) }

    /// The path of the settings file, which need not be there.
    public var settingsPath: String { files.config }

    /// The path of a file beside the settings file.
    public func pathBesideSettings(_ name: String) -> String {
        URL(fileURLWithPath: settingsPath).deletingLastPathComponent().appending(path: name).path
    }

    /// The database file; nil where the store is none.
    public var databasePath: String? {
        definitions[.storeLocation].flatMap { try? settings.optionalString($0) }
    }

    /// A document with what to do about its warnings in the program's words, as answers have it.
    public func worded(_ document: Document) -> Document { document.worded(by: remedies) }

    /// An error as people and programs see it, with its remedy in the words of another front.
    public func commandError(for error: any Error, in words: RemedyWords) -> CommandError {
        CommandError(error).worded(by: words)
    }

    /// An error as people and programs see it, with its remedy in the program's words.
    public func commandError(for error: any Error) -> CommandError { CommandError(error).worded(by: remedies) }
}
