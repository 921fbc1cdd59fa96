import Foundation

/// Header fields; names match in any letter case, one value per name. Values lose the blanks around them and any line
/// break inside, so that a key read from a file with its newline cannot become a second header.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// Values by lower-case name.
    private var values: [String: String]

    /// Headers from pairs; of two pairs with one name the later wins.
    public init(_ pairs: some Sequence<(key: String, value: String)> = [:]) {
        values = Dictionary(pairs.map { ($0.key.lowercased(), Self.clean($0.value)) }) { _, later in later }
    }

    /// Headers written as a literal; of two pairs with one name the later wins.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { (key: $0.0, value: $0.1) })
    }

    /// The value under a name in any letter case.
    public subscript(_ name: String) -> String? {
        get { values[name.lowercased()] }
        set { values[name.lowercased()] = newValue.map(Self.clean) }
    }

    /// The fields in order of their lower-case names.
    public var fields: [(name: String, value: String)] {
        values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    private static func clean(_ value: String) -> String {
        String(String.UnicodeScalarView(value.unicodeScalars.filter { !["\r", "\n", "\0"].contains($0) }))
            .trimmingCharacters(in: .whitespaces)
    }
}
