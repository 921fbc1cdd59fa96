public import ArgumentParser
import Foundation
import Logging
import Persistence
import Presentation
public import Values

extension CompletionKind {
    /// The names of all things of a kind in the database that the command line means, by the kind's declared title.
    public static func names<E: Entity>(of type: E.Type) -> CompletionKind {
        .custom { words, _, _ in
            guard let program = NameCompletion.program else { return [] }
            // Whoever presses Tab sees names or nothing, never an error between the words.
            let names = (try? await program.all(type, on: words).compactMap(\.title)) ?? []
            return Set(names).sorted().compactMap { NameCompletion.candidate($0, for: .requesting) }
        }
    }
}

/// Completes names for a shell.
enum NameCompletion {
    /// The program that completes for a shell: arguments are declared apart from it.
    @TaskLocal static var program: Program?

    /// A name as the shell's script reads it; nil for one that no word of a command line could be.
    static func candidate(_ name: String, for shell: CompletionShell?) -> String? {
        guard !name.isEmpty, !name.hasPrefix("-"), TextWidth.printable(name) == name else { return nil }
        switch shell {
        // `compgen -W` expands its words, so a name with $(…) in it would be run without the quotes.
        case .bash: return name.shellWord
        // Behind a colon stands a description.
        case .zsh: return name.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
        default: return name
        }
    }

    /// The options among the words of a command line that say where the database is. The words come as they were typed.
    static func places(in words: [String]) -> [String] {
        var places: [String] = []
        for (index, word) in words.enumerated() {
            for option in ["--data", "--config"] {
                var value = words[(index + 1)...]
                // bash makes three words of `--data=FILE`.
                if value.first == "=" { value.removeFirst() }
                if word == option, let path = value.first {
                    places += [option, unquoted(path)]
                } else if word.hasPrefix("\(option)=") {
                    places += [option, unquoted(String(word.dropFirst(option.count + 1)))]
                }
            }
        }
        return places
    }

    /// A word without the quotes and backslashes of a shell.
    private static func unquoted(_ word: String) -> String {
        var text = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                text.append(character)
            }
        }
        return word.hasPrefix("~") ? (text as NSString).expandingTildeInPath : text
    }
}

extension Program {
    /// Everything of a kind in the database that a command line means. Makes no database and uses no network.
    fileprivate func all<E: Entity>(_ type: E.Type, on words: [String]) async throws -> [E] {
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        let options = try GlobalOptions.parse(NameCompletion.places(in: words) + ["--offline", "--quiet"])
        let context = try context(
            options, environment: ProcessInfo.processInfo.environment, arguments: [],
            output: OutputWriter(options: options, program: name))
        let store = try await context.make({ $0 }, .store)
        let all = try await store.read { try $0.all(type) }
        _ = try await context.composition.close()
        return all
    }
}
