import Foundation
import WebPages

/// A reader of a body of `multipart/form-data` (RFC 7578), which takes its bytes in pieces of any size.
struct MultipartReader {
    /// A piece of the body, in its order.
    enum Event: Equatable {
        /// The beginning of a part: a field, or a file with its name.
        case part(name: String, fileName: String?)
        /// Bytes of the part.
        case bytes(ArraySlice<UInt8>)
    }

    private enum State {
        case preamble, boundary, headers, content, end
    }

    /// The most bytes of the headers of a part, and the most parts.
    private static let mostHeaders = 8 * 1024, mostParts = 100

    private let delimiter: [UInt8]
    // Before the first boundary there may be no line.
    private var buffer: [UInt8] = Array("\r\n".utf8)
    private var state = State.preamble
    private var parts = 0

    /// A reader; nil where the type of the content is another one, or names no boundary.
    init?(contentType: String) {
        let parts = contentType.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.first?.lowercased() == "multipart/form-data",
            let parameter = parts.dropFirst().first(where: { $0.lowercased().hasPrefix("boundary=") })
        else { return nil }
        let boundary = parameter.dropFirst("boundary=".count).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        guard (1...70).contains(boundary.utf8.count) else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Whether the last boundary was read.
    var isComplete: Bool { state == .end }

    /// Takes more of the body, and hands on what is known of it.
    ///
    /// - Throws: ``WebProblem/form`` for a body that is none, and what `body` throws.
    mutating func read(_ bytes: [UInt8], _ body: (Event) throws -> Void) throws {
        buffer += bytes
        while try step(body) {}
    }

    /// Reads one piece; false where more bytes are needed.
    private mutating func step(_ body: (Event) throws -> Void) throws -> Bool {
        switch state {
        case .preamble:
            return try content { _ in }
        case .content:
            return try content { if !$0.isEmpty { try body(.bytes($0)) } }
        case .boundary:
            guard buffer.count >= 2 else { return false }
            if buffer.starts(with: "--".utf8) {
                state = .end
                return true
            }
            guard let end = range(of: Array("\r\n".utf8)) else {
                guard buffer.count < 256 else { throw WebProblem.form }
                return false
            }
            guard buffer[..<end.lowerBound].allSatisfy({ $0 == 32 || $0 == 9 }) else { throw WebProblem.form }
            buffer.removeFirst(end.lowerBound)
            state = .headers
            return true
        case .headers:
            guard let end = range(of: Array("\r\n\r\n".utf8)) else {
                guard buffer.count < Self.mostHeaders else { throw WebProblem.form }
                return false
            }
            parts += 1
            guard parts <= Self.mostParts, end.lowerBound < Self.mostHeaders,
                let event = Self.part(String(decoding: buffer[..<end.lowerBound], as: UTF8.self))
            else { throw WebProblem.form }
            // The line that ends the headers may be the one before a boundary, of a part without bytes.
            buffer.removeFirst(end.upperBound)
            buffer.insert(contentsOf: "\r\n".utf8, at: 0)
            state = .content
            isAtStart = true
            try body(event)
            return true
        case .end:
            buffer = []
            return false
        }
    }

    /// Whether the first two bytes of the buffer are no part of the content.
    private var isAtStart = false

    private mutating func content(_ body: (ArraySlice<UInt8>) throws -> Void) throws -> Bool {
        let start = isAtStart ? 2 : 0
        if let found = range(of: delimiter) {
            if found.lowerBound > start { try body(buffer[start..<found.lowerBound]) }
            buffer.removeFirst(found.upperBound)
            state = .boundary
            isAtStart = false
            return true
        }
        // The end of the buffer may be the beginning of a boundary.
        let known = buffer.count - delimiter.count + 1
        guard known > start else { return false }
        try body(buffer[start..<known])
        buffer.removeFirst(known)
        isAtStart = false
        return false
    }

    /// The first place of some bytes in the buffer.
    private func range(of bytes: [UInt8]) -> Range<Int>? {
        buffer.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return nil }
            var place = 0
            // All that is looked for begins with the same byte.
            while buffer.count - place >= bytes.count, let found = memchr(start + place, 13, buffer.count - place) {
                place = UnsafeRawPointer(found) - start
                guard buffer.count - place >= bytes.count else { return nil }
                if memcmp(found, bytes, bytes.count) == 0 { return place..<place + bytes.count }
                place += 1
            }
            return nil
        }
    }

    /// The part that its headers describe; nil where they name none.
    private static func part(_ headers: String) -> Event? {
        let lines = headers.components(separatedBy: "\r\n")
        guard let line = lines.first(where: { $0.lowercased().hasPrefix("content-disposition:") }) else { return nil }
        func parameter(_ name: String) -> String? {
            guard let begin = line.range(of: "; \(name)=\"", options: .caseInsensitive) else { return nil }
            let rest = line[begin.upperBound...]
            guard let end = rest.firstIndex(of: "\"") else { return nil }
            // Browsers write a quote and the ends of lines in this way.
            return String(rest[..<end]).replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing(
                "%0A", with: "\n")
        }
        guard let name = parameter("name") else { return nil }
        return .part(name: name, fileName: parameter("filename"))
    }
}
