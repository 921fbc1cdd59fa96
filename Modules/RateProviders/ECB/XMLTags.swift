/// The opening tags of an XML text, one after the other.
///
/// Foundation's parser gives up at 10 MB, which the ECB's whole history is about to pass, and takes a text that breaks
/// off for a whole one. Only what tables need is read: names and attributes. Entities stay as they are written.
struct XMLTags {
    /// An opening tag.
    struct Tag {
        let name: String
        /// How many elements it lies in.
        let depth: Int
        fileprivate let attributes: ArraySlice<UInt8>

        /// The text of an attribute.
        subscript(_ name: String) -> String? {
            var rest = attributes
            while let attribute = XMLTags.attribute(&rest) {
                if attribute.name.elementsEqual(name.utf8) { return String(decoding: attribute.value, as: UTF8.self) }
            }
            return nil
        }
    }

    /// How deep elements may lie in each other: a text that only opens elements would keep the name of each.
    private static let deepest = 64

    /// Whether the text was read to its end and every element was closed.
    private(set) var isWhole = false
    private let bytes: [UInt8]
    private var position = 0
    private var open: [ArraySlice<UInt8>] = []

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next opening tag; nil at the end, and where the text stops to be well formed.
    mutating func next() -> Tag? {
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = start + 1
            if let end = passOver("!--", until: "-->") ?? passOver("?", until: "?>") ?? passOver("!", until: ">") {
                position = end
                continue
            }
            guard let end = endOfTag() else { return nil }
            var content = bytes[position..<end]
            position = end + 1
            if content.first == UInt8(ascii: "/") {
                let name = content.dropFirst().prefix { !Self.isBlank($0) }
                guard open.popLast() == name else { return nil }
                continue
            }
            let isEmpty = content.last == UInt8(ascii: "/")
            if isEmpty { content.removeLast() }
            let name = content.prefix { !Self.isBlank($0) }
            guard !name.isEmpty else { return nil }
            let depth = open.count
            guard depth < Self.deepest else { return nil }
            if !isEmpty { open.append(name) }
            return Tag(
                name: String(decoding: name, as: UTF8.self), depth: depth, attributes: content.dropFirst(name.count))
        }
        isWhole = open.isEmpty
        return nil
    }

    /// Where a passage ends that begins here with `opening`; a passage without an end takes all the rest.
    private func passOver(_ opening: StaticString, until closing: StaticString) -> Int? {
        guard matches(opening, at: position) else { return nil }
        var index = position + opening.utf8CodeUnitCount
        while index < bytes.count {
            if matches(closing, at: index) { return index + closing.utf8CodeUnitCount }
            index += 1
        }
        return bytes.count
    }

    private func matches(_ text: StaticString, at index: Int) -> Bool {
        text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    /// The `>` of the tag that begins here, which is none inside quotes.
    private func endOfTag() -> Int? {
        var quote: UInt8?
        for index in position..<bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index
            } else if byte == UInt8(ascii: "<") {
                return nil
            }
        }
        return nil
    }

    /// Takes `name="value"` or `name='value'` from the front.
    private static func attribute(
        _ rest: inout ArraySlice<UInt8>
    ) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
        rest = rest.drop(while: isBlank)
        let name = rest.prefix { $0 != UInt8(ascii: "=") && !isBlank($0) }
        rest = rest.dropFirst(name.count).drop(while: isBlank)
        guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
        rest = rest.dropFirst().drop(while: isBlank)
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let value = rest.dropFirst().prefix { $0 != quote }
        rest = rest.dropFirst(value.count + 2)
        return (name, value)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
