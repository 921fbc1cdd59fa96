import Foundation

extension HTTPRequest {
    /// Tells requests apart without saying anything about them: two for the same thing with different keys differ.
    var fingerprint: String {
        let fields = headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        return Checksum.text(Data("\(method.rawValue) \(url.absoluteString)\n\(fields)".utf8), body ?? Data())
    }
}
