import Foundation

/// A file of text, read piece by piece.
package struct TextFile {
    /// The most bytes of one line, or of one row of a table: what is longer is no list of transactions.
    package static let longestLine = 1 << 20
    private static let pieceSize = 1 << 16

    package let path: String
    package let encoding: TextEncoding

    package init(path: String, encoding: TextEncoding) {
        self.path = path
        self.encoding = encoding
    }

    /// The reason that nothing can be read.
    private var unreadable: ImportError {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return isThere && isFolder.boolValue ? .folder(path: path) : .unreadable(path: path)
    }

    /// Hands the file's bytes on as UTF-8, in order.
    ///
    /// - Throws: ``ImportError`` when the file cannot be read or is not text, and what `body` throws.
    package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw unreadable }
        defer { try? handle.close() }
        var decoder = TextDecoder(encoding)
        var isFirst = true
        while true {
            let piece: Data
            do {
                piece = try handle.read(upToCount: Self.pieceSize) ?? Data()
            } catch { throw unreadable }
            if isFirst { try refuseOtherThings(piece) }
            isFirst = false
            let text = try decoder.decode(Array(piece), isLast: piece.isEmpty)
            if !text.isEmpty { try body(text) }
            if piece.isEmpty { return }
        }
    }

    /// The beginning of the file up to the end of a line.
    ///
    /// - Throws: ``ImportError``.
    package func head() throws -> [UInt8] {
        var head: [UInt8] = []
        struct Enough: Error {}
        do {
            try forEachPiece {
                head += $0
                if head.count >= Self.pieceSize { throw Enough() }
            }
            return head
        } catch is Enough {
            let end = head.lastIndex { $0 == 0x0A || $0 == 0x0D }
            return end.map { Array(head[...$0]) } ?? head
        }
    }

    /// Hands on each line with its number, from 1, without its end.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    package func forEachLine(_ body: (_ number: Int, _ text: String) throws -> Void) throws {
        try forEachLineOfAnyEnd { try body($0, String(decoding: $1, as: UTF8.self)) }
    }

    /// Hands on the bytes of each line, checked to be text, with its number, from 1, whether it ends with a return, a line feed
    /// or both.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    package func forEachLineOfAnyEnd(_ body: (_ number: Int, _ bytes: ArraySlice<UInt8>) throws -> Void) throws {
        // What the pieces before left of a line.
        var rest: [UInt8] = []
        var number = 1
        var wasReturn = false
        func finish(_ line: ArraySlice<UInt8>) throws {
            if !line.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x09 }) { _ = try Self.text(line, line: number) }
            try body(number, line)
            number += 1
        }
        try forEachPiece { piece in
            var start = piece.startIndex
            // The end of the line was told by the return before it.
            if wasReturn, piece.first == 0x0A { start += 1 }
            wasReturn = false
            while let end = piece[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
                if rest.isEmpty {
                    try finish(piece[start..<end])
                } else {
                    rest += piece[start..<end]
                    try finish(rest[...])
                    rest.removeAll()
                }
                start = end + 1
                guard piece[end] == 0x0D else { continue }
                if start == piece.endIndex { wasReturn = true } else if piece[start] == 0x0A { start += 1 }
            }
            rest += piece[start...]
            guard rest.count <= Self.longestLine else { throw ImportError.lineTooLong(line: number) }
        }
        if !rest.isEmpty { try finish(rest[...]) }
    }

    /// Hands on the bytes of each line with its number, from 1, without its end, checked to be text.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    package func forEachLineOfBytes(_ body: (_ number: Int, _ bytes: ArraySlice<UInt8>) throws -> Void) throws {
        // What the pieces before left of a line.
        var rest: [UInt8] = []
        var number = 1
        func finish(_ line: ArraySlice<UInt8>) throws {
            let line = line.last == 0x0D ? line.dropLast() : line
            if !line.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x09 }) { _ = try Self.text(line, line: number) }
            guard !line.contains(0x0D) else { throw ImportError.notText(line: number) }
            try body(number, line)
            number += 1
        }
        try forEachPiece { piece in
            var start = piece.startIndex
            while let end = piece[start...].firstIndex(of: 0x0A) {
                if rest.isEmpty {
                    try finish(piece[start..<end])
                } else {
                    rest += piece[start..<end]
                    try finish(rest[...])
                    rest.removeAll()
                }
                start = end + 1
            }
            rest += piece[start...]
            guard rest.count <= Self.longestLine else { throw ImportError.lineTooLong(line: number) }
        }
        if !rest.isEmpty { try finish(rest[...]) }
    }

    /// Bytes as text.
    ///
    /// - Throws: ``ImportError/notText(line:)`` when they are not UTF-8 or hold characters that no text has,
    ///   ``ImportError/controlCharacter(line:)`` for one that no encoding has.
    package static func text(_ bytes: ArraySlice<UInt8>, line: Int) throws(ImportError) -> String {
        // Nearly all texts are plain ASCII.
        if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(decoding: bytes, as: UTF8.self) }
        // No encoding has those in a text; UTF-16 has them beside a zero.
        if bytes.contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) }), !bytes.contains(0) {
            throw .controlCharacter(line: line)
        }
        guard let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ ($0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)) || $0.isBreak })
        else { throw .notText(line: line) }
        return text
    }

    private func refuseOtherThings(_ head: Data) throws(ImportError) {
        let kinds: [(bytes: [UInt8], name: String)] = [
            ([0x50, 0x4B, 0x03, 0x04], "a spreadsheet or another archive"), ([0x25, 0x50, 0x44, 0x46], "a PDF"),
            ([0xD0, 0xCF, 0x11, 0xE0], "a spreadsheet"), ([0x1F, 0x8B], "a compressed file"),
            ([0x7F, 0x45, 0x4C, 0x46], "a program"), ([0x89, 0x50, 0x4E, 0x47], "a picture"),
            ([0xFF, 0xD8, 0xFF], "a picture"),
            (Array("SQLite format 3".utf8), "a database"),
        ]
        if let kind = kinds.first(where: { head.starts(with: $0.bytes) }) { throw .otherKind(of: kind.name) }
    }
}

extension Unicode.Scalar {
    /// Whether it is a tab or ends a line.
    fileprivate var isBreak: Bool { self == "\t" || self == "\n" || self == "\r" }
}
