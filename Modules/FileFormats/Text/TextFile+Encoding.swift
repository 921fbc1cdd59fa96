extension TextFile {
    /// A file in the encoding that a person gave, or else in the one that it names itself, if it is not UTF-8 (some banks name
    /// another one and write UTF-8).
    ///
    /// - Throws: ``ImportError`` when it cannot be read.
    package init(path: String, naming encoding: TextEncoding?) throws {
        let plain = TextFile(path: path, encoding: encoding ?? .utf8)
        guard encoding == nil, let named = Self.encoding(namedIn: try plain.start()), try !plain.isUTF8() else {
            self = plain
            return
        }
        self = TextFile(path: path, encoding: named)
    }

    /// The first bytes of the file.
    private func start() throws -> [UInt8] {
        var start: [UInt8] = []
        struct Enough: Error {}
        do {
            try forEachPiece {
                start += $0.prefix(2000)
                throw Enough()
            }
        } catch is Enough {}
        return start
    }

    /// Whether all bytes are UTF-8.
    private func isUTF8() throws -> Bool {
        var rest: [UInt8] = []
        var isText = true
        struct Enough: Error {}
        do {
            try forEachPiece { piece in
                if rest.isEmpty, piece.allSatisfy({ $0 < 0x80 }) { return }
                let bytes = rest + piece
                // A character may go on in the next piece.
                let end = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
                let whole = bytes.endIndex - end < 4 && (bytes.last ?? 0) >= 0x80 ? end : bytes.endIndex
                rest = Array(bytes[whole...])
                guard String(validating: bytes[..<whole], as: UTF8.self) != nil else {
                    isText = false
                    throw Enough()
                }
            }
        } catch is Enough {}
        return isText && String(validating: rest, as: UTF8.self) != nil
    }

    /// The encoding that the heading of OFX (`CHARSET:1252`) or of XML (`encoding="ISO-8859-1"`) names; nil where it names none,
    /// or UTF-8.
    static func encoding(namedIn start: [UInt8]) -> TextEncoding? {
        let text = String(decoding: start.filter { $0 < 0x80 }, as: UTF8.self)
        var names: [Substring] = []
        let isXML = text.firstRange(of: "<?xml") != nil
        if isXML, let place = text.firstRange(of: "encoding=") {
            names.append(text[place.upperBound...].dropFirst().prefix { $0 != "\"" && $0 != "'" })
        }
        for tag in ["CHARSET:", "ENCODING:"] {
            guard text.contains("OFXHEADER"), let place = text.firstRange(of: tag) else { continue }
            names.append(text[place.upperBound...].prefix { !$0.isWhitespace && $0 != "<" })
        }
        return names.lazy.compactMap { TextEncoding(named: String($0)) }.first
            ?? (text.contains("OFXHEADER") && names.contains { $0.uppercased() == "USASCII" } ? .latin1 : nil)
    }
}

extension TextEncoding {
    /// The encoding of a name that files use, other than UTF-8.
    init?(named name: String) {
        switch name.uppercased().filter({ $0.isLetter || $0.isNumber }) {
        case "1252", "WINDOWS1252", "CP1252", "ISO88591", "88591", "LATIN1": self = .latin1
        case "ISO885915", "885915", "LATIN9": self = .latin9
        case "UTF16", "UTF16LE", "UNICODE16": self = .utf16
        default: return nil
        }
    }
}
