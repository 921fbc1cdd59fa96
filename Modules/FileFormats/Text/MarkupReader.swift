/// Reads the elements of SGML and XML one after the other: a tag, and the text behind it up to the next tag.
struct MarkupReader {
    /// A tag.
    struct Element {
        let line: Int
        /// The name as written, without a prefix of a namespace; ends begin with a slash.
        let name: String
        let attributes: String
        /// The text up to the next tag; nil where there is none, and behind ends.
        let value: String?

        /// The value of an attribute.
        func attribute(_ name: String) -> String? {
            // Most tags have none.
            guard !attributes.isEmpty, let start = attributes.firstRange(of: "\(name)=") else { return nil }
            let rest = attributes[start.upperBound...]
            guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
            return EntityText.plain(String(rest.dropFirst().prefix { $0 != quote }))
        }
    }

    let file: TextFile
    let format: ImportFormat

    /// Hands on each tag.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    func forEachElement(_ body: (Element) throws -> Void) throws {
        var open: (line: Int, name: String, attributes: String, text: [UInt8])?
        func finish() throws {
            guard let tag = open else { return }
            open = nil
            var text = tag.text[...]
            while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
            while let first = text.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
            let value = text.isEmpty || tag.name.utf8.first == UInt8(ascii: "/") ? nil : Self.plain(text)
            try body(Element(line: tag.line, name: tag.name, attributes: tag.attributes, value: value))
        }
        try file.forEachLineOfAnyEnd { number, line in
            var rest = line
            while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
                open?.text += rest[..<start]
                try finish()
                guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else {
                    throw ImportError.malformed(format, line: number, reason: "a tag does not end")
                }
                let inside = rest[(start + 1)..<end]
                rest = rest[(end + 1)...]
                guard let first = inside.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") else { continue }
                let tag = inside.prefix { $0 != 0x20 && $0 != 0x09 }
                let isEmpty = inside.last == UInt8(ascii: "/")
                let attributes = inside.dropFirst(tag.count)
                let name = Self.name(tag.last == UInt8(ascii: "/") ? tag.dropLast() : tag)
                open = (
                    number, name, attributes.isEmpty ? "" : String(decoding: attributes, as: UTF8.self), []
                )
                if isEmpty, format != .ofx {
                    try finish()
                    open = (number, "/" + name, "", [])
                }
            }
            open?.text += rest
            open?.text.append(0x20)
        }
        try finish()
    }

    /// A name without the prefix of a namespace.
    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")) else { return String(decoding: bytes, as: UTF8.self) }
        let name = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        return bytes.first == UInt8(ascii: "/") ? "/" + name : name
    }

    /// The text of an element, with characters in place of their names.
    private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return bytes.contains(UInt8(ascii: "&")) ? EntityText.plain(text) : text
    }
}
