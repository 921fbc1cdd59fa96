#if CommandLine
    import Foundation
    import Yams

    extension SettingsFile {
        /// Reads a YAML or JSON file. What is wrong with it is reported by `ProgramSettings.load`.
        ///
        /// - Parameters:
        ///   - path: where it is.
        ///   - isRequired: whether its absence is an error: true for a path that the user named.
        /// - Returns: nil when the file does not exist and need not.
        public static func read(_ path: String, isRequired: Bool) -> SettingsFile? {
            if path.isEmpty { return unreadable("''", "no file is named") }
            // The usual way to say: none.
            if path == "/dev/null" { return nil }
            var info = stat()
            guard stat(path, &info) == 0 || errno != ENOENT else {
                return isRequired ? unreadable(path, "it does not exist") : nil
            }
            if info.st_mode & S_IFMT == S_IFDIR { return unreadable(path, "it is a folder") }
            do {
                let data = try Data(contentsOf: URL(filePath: path))
                guard let text = String(validating: data, as: UTF8.self) else {
                    return unreadable(path, "it is not UTF-8 text")
                }
                return SettingsFile(path: path, text: text)
            } catch CocoaError.fileReadNoSuchFile {
                return isRequired ? unreadable(path, "it does not exist") : nil
            } catch CocoaError.fileReadNoPermission {
                return unreadable(path, "permission denied")
            } catch {
                return unreadable(path, (error as NSError).localizedDescription)
            }
        }

        private static func unreadable(_ path: String, _ reason: String) -> SettingsFile {
            SettingsFile(path: path, root: [], issues: [.unreadable(path: path, reason: reason)])
        }

        /// Takes YAML or JSON text; `path` is the name under which it is reported.
        public init(path: String, text: String) {
            let (root, issues) = Self.parsed(text, path: path)
            self.init(path: path, root: root, issues: issues, text: text)
        }

        private static func parsed(_ text: String, path: String) -> (root: [Entry], issues: [SettingsIssue]) {
            // Most people have no settings: the parser takes longer to begin than all the rest of a start.
            if saysNothing(text) { return ([], []) }
            do {
                guard let node = try Yams.compose(yaml: text) else { return ([], []) }
                var left = mostValues
                guard let value = value(of: node, &left) else {
                    let problem = "it has more than \(mostValues) values, aliases included"
                    return ([], [.syntax(path: path, line: nil, problem: problem)])
                }
                switch value {
                case .mapping(let entries): return (entries, [])
                case .null: return ([], [])
                case .text, .list:
                    let problem = "it has to consist of settings such as `network:` with `budget: 4s` indented below"
                    return ([], [.syntax(path: path, line: node.mark?.line, problem: problem)])
                }
            } catch {
                return ([], issues(of: error, path: path))
            }
        }

        /// Whether there are only empty lines and remarks.
        static func saysNothing(_ text: String) -> Bool {
            text.utf8.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
                let first = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }
                return first == nil || first == UInt8(ascii: "#") && !line.contains { $0 < 0x20 && $0 != 0x0D }
            }
        }

        /// A few lines of aliases of aliases can stand for more values than any memory holds.
        private static let mostValues = 10_000

        /// The value of a node; nil when it has more parts than are left.
        private static func value(of node: Node, _ left: inout Int) -> Value? {
            left -= 1
            guard left >= 0 else { return nil }
            switch node {
            case .scalar(let scalar):
                let isNull = scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
                return isNull ? .null : .text(scalar.string)
            case .sequence(let sequence):
                var values: [Value] = []
                for element in sequence {
                    guard let value = value(of: element, &left) else { return nil }
                    values.append(value)
                }
                return .list(values)
            case .mapping(let mapping):
                var entries: [Entry] = []
                for (key, element) in mapping {
                    guard let value = value(of: element, &left) else { return nil }
                    entries.append(
                        Entry(
                            key: key.scalar?.string ?? "[…]", line: key.mark?.line ?? node.mark?.line ?? 1,
                            value: value))
                }
                return .mapping(entries)
            case .alias:
                // The parser has put the anchored value in the place of every alias.
                return .null
            }
        }

        private static func issues(of error: any Error, path: String) -> [SettingsIssue] {
            switch error {
            case YamlError.duplicatedKeysInMapping(let keys, let context):
                let names = keys.map { "`\($0)`" }.joined(separator: ", ")
                let problem = "the key is written more than once in its group, from this line on: \(names)"
                return [.syntax(path: path, line: context.mark.line, problem: problem)]
            case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
                YamlError.composer(_, let problem, let mark, _):
                return [.syntax(path: path, line: mark.line, problem: problem)]
            case YamlError.reader(let problem, _, _, _):
                return [.syntax(path: path, line: nil, problem: problem)]
            default:
                return [.syntax(path: path, line: nil, problem: String(describing: error))]
            }
        }
    }
#endif
