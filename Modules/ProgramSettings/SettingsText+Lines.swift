#if CommandLine
    import PluginKit
    import Yams

    extension SettingsText {
        /// The text with one setting changed, not yet read again.
        func edited(_ key: String, to value: RawSetting?) throws(SettingsEditError) -> String {
            var lines = lines
            do throws(SettingsEditError.Obstacle) {
                if let root, let found = Self.entry(key, in: root) {
                    let place = try place(of: found)
                    if let value {
                        let written = (place.value.isEmpty ? " " : "") + SettingsReference.written(value)
                        lines[place.line].content.replaceSubrange(place.value, with: Array(written.unicodeScalars))
                    } else {
                        lines.remove(at: place.line)
                    }
                } else if let value {
                    try insert(key, value, into: &lines)
                }
            } catch {
                throw .notEditable(key: key, error)
            }
            var text = String.UnicodeScalarView()
            for line in lines {
                text.append(contentsOf: line.content)
                text.append(contentsOf: line.ending)
            }
            return String(text)
        }

        /// An entry of a group.
        private struct Entry {
            let key: Node
            let value: Node
            let group: Node.Mapping
        }

        /// Where a value stands on its line; empty where it would, right after the colon.
        private struct Place {
            let line: Int
            let value: Range<Int>
        }

        /// The entry of a key, which may be written as one with dots.
        private static func entry(_ key: String, in node: Node) -> Entry? {
            guard case .mapping(let group) = node else { return nil }
            for (name, value) in group {
                guard let text = name.scalar?.string else { continue }
                if text == key { return Entry(key: name, value: value, group: group) }
                if key.hasPrefix(text + "."), let found = entry(String(key.dropFirst(text.count + 1)), in: value) {
                    return found
                }
            }
            return nil
        }

        // MARK: - A value that is there

        private func place(of entry: Entry) throws(SettingsEditError.Obstacle) -> Place {
            _ = try indent(of: entry.group)
            let (line, colon, start) = try afterKey(entry.key)
            let content = lines[line].content
            let isNull = entry.value.scalar.map { $0.string.isEmpty && $0.style == .plain } ?? false
            guard start < content.count, content[start] != "#" else {
                guard isNull else { throw .severalLines }
                return Place(line: line, value: (colon + 1)..<(colon + 1))
            }
            guard !Self.signs.contains(content[start]) else { throw .sign }
            guard let end = Self.end(of: content[start...]), Self.isBlank(content[end...]) else {
                throw .severalLines
            }
            return Place(line: line, value: start..<end)
        }

        /// What a value may begin with that means more than itself.
        private static let signs: Set<Unicode.Scalar> = ["&", "*", "!", "|", ">", "%", "@", "`", "?"]

        /// The line of a key with its colon, and where something stands after it; the end of the line where nothing does.
        private func afterKey(
            _ key: Node
        ) throws(SettingsEditError.Obstacle) -> (line: Int, colon: Int, start: Int) {
            guard let scalar = key.scalar, let mark = scalar.mark, lines.indices.contains(mark.line - 1) else {
                throw .unsure
            }
            let content = lines[mark.line - 1].content
            let column = mark.column - 1
            guard column < content.count, content[..<column].allSatisfy({ $0 == " " }) else { throw .unsure }
            let name = Array(scalar.string.unicodeScalars)
            let end: Int?
            if content[column] == "\"" || content[column] == "'" {
                end = Self.endOfQuoted(content[column...])
            } else {
                end = content[column...].starts(with: name) ? column + name.count : nil
            }
            guard let end, let colon = content[end...].firstIndex(where: { $0 != " " }), content[colon] == ":" else {
                throw .unsure
            }
            let start = content[(colon + 1)...].firstIndex { $0 != " " && $0 != "\t" } ?? content.count
            return (mark.line - 1, colon, start)
        }

        /// Where a value ends that begins with a line's rest; nil when it goes on below.
        private static func end(of rest: ArraySlice<Unicode.Scalar>) -> Int? {
            switch rest.first {
            case "\"", "'": return endOfQuoted(rest)
            case "[", "{":
                var depth = 0
                var index = rest.startIndex
                while index < rest.endIndex {
                    switch rest[index] {
                    case "\"", "'":
                        guard let end = endOfQuoted(rest[index...]) else { return nil }
                        index = end
                        continue
                    case "[", "{": depth += 1
                    case "]", "}":
                        depth -= 1
                        if depth == 0 { return index + 1 }
                    default: break
                    }
                    index += 1
                }
                return nil
            default:
                let comment = rest.indices.dropFirst().first { rest[$0] == "#" && isSpace(rest[$0 - 1]) }
                let value = rest[..<(comment ?? rest.endIndex)]
                return value.lastIndex { !isSpace($0) }.map { $0 + 1 }
            }
        }

        private static func endOfQuoted(_ rest: ArraySlice<Unicode.Scalar>) -> Int? {
            guard let quote = rest.first else { return nil }
            var index = rest.startIndex + 1
            while index < rest.endIndex {
                if rest[index] == quote {
                    // Two of them are one that is meant.
                    guard quote == "'", index + 1 < rest.endIndex, rest[index + 1] == quote else { return index + 1 }
                    index += 1
                } else if quote == "\"", rest[index] == "\\" {
                    index += 1
                }
                index += 1
            }
            return nil
        }

        /// Whether nothing stands there but a comment.
        private static func isBlank(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
            guard let first = rest.firstIndex(where: { !isSpace($0) }) else { return true }
            return rest[first] == "#" && first > rest.startIndex
        }

        private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

        // MARK: - A value that is new

        /// Adds a setting as the first of the nearest group that is there, above the comments of the next one; a new group
        /// follows at the end.
        private func insert(
            _ key: String, _ value: RawSetting, into lines: inout [Line]
        ) throws(SettingsEditError.Obstacle) {
            var names = key.split(separator: ".").map(String.init)
            var (at, indent) = (lines.count, 0)
            if let root {
                switch root {
                case .mapping(let group):
                    indent = try self.indent(of: group)
                case .scalar(let scalar) where scalar.string.isEmpty: break
                default: throw .unsure
                }
                if let nearest = Self.nearestGroup(to: key, in: root) {
                    names = nearest.rest.split(separator: ".").map(String.init)
                    let (line, _, start) = try afterKey(nearest.name)
                    let content = self.lines[line].content
                    guard start == content.count || content[start] == "#" else {
                        throw Self.signs.contains(content[start]) ? .sign : .braces
                    }
                    at = line + 1
                    if case .mapping(let group) = nearest.group {
                        indent = try self.indent(of: group)
                    } else {
                        indent = (nearest.name.mark?.column ?? 1) + 1
                    }
                }
            }
            let ending = lines.first.flatMap { $0.ending.isEmpty ? nil : $0.ending } ?? ["\n"]
            if at > 0, lines[at - 1].ending.isEmpty { lines[at - 1].ending = ending }
            var new: [Line] = []
            for (depth, name) in names.enumerated() {
                let tail = depth == names.count - 1 ? " \(SettingsReference.written(value))" : ""
                let text = String(repeating: " ", count: indent + 2 * depth) + "\(name):\(tail)"
                new.append(Line(content: Array(text.unicodeScalars), ending: ending))
            }
            lines.insert(contentsOf: new, at: at)
        }

        /// The spaces before each line of a group. The parser's style of a group is none, so its first sign tells.
        private func indent(of group: Node.Mapping) throws(SettingsEditError.Obstacle) -> Int {
            guard let mark = group.mark, let first = group.keys.first?.mark, lines.indices.contains(mark.line - 1),
                lines[mark.line - 1].content.indices.contains(mark.column - 1)
            else { throw .unsure }
            let sign = lines[mark.line - 1].content[mark.column - 1]
            if sign == "{" { throw .braces }
            if Self.signs.contains(sign) { throw .sign }
            guard mark.line == first.line, mark.column == first.column else { throw .unsure }
            return first.column - 1
        }

        /// The innermost group that a key belongs to, with what remains of the key in it.
        private static func nearestGroup(
            to key: String, in node: Node
        ) -> (name: Node, group: Node, rest: String)? {
            guard case .mapping(let group) = node else { return nil }
            for (name, value) in group {
                guard let text = name.scalar?.string, key.hasPrefix(text + ".") else { continue }
                let rest = String(key.dropFirst(text.count + 1))
                return nearestGroup(to: rest, in: value) ?? (name, value, rest)
            }
            return nil
        }
    }

    extension SettingsReference {
        /// A value as it is written on one line of a file.
        static func written(_ value: RawSetting) -> String {
            func key(_ name: String) -> String { name.contains(":") ? quoted(name) : scalar(name) }
            return switch value {
            case .text(let text): scalar(text)
            case .list(let list): "[\(list.map { scalar($0) }.joined(separator: ", "))]"
            case .map(let map):
                "{\(map.sorted { $0.key < $1.key }.map { "\(key($0.key)): \(scalar($0.value))" }.joined(separator: ", "))}"
            }
        }
    }
#endif
