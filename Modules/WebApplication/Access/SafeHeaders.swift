import HTTPTypes

/// The headers of every response, errors too, that restrict browsers.
enum SafeHeaders {
    private static let fields: [(String, String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        (
            "Permissions-Policy",
            "accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()"
        ),
    ]

    /// Adds them; what an answer says about caching is left to it, else nothing of it is kept.
    static func add(to headers: inout HTTPFields) {
        for (name, value) in fields {
            guard let name = HTTPField.Name(name) else { continue }
            headers[name] = value
        }
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }
}
