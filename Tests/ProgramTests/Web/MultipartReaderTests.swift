import Foundation
import TestSupport
import Testing
import WebPages

@testable import WebApplication

struct MultipartReaderTests {
    private static let boundary = "--x"

    /// The parts of a body, with their bytes put together again.
    private func read(_ pieces: [[UInt8]]) throws -> (
        parts: [(name: String, file: String?, bytes: [UInt8])], isWhole: Bool
    ) {
        var reader = try #require(MultipartReader(contentType: "multipart/form-data; boundary=\"\(Self.boundary)\""))
        var parts: [(name: String, file: String?, bytes: [UInt8])] = []
        for piece in pieces {
            try reader.read(piece) { event in
                switch event {
                case .part(let name, let file): parts.append((name, file, []))
                case .bytes(let bytes): parts[parts.count - 1].bytes += bytes
                }
            }
        }
        return (parts, reader.isComplete)
    }

    private func body(_ parts: [(head: String, bytes: [UInt8])]) -> [UInt8] {
        parts.flatMap { part in
            Array("--\(Self.boundary)\r\nContent-Disposition: form-data; \(part.head)\r\n\r\n".utf8) + part.bytes
                + Array("\r\n".utf8)
        } + Array("--\(Self.boundary)--\r\n".utf8)
    }

    @Test(arguments: SeededGenerator.seeds) func `a body cut anywhere gives the same parts`(seed: UInt64) throws {
        // Bytes that look like boundaries, and parts without any.
        var random = SeededGenerator(seed: seed)
        let end = Data("\r\n--\(Self.boundary)".utf8)
        let alphabet = Array("\r\n--x ab".utf8)
        for _ in 0..<100 {
            let wanted = (0..<random.int(1...4)).map { number in
                var bytes = (0..<random.int(0...40)).map { _ in
                    random.pick(alphabet)
                }
                // The boundary itself ends a part, whatever stands before it.
                while Data([13, 10] + bytes).range(of: end) != nil { bytes.removeLast() }
                return (head: "name=\"n\(number)\"; filename=\"f\(number)\"", bytes: bytes)
            }
            let whole = body(wanted)
            var pieces: [[UInt8]] = []
            var place = 0
            while place < whole.count {
                let next = min(whole.count, place + random.int(1...9))
                pieces.append(Array(whole[place..<next]))
                place = next
            }
            for cut in [[whole], pieces, whole.map { [$0] }] {
                let found = try read(cut)
                #expect(found.isWhole && found.parts.map(\.bytes) == wanted.map(\.bytes))
                #expect(found.parts.map(\.name) == wanted.indices.map { "n\($0)" })
            }
            #expect(try !read([Array(whole.dropLast(5))]).isWhole)
        }
    }

    @Test func `names are read as browsers write them`() throws {
        let found = try read([
            body([
                (head: "name=\"csrf\"", bytes: Array("x".utf8)),
                (head: "name=\"file\"; filename=\"../a%22b%0D%0Ac.csv\"", bytes: Array("1".utf8)),
            ])
        ])
        #expect(found.parts.map(\.file) == [nil, "../a\"b\r\nc.csv"])
    }

    @Test(arguments: [
        "no boundary at all", "--" + boundary + "x", "--" + boundary + "\r\nContent-Type: text/plain\r\n\r\n",
        "--" + boundary + "\r\n" + String(repeating: "a", count: 9000),
    ])
    func `what is no form is refused or never whole`(text: String) throws {
        do {
            let found = try read([Array(text.utf8)])
            #expect(!found.isWhole && found.parts.isEmpty)
        } catch {
            #expect(error as? WebProblem == .form)
        }
    }

    @Test func `another type of content is none`() {
        for type in ["text/plain", "multipart/form-data", "multipart/mixed; boundary=a", ""] {
            #expect(MultipartReader(contentType: type) == nil)
        }
    }
}
