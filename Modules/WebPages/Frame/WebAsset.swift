import Presentation

/// A file that pages need. All of them are part of the program; their names change with their contents, so that a browser
/// may keep them.
public struct WebAsset: Sendable {
    /// Its address.
    public let path: String
    /// What it is, as HTTP has it.
    public let mediaType: String
    /// What is in it.
    public let bytes: [UInt8]

    private init(_ name: String, _ mediaType: String, _ bytes: [UInt8]) {
        self.mediaType = mediaType
        self.bytes = bytes
        path = "/files/\(Self.fingerprint(bytes)).\(name)"
    }

    /// Tells versions apart (FNV-1a, 64 bits); nothing is kept secret by it.
    private static func fingerprint(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return String(hash, radix: 16)
    }

    /// How pages look.
    public static let style = WebAsset("css", "text/css; charset=utf-8", PackageResources.style_css)
    /// What pages do by themselves.
    public static let script = WebAsset("js", "text/javascript; charset=utf-8", PackageResources.app_js)
    /// The sign in the title of the window.
    public static let icon = WebAsset(
        "svg", "image/svg+xml",
        Array(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#0a6659"/>\
            <path d="M8 8V1a7 7 0 0 1 7 7z" fill="#d9eee8"/></svg>
            """.utf8))
    /// The script for conveniences: charts under the pointer, sliders and copies.
    public static let extras = WebAsset("js", "text/javascript; charset=utf-8", PackageResources.extras_js)
    /// The sign as a picture: round with nothing around it, for whole tiles, and for the start screens of phones.
    static let roundIcon = WebAsset("png", "image/png", PackageResources.icon_192_png)
    static let wholeIcon = WebAsset("png", "image/png", PackageResources.icon_512_png)
    static let touchIcon = WebAsset("png", "image/png", PackageResources.touch_180_png)

    /// All of them.
    public static let all = [style, script, extras, icon, roundIcon, wholeIcon, touchIcon]

    /// The script that keeps copies of pages. Its address stays the same, as browsers look there for a newer one.
    package static let worker = PackageResources.worker_js

    /// The colours of the ground, for what a browser draws around a page.
    static let grounds: [(Frame.Reader.Theme, String)] = [(.light, "#f5f3ee"), (.dark, "#121518")]

    /// The manifest by which browsers install the program.
    ///
    /// - Parameters:
    ///   - name: the title of the program.
    ///   - base: the path before all paths.
    package static func manifest(_ name: String, base: String) -> String {
        func icon(_ asset: WebAsset, _ sizes: JSONValue, _ purpose: JSONValue) -> JSONValue {
            [
                "src": .string(base + asset.path), "type": .string(asset.mediaType), "sizes": sizes,
                "purpose": purpose,
            ]
        }
        let (name, start) = (JSONValue.string(name), JSONValue.string("\(base)/"))
        let ground = JSONValue.string(grounds[0].1)
        let manifest: JSONValue = [
            "name": name, "short_name": name, "id": start, "start_url": start, "scope": start,
            "display": "standalone", "background_color": ground, "theme_color": ground,
            "icons": [
                icon(.icon, "any", "any"), icon(.roundIcon, "192x192", "any"), icon(.wholeIcon, "512x512", "any"),
                icon(.wholeIcon, "512x512", "maskable"),
            ],
        ]
        return manifest.text
    }
}
