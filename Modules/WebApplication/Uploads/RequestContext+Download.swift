import Foundation
import HTTPTypes
import WebPages

extension RequestContext {
    /// A file that is made for this response alone, where only the server's user can read it, and then deleted.
    ///
    /// - Parameters:
    ///   - name: the name under which a browser keeps it, of letters, digits, dots and hyphens.
    ///   - type: its media type.
    ///   - make: makes it at a path, where nothing is yet. The path ends as the name does.
    /// - Throws: ``WebProblem/notKept(_:)``, what `make` throws.
    public func download(
        _ name: String, _ type: String, _ make: (String) async throws -> Void
    ) async throws -> WebResponse {
        let (upload, file) = try await app.uploads.begin(name: name, owner: principal?.key ?? "")
        try? file.close()
        let ending = name.split(separator: ".").last.map { ".\($0)" } ?? ""
        let path = upload.path + "-made" + ending
        let made: Result<Data, any Error>
        do {
            try await make(path)
            made = Result { try Data(contentsOf: URL(fileURLWithPath: path)) }
        } catch {
            made = .failure(error)
        }
        unlink(path)
        await app.uploads.delete(upload)
        var answer = WebResponse(.ok, type, Array(try made.get()))
        answer.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
        return answer
    }
}
