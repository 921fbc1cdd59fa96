public import struct Foundation.UUID

/// The order in which named things are listed and ties between them are broken: by name in Unicode scalar order, then id.
public enum NameOrder {
    /// Whether the left name and id come before the right ones.
    public static func precedes(_ left: (name: String, id: UUID), _ right: (name: String, id: UUID)) -> Bool {
        // The bytes of UTF-8 are in the order of the scalars, and those of an id in the order of its digits.
        let (a, b) = (left.name.utf8, right.name.utf8)
        guard a.elementsEqual(b) else { return a.lexicographicallyPrecedes(b) }
        return withUnsafeBytes(of: left.id.uuid) { left in
            withUnsafeBytes(of: right.id.uuid) { right in left.lexicographicallyPrecedes(right) }
        }
    }
}
