import Foundation
import Testing
import WebPages

/// What readers with weak eyes, keyboards and slow lines depend on, measured in the files themselves.
struct StyleSheetTests {
    private static let style = String(decoding: WebAsset.style.bytes, as: UTF8.self)
    private static let script = String(decoding: WebAsset.script.bytes, as: UTF8.self)

    private static let extras = String(decoding: WebAsset.extras.bytes, as: UTF8.self)
    private static let worker = String(decoding: WebAsset.worker, as: UTF8.self)

    @Test func `style and script are small, and ask nobody else for anything`() {
        #expect(WebAsset.style.bytes.count <= 40 * 1024)
        #expect(WebAsset.script.bytes.count <= 15 * 1024)
        #expect(WebAsset.extras.bytes.count + WebAsset.worker.count <= 15 * 1024)
        for text in [Self.style, Self.script, Self.extras, Self.worker] {
            #expect(!text.contains("http://") && !text.contains("https://") && !text.contains("@import"))
        }
        for word in ["eval(", "innerHTML", "document.write", "new Function", "localStorage"] {
            for text in [Self.script, Self.extras, Self.worker] { #expect(!text.contains(word), "\(word)") }
        }
    }

    @Test func `a file's address changes with what is in it`() {
        #expect(Set(WebAsset.all.map(\.path)).count == WebAsset.all.count)
        for asset in WebAsset.all {
            #expect(asset.path.wholeMatch(of: #/\/files\/[0-9a-f]{8,16}\.(css|js|svg|png)/#) != nil)
        }
    }

    /// The colours of the tokens, light and dark, as the file has them.
    private static let tokens: [String: (light: String, dark: String)] = Dictionary(
        style.matches(of: #/--([a-z0-9-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)/#).map {
            (String($0.output.1), (String($0.output.2), String($0.output.3)))
        }, uniquingKeysWith: { first, _ in first })

    /// The relative luminance of a colour (WCAG 2.2).
    private static func luminance(_ color: String) -> Double {
        let number = Int(color, radix: 16) ?? 0
        let parts = [16, 8, 0].map { shift -> Double in
            let value = Double((number >> shift) & 0xFF) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private static func contrast(_ first: String, _ second: String) -> Double {
        let (a, b) = (luminance(first), luminance(second))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    @Test func `every text is read on every ground that it stands on, in the light and in the dark`() throws {
        #expect(Self.tokens.count > 20)
        // Text needs 4.5, what is no text 3 (WCAG 1.4.3, 1.4.11).
        var pairs: [(String, String, Double)] = []
        for text in ["ink", "ink-2", "accent", "good", "attention", "bad", "info"] {
            for ground in ["bg", "surface"] { pairs.append((text, ground, 4.5)) }
        }
        for text in ["ink", "ink-2", "accent"] { pairs.append((text, "sunken", 4.5)) }
        for tone in ["accent", "good", "attention", "bad", "info"] {
            pairs += [(tone, "\(tone)-soft", 4.5), ("ink", "\(tone)-soft", 4.5)]
        }
        pairs.append(("on-accent", "accent", 4.5))
        for ground in ["bg", "surface"] { pairs.append(("edge", ground, 3)) }
        for number in 1...6 { pairs += [("series-\(number)", "surface", 3), ("on-series", "series-\(number)", 4.5)] }
        for (front, back, least) in pairs {
            let (one, other) = (
                try #require(Self.tokens[front], "\(front)"), try #require(Self.tokens[back], "\(back)")
            )
            #expect(Self.contrast(one.light, other.light) >= least, "\(front) on \(back), light")
            #expect(Self.contrast(one.dark, other.dark) >= least, "\(front) on \(back), dark")
        }
    }
}
