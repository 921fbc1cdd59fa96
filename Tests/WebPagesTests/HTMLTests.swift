import Foundation
import Models
import Presentation
import Testing
import WebPages

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct HTMLTests {
    /// What people may put into a name or a note.
    private static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)", "&lt;b&gt;", "a & b",
        // A quote before a combining mark is one character to Swift, and still a quote to a browser.
        "x\"\u{301} onfocus=alert(1) autofocus", "x'\u{20D0} onclick=alert(1)", "<\u{301}img src=x>", "\u{202E}gpj.exe",
        "nul\u{0}byte", "tab\tand\nline", "\u{FFFE}\u{FFFF}", String(repeating: "<", count: 10_000),
    ]

    @Test(arguments: hostile)
    func `no text becomes markup, in content or in an attribute`(text: String) {
        let content = HTML("p", text: text).text
        let attribute = HTML("p", [.init("title", text)]).text
        for html in [content.dropFirst(3).dropLast(4), attribute.dropFirst(10).dropLast(6)] {
            for scalar in html.unicodeScalars {
                #expect(!["<", ">", "\"", "'"].contains(scalar))
                #expect(scalar.value >= 0x20 && !(0x202A...0x202E).contains(scalar.value))
            }
            // An ampersand begins one of the few names that are written.
            for part in html.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
                let rest = String(String.UnicodeScalarView(part))
                // By bytes: a semicolon before a combining mark is one character with it.
                #expect(["amp;", "lt;", "gt;", "quot;", "#39;"].contains { rest.utf8.starts(with: $0.utf8) })
            }
        }
    }

    @Test(arguments: [
        ("/goals", "/goals?as-of=2026-03-01&display=USD"),
        ("/goals?page=2&state=all#list", "/goals?page=2&state=all&as-of=2026-03-01&display=USD#list"),
        ("/?display=BTC", "/?display=BTC&as-of=2026-03-01"), ("/files/1.css", "/files/1.css"),
        ("/api/v1/openapi.json", "/api/v1/openapi.json"), ("?", "?"), ("#main", "#main"),
        ("https://example.org/?q=1", "https://example.org/?q=1"),
    ])
    func `links lead to pages of the same day and currency`(target: String, expected: String) {
        let links = PageLinks(under: "/savings", keeping: ["display": "USD", "as-of": "2026-03-01"])
        let isOwn = target.hasPrefix("/")
        let written = HTML("a", [.href(target)]).text(links)
        #expect(written == "<a href=\"\(isOwn ? "/savings" : "")\(expected.replacing("&", with: "&amp;"))\"></a>")
        let form = HTML("form", [.init("action", target)]).text(links)
        #expect(form == "<form action=\"\(isOwn ? "/savings" : "")\(target)\"></form>".replacing("&", with: "&amp;"))
    }

    @Test func `random texts come back from an XML parser as they went in`() throws {
        var generator = SystemRandomNumberGenerator()
        let alphabet: [Unicode.Scalar] = ["<", ">", "\"", "'", "&", ";", "a", "\u{301}", "😀", "=", " ", "/"]
        for _ in 0..<500 {
            var view = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...12, using: &generator) { view.append(alphabet.randomElement() ?? "a") }
            let text = String(view)
            let page = HTML("p", [.init("title", text)], text: text).text
            let delegate = Reader()
            let parser = XMLParser(data: Data(page.utf8))
            parser.delegate = delegate
            #expect(parser.parse(), "\(page)")
            #expect(Array(delegate.text.unicodeScalars) == Array(text.unicodeScalars), "\(page)")
            #expect(Array((delegate.title ?? "").unicodeScalars) == Array(text.unicodeScalars), "\(page)")
        }
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var text = ""
        var title: String?

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
        func parser(
            _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
            qualifiedName qName: String?, attributes: [String: String] = [:]
        ) { title = attributes["title"] }
    }

    @Test(arguments: [
        ("/goals", "/goals"), ("#main", "#main"), ("?page=2", "?page=2"),
        ("https://example.org", "https://example.org"),
        ("HTTP://example.org", "HTTP://example.org"), ("javascript:alert(1)", "#"), ("JavaScript:alert(1)", "#"),
        ("//example.org", "#"), ("data:text/html,x", "#"), (" javascript:alert(1)", "#"), ("vbscript:x", "#"),
        ("", "#"),
    ])
    func `a link leads to our pages or to the web, and nowhere else`(target: String, expected: String) {
        #expect(HTML("a", [.href(target)], text: "x").text == "<a href=\"\(expected)\">x</a>")
    }

    @Test func `elements without content have no end, and all others have one`() {
        #expect(HTML("br").text == "<br>")
        #expect(HTML("td").text == "<td></td>")
        #expect(
            HTML("input", [.init("checked", when: true), .init("disabled", when: false)]).text == "<input checked>")
    }
}
