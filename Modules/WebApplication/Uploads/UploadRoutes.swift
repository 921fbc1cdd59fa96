import CommandSupport
import HTTPTypes
import Presentation
import WebPages

extension WebApp {
    private static let uploadParameters = [
        Route.Parameter(
            name: "name", summary: "The name of the file, by which journals are known.", pattern: "^.{0,200}$")
    ]

    /// Files of programs, which other addresses name by their ids.
    static let uploadRoutes: [Route] = [
        Route(
            .post, "/api/v1/uploads", .owner, "Takes a file, which is the whole body, and keeps it for an hour",
            documents: ["upload"],
            parameters: uploadParameters,
            body: [], takesUpload: true
        ) { context in
            try context.check(uploadParameters)
            let upload = try context.upload
            let fields = Document.UploadFields(
                id: upload.id, name: upload.name, size: upload.size, expires: upload.expires)
            return .json(Document(upload: fields, asOf: context.app.program.today).jsonText, .created)
        }
    ]
}
