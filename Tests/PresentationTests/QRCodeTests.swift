import Foundation
import Presentation
import TestSupport
import Testing

/// Codes for cameras, read by another program.
struct QRCodeTests {
    private static let hasReader = ["/usr/bin", "/opt/homebrew/bin", "/usr/local/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/zbarimg")
    }

    @Test(.enabled(if: hasReader), arguments: SeededGenerator.seeds)
    func `another program reads what stands in a code`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#@!$&()*+,;=%")
        // Every size has texts that just fit, and the next one begins with one byte more.
        let lengths =
            [1, 14, 15, 26, 27, 42, 62, 84, 106, 122, 152, 180, 181, 213] + (0..<10).map { _ in random.int(1...213) }
        let texts = lengths.map { length in String((0..<length).map { _ in random.pick(letters) }) }
        #expect(try Self.read(try texts.map { try #require(QRCode($0)) }) == texts, "CST_TEST_SEED=\(seed)")
    }

    @Test func `texts that fit have the smallest code, and longer ones have none`() {
        #expect(QRCode("")?.size == 21)
        #expect(QRCode(String(repeating: "a", count: 14))?.size == 21)
        #expect(QRCode(String(repeating: "a", count: 15))?.size == 25)
        #expect(QRCode(String(repeating: "a", count: 213))?.size == 57)
        #expect(QRCode(String(repeating: "a", count: 214)) == nil)
        // Bytes count, not letters.
        #expect(QRCode(String(repeating: "é", count: 107)) == nil)
    }

    @Test func `on a terminal it is a square with a margin`() throws {
        let code = try #require(QRCode("https://192.168.1.20:8765/"))
        let lines = code.lines(isPaper: false)
        #expect(lines.count == (code.size + 2 * QRCode.margin + 1) / 2)
        #expect(Set(lines.map(\.count)) == [code.size + 2 * QRCode.margin])
        // Light modules are drawn: the margin is one block beside another.
        #expect(lines[0] == String(repeating: "█", count: code.size + 2 * QRCode.margin))
        #expect(code.lines(isPaper: true)[0].allSatisfy { $0 == " " })
        #expect(code.lines(TextStyle(isColored: true))[0].hasPrefix("\u{1B}[30;107m"))
        // The upper left corner of the big pattern, as black on white.
        #expect(code.lines(isPaper: true)[2].hasPrefix("    █▀▀▀▀▀█ "))
    }

    /// The texts of codes, as zbarimg reads them from pictures.
    private static func read(_ codes: [QRCode]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "qr-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = codes.indices.map { "\($0).pgm" }
        for (code, name) in zip(codes, names) {
            let scale = 3
            let side = (code.size + 2 * QRCode.margin) * scale
            var picture = Data("P5\n\(side) \(side)\n255\n".utf8)
            for row in 0..<side {
                for column in 0..<side {
                    let isDark = code.isDark(row / scale - QRCode.margin, column / scale - QRCode.margin)
                    picture.append(isDark ? 0 : 255)
                }
            }
            try picture.write(to: folder.appending(path: name))
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable"] + names
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
