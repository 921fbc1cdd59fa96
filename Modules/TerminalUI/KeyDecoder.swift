/// Turns the bytes of a terminal into keys.
///
/// Escape is a key and the beginning of what other keys send, possibly in pieces: only time tells them apart. So the one who
/// reads waits for ``patience`` and says with ``flush()`` that nothing more came.
public struct KeyDecoder: Sendable {
    private static let escape: UInt8 = 0x1B
    /// No key sends more; longer is rubbish.
    private static let longestSequence = 32

    private var pending: [UInt8] = []

    /// Nothing was read yet.
    public init() {}

    /// For how many milliseconds the rest of a key is to be waited for; nil when nothing is begun. Nobody types the
    /// beginning of a longer sequence by hand, so a slow line has more time then.
    public var patience: Int? {
        pending.isEmpty ? nil : pending.allSatisfy { $0 == Self.escape } ? 100 : 1000
    }

    /// The keys that are complete with these bytes.
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let (key, length) = Self.first(of: pending) {
            if let key { keys.append(key) }
            pending.removeFirst(length)
        }
        return keys
    }

    /// What was begun when nothing more came: Escape alone is the key; half a sequence is dropped.
    public mutating func flush() -> [Key] {
        defer { pending = [] }
        return !pending.isEmpty && pending.allSatisfy { $0 == Self.escape } ? [.escape] : []
    }

    /// The first key, nil for one that means nothing here, and how many bytes it took; nil when more have to come.
    private static func first(of bytes: [UInt8]) -> (Key?, length: Int)? {
        guard let lead = bytes.first else { return nil }
        switch lead {
        case escape: return sequence(bytes)
        case 0x0A, 0x0D: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case ..<0x80: return (.character(Character(Unicode.Scalar(lead))), 1)
        default: return character(bytes, lead)
        }
    }

    private static func character(_ bytes: [UInt8], _ lead: UInt8) -> (Key?, length: Int)? {
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
        let rest = bytes.dropFirst().prefix(length - 1)
        guard rest.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (nil, 1) }
        guard rest.count == length - 1 else { return nil }
        let text = String(validating: bytes.prefix(length), as: UTF8.self)
        return (text?.first.map(Key.character), length)
    }

    private static func sequence(_ bytes: [UInt8]) -> (Key?, length: Int)? {
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["): return control(bytes)
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return nil }
            return (bytes[2] == UInt8(ascii: "M") ? .enter : arrow(bytes[2], isFar: false), 3)
        case escape:
            guard bytes.count > 2 else { return nil }
            // Some terminals send an escape before the sequence of a key pressed with another.
            let isBeforeSequence = bytes[2] == UInt8(ascii: "[") || bytes[2] == UInt8(ascii: "O")
            return (isBeforeSequence ? nil : .escape, 1)
        default: return (.escape, 1)
        }
    }

    /// `ESC [`, parameters, and the byte that ends it.
    private static func control(_ bytes: [UInt8]) -> (Key?, length: Int)? {
        // The console of Linux has function keys of its own: ESC [ [ A.
        if bytes.count > 2, bytes[2] == UInt8(ascii: "[") { return bytes.count > 3 ? (nil, 4) : nil }
        guard let last = bytes.dropFirst(2).firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
            return bytes.count > longestSequence ? (nil, bytes.count) : nil
        }
        // What cannot end a sequence begins something else.
        guard (0x40...0x7E).contains(bytes[last]) else { return (nil, last) }
        let parameters = bytes[2..<last].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let first = String(decoding: parameters.first ?? [], as: UTF8.self)
        let key: Key? =
            switch bytes[last] {
            case UInt8(ascii: "~"):
                switch first {
                case "1", "7": .home
                case "4", "8": .end
                case "5": .pageUp
                case "6": .pageDown
                default: nil
                }
            case UInt8(ascii: "c") where first.isEmpty: .farRight
            case UInt8(ascii: "d") where first.isEmpty: .farLeft
            default: arrow(bytes[last], isFar: parameters.count > 1)
            }
        return (key, last + 1)
    }

    private static func arrow(_ byte: UInt8, isFar: Bool) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): isFar ? .farRight : .right
        case UInt8(ascii: "D"): isFar ? .farLeft : .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }
}
