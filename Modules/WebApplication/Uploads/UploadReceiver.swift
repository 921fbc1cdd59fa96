import Foundation
import HTTPTypes
import WebPages

/// Takes the body of a request with a file, piece by piece, and writes the file where it is kept. A request that ends before it is whole,
/// is too large or cannot be read leaves nothing.
package actor UploadReceiver {
    /// The most bytes of all fields beside the file.
    private static let mostFields = 64 * 1024
    /// The most bytes of a body beside those of the file: fields and boundaries.
    static let mostBeside = 128 * 1024

    private let folder: UploadFolder
    private let request: WebRequest
    private let owner: String
    private var reader: MultipartReader?
    private var fields: [String: [UInt8]] = [:]
    private var field: String?
    private var upload: (upload: Upload, file: FileHandle)?
    private var (allBytes, fieldBytes, fileBytes) = (0, 0, 0)

    init(_ request: WebRequest, _ folder: UploadFolder, owner: String) {
        (self.request, self.folder, self.owner) = (request, folder, owner)
        reader = request.headers[.contentType].flatMap(MultipartReader.init)
    }

    /// Takes more of the body.
    ///
    /// - Throws: ``WebProblem``.
    package func take(_ bytes: [UInt8]) async throws {
        allBytes += bytes.count
        guard allBytes <= folder.mostBytes + Self.mostBeside else { throw WebProblem.tooLarge }
        guard reader != nil else {
            // The body of a request of a program is the file.
            if upload == nil { upload = try await folder.begin(name: request.query?["name"] ?? "", owner: owner) }
            return try write(bytes[...])
        }
        var events: [MultipartReader.Event] = []
        try reader?.read(bytes) { events.append($0) }
        for event in events {
            switch event {
            case .part(let name, nil): field = name
            case .part(_, let fileName?):
                guard upload == nil else { throw WebProblem.form }
                field = nil
                upload = try await folder.begin(name: fileName, owner: owner)
            case .bytes(let bytes):
                guard let field else {
                    try write(bytes)
                    continue
                }
                fieldBytes += bytes.count
                guard fieldBytes <= Self.mostFields else { throw WebProblem.tooLarge }
                fields[field, default: []] += bytes
            }
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>) throws {
        fileBytes += bytes.count
        guard fileBytes <= folder.mostBytes else { throw WebProblem.tooLarge }
        do { try upload?.file.write(contentsOf: bytes) } catch {
            throw WebProblem.notKept(error.localizedDescription)
        }
    }

    /// The request with its file, once the body came whole.
    ///
    /// - Throws: ``WebProblem/form`` for a body that was cut.
    package func finish() async throws -> WebRequest {
        guard reader?.isComplete ?? true else { throw WebProblem.form }
        var whole = request
        whole.uploadFields = fields.mapValues { String(decoding: $0, as: UTF8.self) }
        if let upload, fileBytes > 0 {
            try? upload.file.close()
            whole.upload = await folder.complete(upload.upload, size: fileBytes)
        } else {
            // A form whose file was not chosen has an empty one.
            await discard()
        }
        return whole
    }

    /// Deletes what was received.
    package func discard() async {
        guard let upload else { return }
        try? upload.file.close()
        await folder.delete(upload.upload)
    }
}
