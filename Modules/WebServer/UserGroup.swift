public import ArgumentParser
public import CommandSupport
import Foundation
import Persistence
import Presentation
import Values
public import WebAccess
import WebApplication

/// The commands for people with a password.
public struct UserGroup: AsyncParsableCommand {
    /// Its name and help.
    public static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Say who may log in: people with a name and a password.",
        discussion: """
            Without anybody, the dashboard answers to this machine alone.
              user add Ana
              user add Ben --role reader
            """,
        subcommands: [UserAdd.self, UserList.self, UserPassword.self, UserRename.self, UserRemove.self])

    /// The command.
    public init() {}
}

/// The source of a password. Never the command line itself: other users of the computer see it.
struct PasswordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take the password from the first line of a file (- for standard input).", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    /// The hash that is kept of the password.
    func hash(in context: CommandContext) throws -> PasswordHash {
        try PasswordHash(of: try context.password(file: passwordFile, asking: ["Password: ", "Once more: "]))
    }
}

extension CommandContext {
    /// The place of people, tokens and links: beside a household on a server, for all who serve it, else a file beside the settings.
    ///
    /// - Throws: ``ContainerError``.
    public var accessPlace: any AccessPlace {
        get async throws { place(among: try await make({ $0 }, .sharedNotes)) }
    }

    func place(among notes: any SharedNotes) -> any AccessPlace {
        notes.isShared ? AccessNotes(notes) : AccessFile(path: pathBesideSettings("access.json"))
    }
}

/// Adds somebody.
struct UserAdd: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Let somebody log in, who is asked for a password.")

    @Argument(help: "The name, which the history tells.")
    var name: String

    @Option(help: ArgumentHelp("owner changes everything; reader sees everything.", valueName: "role"))
    var role = PersonRole.owner

    @OptionGroup var password: PasswordOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    /// The role of somebody with a password.
    enum PersonRole: String, ExpressibleByArgument, CaseIterable, Sendable {
        case owner, reader

        var role: Access.Role { self == .owner ? .owner : .reader }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        // A name that cannot be is refused before a password is typed.
        var trial = try await context.accessPlace.read()
        try trial.add(person: name, role.role, .ofNobody, at: context.now)
        let hash = try password.hash(in: context)
        let people = try await context.accessPlace.write { access in
            try access.add(person: name, role.role, hash, at: context.now)
            return access.people
        }
        return Answer(
            Document(people: people, asOf: context.today), lines: ["\(name) may log in now, as \(role.rawValue)."])
    }
}

/// Lists who may log in.
struct UserList: ProgramCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List who may log in.")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let people = try await context.accessPlace.read().people
        var table = TextTable([.init("NAME", isFlexible: true), .init("ROLE"), .init("SINCE")])
        for person in people {
            table.add([
                .init(person.name), .init(person.role.rawValue), .init(person.added.text(in: .current), .weak),
            ])
        }
        return Answer(
            Document(people: people, asOf: context.today),
            lines: people.isEmpty
                ? ["Nobody may log in: the dashboard answers to this machine alone."]
                : table.lines(width: context.width, style: context.style))
    }
}

/// Gives somebody another password.
struct UserPassword: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Give somebody another password, which ends the person's sessions.")

    @Argument(help: "The name.")
    var name: String

    @OptionGroup var password: PasswordOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var trial = try await context.accessPlace.read()
        try trial.change(.ofNobody, ofPerson: name)
        let hash = try password.hash(in: context)
        let people = try await context.accessPlace.write { access in
            try access.change(hash, ofPerson: name)
            return access.people
        }
        return Answer(
            Document(people: people, asOf: context.today), lines: ["\(name) logs in with the new password from now on."]
        )
    }
}

/// Gives somebody another name.
struct UserRename: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give somebody another name.",
        discussion: """
            Password and sessions stay. The history keeps the name that somebody had then.
              cst-web user rename Ana Anna
            """)

    @Argument(help: "The name.")
    var name: String

    @Argument(help: "The new name.")
    var newName: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let people = try await context.accessPlace.write { access in
            try access.rename(person: name, to: newName)
            return access.people
        }
        return Answer(
            Document(people: people, asOf: context.today), lines: ["\(name) is called \(newName) from now on."])
    }
}

/// Removes somebody.
struct UserRemove: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Let somebody log in no more, which ends the person's sessions.")

    @Argument(help: "The name.")
    var name: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let people = try await context.accessPlace.write { access in
            try access.remove(person: name)
            return access.people
        }
        return Answer(Document(people: people, asOf: context.today), lines: ["\(name) may log in no more."])
    }
}
