import Foundation

/// The fields of a kind of thing that a person can enter. Forms, members of an API, merging of edits, previews and lists of
/// changes are made of it.
public struct FieldTable<Value: Sendable>: Sendable {
    /// One field.
    public struct Field: Sendable {
        /// The content of a field.
        public enum Content: Sendable {
            /// A text on one line.
            case text(@Sendable (Value) -> String?)
            /// A day.
            case day(@Sendable (Value) -> CalendarDay?)
            /// A time of day.
            case time(@Sendable (Value) -> LocalTime?)
            /// An amount, which is left out where amounts are hidden.
            case amount(@Sendable (Value) -> Money)
            /// A currency.
            case currency(@Sendable (Value) -> Currency)
            /// One of some words.
            case choice([String], @Sendable (Value) -> String?)
        }

        /// The name in requests and documents.
        public let key: String
        /// The name for people.
        public let label: String
        /// A sentence about it, for descriptions of an API.
        public let note: String
        /// The hint beside the field of a form; nil where the label is enough.
        public let hint: String?
        /// The content.
        public let content: Content
        /// Changes the field of a value to a text; an empty text takes it away where that is possible. Nil for a field that means
        /// something only together with others.
        let change: (@Sendable (String, inout Value) throws -> Void)?

        /// A field.
        public init(
            _ key: String, _ label: String, _ note: String, hint: String? = nil, _ content: Content,
            change: (@Sendable (String, inout Value) throws -> Void)? = nil
        ) {
            (self.key, self.label, self.note, self.hint) = (key, label, note, hint)
            self.content = content
            self.change = change
        }

        /// The field of a value as a text that can be entered again; nil for nothing.
        public func text(of value: Value) -> String? {
            switch content {
            case .text(let text), .choice(_, let text): text(value)
            case .day(let day): day(value)?.description
            case .time(let time): time(value)?.description
            case .amount(let amount): amount(value).amountText
            case .currency(let currency): currency(value).description
            }
        }
    }

    /// The fields, in the order of forms.
    public let fields: [Field]

    /// A table.
    public init(_ fields: [Field]) {
        self.fields = fields
    }

    /// Changes the fields of a value to texts. What cannot be read is noted under the key of its field.
    ///
    /// - Parameters:
    ///   - texts: by key; a field that is missing stays. Fields that mean something only together with others are left to the caller.
    ///   - left: keys of further fields that are left to the caller.
    /// - Throws: What is no error of the request.
    public func enter(
        _ texts: [String: String], into value: inout Value, leaving left: Set<String> = [],
        _ reader: inout RequestReader
    ) throws {
        for field in fields where !left.contains(field.key) {
            guard let text = texts[field.key], let change = field.change else { continue }
            var changed = value
            let isRead: Void? = try reader.read(field.key) { try change(text, &changed) }
            if isRead != nil { value = changed }
        }
    }

    /// The fields in which two values differ, with what they hold; a field that means something only together with others counts with those.
    public func changes(
        from before: Value, to after: Value, shown: (Field, Value) -> String? = { $0.text(of: $1) }
    ) -> [(key: String, before: String?, after: String?)] {
        fields.compactMap { field in
            let (old, new) = (shown(field, before), shown(field, after))
            return old == new ? nil : (field.key, old, new)
        }
    }
}

extension String {
    /// The text, or nil when it is empty: an empty text takes a field away.
    package var orNothing: String? { isEmpty ? nil : self }

    /// The name without blanks around it, which nobody sees.
    package var trimmedName: String {
        // Nearly every name begins and ends with something else, in ASCII.
        if let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first), (0x21..<0x7F).contains(last) {
            return self
        }
        return trimmingCharacters(in: .whitespaces)
    }
}
