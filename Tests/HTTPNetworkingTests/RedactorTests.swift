import Foundation
import Testing

@testable import HTTPNetworking

@Suite("Redaction")
struct RedactorTests {
    static let secret = "t-65f1/ab+C d&\"e=%9"

    static let forms: [String] = {
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        let encoded = secret.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        let bytes = Data(secret.utf8)
        return [
            secret, secret.uppercased(), secret.lowercased(), encoded, encoded.lowercased(),
            secret.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "",
            encoded.replacing("%20", with: "+"),
            encoded.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "",
            secret.utf8.map { String(format: "%%%02X", $0) }.joined(),
            secret.replacing("/", with: "\\/").replacing("\"", with: "\\\""),
            secret.utf8.map { String(format: "\\u%04x", $0) }.joined(),
            secret.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"),
            bytes.base64EncodedString(),
            bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_"),
            bytes.base64EncodedString().addingPercentEncoding(withAllowedCharacters: unreserved) ?? "",
        ]
    }()

    @Test("every encoding of a secret goes, in every surrounding", arguments: forms)
    func everyForm(_ form: String) {
        let redactor = Redactor(secrets: [Self.secret])
        for (before, after) in [("", ""), ("a ", " b"), ("https://h/v2/", "/x?y"), ("{\"echo\":\"", "\"}")] {
            let text = redactor.text(before + form + after)
            #expect(text.hasPrefix(before) && text.hasSuffix(after), "\(text)")
            #expect(text.dropFirst(before.count).dropLast(after.count) == "***", "\(text)")
        }
    }

    @Test("base64 of user and secret together hides the secret", arguments: ["", "a:", "ab:", "abc:", "user:"])
    func basic(_ user: String) throws {
        let secret = "0123456789abcdef"
        let encoded = Data((user + secret + ":tail").utf8).base64EncodedString()
        let text = Redactor(secrets: [secret]).text("Basic-\(encoded)")
        #expect(text.contains("***"))
        for piece in text.dropFirst("Basic-".count).components(separatedBy: "***") {
            let padded = piece + String(repeating: "=", count: (4 - piece.count % 4) % 4)
            let decoded = Data(base64Encoded: padded).map { String(decoding: $0, as: UTF8.self) } ?? ""
            #expect(!decoded.contains("01") && !decoded.contains("ef"))
        }
    }

    @Test("random secrets in random encodings never come through")
    func randomised() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            let alphabet = Array("abcXYZ019-_.~!*'();:@&=+$,/?#[]% \"\\<>")
            let secret =
                "k" + String((0..<random.next(20) + 6).map { _ in alphabet[random.next(alphabet.count)] }) + "k"
            let encoded = secret.utf8.map { byte in
                random.next(2) == 0
                    ? String(format: random.next(2) == 0 ? "%%%02X" : "%%25%02x", byte)
                    : String(decoding: [byte], as: UTF8.self)
            }.joined()
            let text = Redactor(secrets: [secret]).text("before \(encoded) after")
            #expect(text == "before *** after", "seed \(seed): \(secret) as \(encoded)")
        }
    }

    @Test(
        "values under the names of credentials go, known or not",
        arguments: [
            ("https://h/p?apikey=abc&x=1", "https://h/p?apikey=***&x=1"),
            ("https://h/p?x=1&api_key=abc", "https://h/p?x=1&api_key=***"),
            ("https://h/p?x_cg_demo_api_key=CG-1&ids=a", "https://h/p?x_cg_demo_api_key=***&ids=a"),
            ("https://h/p?token=abc#f", "https://h/p?token=***#f"), ("h?key=abc;", "h?key=***;"),
            ("https://user:pass@h/p", "https://***@h/p"), ("Authorization: Bearer a.b.c", "Authorization: ***"),
            ("X-API-Key: abc\r\nAccept: a", "X-API-Key: ***\r\nAccept: a"),
            ("project_id: mainnetABC", "project_id: ***"),
            ("TRON-PRO-API-KEY=abc", "TRON-PRO-API-KEY=***"), ("x-cg-pro-api-key: abc", "x-cg-pro-api-key: ***"),
            (#"{"apiKey":"a b","id":1}"#, #"{"apiKey":"***","id":1}"#),
            (#"{\"token\": \"abc\"}"#, #"{\"token\": \"***\"}"#),
            ("Invalid API Key: abc, sorry", "Invalid API Key: ***, sorry"),
        ])
    func names(_ text: String, _ expected: String) {
        #expect(Redactor(secrets: []).text(text) == expected)
    }

    @Test(
        "texts without secrets stay as they are",
        arguments: [
            "", "GET https://api.coingecko.com/api/v3/simple/price?ids=bitcoin&vs_currencies=usd", "key",
            "The API key is missing.", #"{"error":"Could not find coin with the given id"}"#, "mail a@b.c, 🌍 é",
        ])
    func harmless(_ text: String) {
        #expect(Redactor(secrets: ["", "  ", "0123456789"]).text(text) == text)
    }

    @Test("overlapping and repeated secrets leave nothing of either")
    func overlapping() {
        let redactor = Redactor(secrets: ["abcdef", "defghi", "abcd", "xyz"])
        #expect(redactor.text("1 abcdefghi 2 abcdabcd 3") == "1 *** 2 ****** 3")
        // A short one is a word of its own, or it would be found everywhere by chance.
        #expect(redactor.text("1 xyz 2 xyzxyz 3") == "1 *** 2 xyzxyz 3")
    }

    @Test("a request knows the secrets in its headers, query and address without being told")
    func derived() throws {
        let url = try #require(URL(string: "https://me:password1@h/p?apikey=query%2Fsecret&x=1"))
        let request = HTTPRequest(
            .get, url,
            headers: ["Authorization": "Bearer bearersecret", "X-API-Key": "headersecret", "Accept": "text"],
            secrets: ["pathsecret"])
        let text = request.redactor.text("password1 query/secret bearersecret headersecret pathsecret text")
        #expect(text == "*** *** *** *** *** text")
    }

    @Test("nothing prints a request's secrets")
    func printing() throws {
        let url = try #require(URL(string: "https://h/v3/pathsecret?apikey=querysecret&ids=a"))
        let request = HTTPRequest(
            .post, url, headers: ["Authorization": "Bearer headersecret"], body: Data("pathsecret".utf8),
            secrets: ["pathsecret"])
        var dumped = ""
        dump(request, to: &dumped)
        for text in ["\(request)", String(reflecting: request), dumped, "\([request])"] {
            #expect(text.contains("POST https://h/v3/***?apikey=***&ids=a"))
            #expect(!text.contains("secret"))
        }
    }

    @Test("an excerpt is one short line without control characters")
    func excerpt() {
        let redactor = Redactor(secrets: ["topsecret"])
        let body = Data("  <html>\n\u{1B}[31mtopsecret\r\n\u{202E}".utf8) + Data(repeating: 0x78, count: 500)
        let excerpt = redactor.excerpt(body)
        #expect(excerpt.hasPrefix("<html> [31m*** xxx"))
        #expect(excerpt.hasSuffix("x…"))
        #expect(excerpt.count == 160)
        #expect(redactor.excerpt(Data([0xFF, 0xFE])) == "��")
    }

    @Test("a secret cut by the end of the window leaves no piece of itself", arguments: 0..<12)
    func window(_ shift: Int) {
        let secret = "0123456789"
        let body = Data(
            (String(repeating: secret, count: 1638) + String(repeating: " ", count: shift)
                + String(repeating: secret, count: 10)).utf8)
        let text = Redactor(secrets: [secret]).excerpt(body)
        #expect(!text.contains { $0.isNumber })
    }
}

/// A small generator that gives the same numbers for the same seed.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(limit))
    }
}
