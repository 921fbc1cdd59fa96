#if CommandLine
    public import PluginKit
    import Yams

    /// The text of a settings file, in which settings can be changed while every other line stays as it is, comments too.
    ///
    /// Only what is beyond doubt is changed: a value on one line, or a new line in a group that is written line by line. Each
    /// changed text is read again, and has to say what the old one said but for the change.
    public struct SettingsText {
        /// The whole text.
        public let text: String
        let lines: [Line]
        let root: Node?
        let values: SettingsValues

        /// A line and what ends it.
        struct Line {
            var content: [Unicode.Scalar]
            var ending: [Unicode.Scalar]
        }

        /// Takes the text of a YAML file; an empty one for a file that is still to be made.
        ///
        /// - Throws: ``SettingsEditError/notEditable(key:_:)`` with `key` for what cannot be read.
        public init(_ text: String, changing key: String = "") throws(SettingsEditError) {
            let root: Node?
            do { root = try Yams.compose(yaml: text) } catch { throw .notEditable(key: key, .unsure) }
            guard let values = SettingsValues(SettingsFile(path: "", text: text)) else {
                throw .notEditable(key: key, .unsure)
            }
            (self.text, self.root, self.values, lines) = (text, root, values, Self.lines(of: text))
        }

        /// What the file says of a setting; nil where it says nothing, or what no setting can be.
        public func value(of key: String) -> RawSetting? { values[key] }

        /// Why a setting cannot be changed in this text; nil where it can.
        public func obstacle(to key: String) -> SettingsEditError? {
            do throws(SettingsEditError) {
                // Where nothing stands anything could be written, so what is refused is the place.
                _ = try changed([key: value(of: key) == nil ? .text("x") : nil])
                return nil
            } catch {
                return error
            }
        }

        /// The text with some settings changed.
        ///
        /// - Parameter changes: what is to stand for each key; nil where nothing is to.
        /// - Throws: ``SettingsEditError/notEditable(key:_:)`` for the first that cannot be changed.
        public func changed(_ changes: [String: RawSetting?]) throws(SettingsEditError) -> SettingsText {
            var current = self
            for (key, value) in changes.sorted(by: { $0.key < $1.key }) where current.value(of: key) != value {
                let text = try current.edited(key, to: value)
                let next = try SettingsText(text, changing: key)
                guard next.values == current.values.changing(key, to: value) else {
                    throw .notEditable(key: key, .unsure)
                }
                current = next
            }
            return current
        }

        private static func lines(of text: String) -> [Line] {
            var lines: [Line] = []
            var content: [Unicode.Scalar] = []
            var rest = Array(text.unicodeScalars)[...]
            while let scalar = rest.popFirst() {
                if scalar == "\n" {
                    lines.append(Line(content: content, ending: ["\n"]))
                    content = []
                } else if scalar == "\r", rest.first == "\n" {
                    rest.removeFirst()
                    lines.append(Line(content: content, ending: ["\r", "\n"]))
                    content = []
                } else {
                    content.append(scalar)
                }
            }
            if !content.isEmpty { lines.append(Line(content: content, ending: [])) }
            return lines
        }
    }
#endif
