public import struct Foundation.UUID

/// The order in which named things are listed and ties between them are broken: by name in Unicode scalar order, then id.
public enum NameOrder {
    /// Whether the left name and id come before the right ones.
    public static func precedes(_ left: (name: String, id: UUID), _ right: (name: String, id: UUID)) -> Bool {
        let (a, b) = (left.name.unicodeScalars, right.name.unicodeScalars)
        if a.elementsEqual(b) { return left.id.uuidString < right.id.uuidString }
        return a.lexicographicallyPrecedes(b)
    }
}
