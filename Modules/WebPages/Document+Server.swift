public import Presentation
public import Values

public import struct Foundation.Date

extension Document {
    private static let serverShape = DocumentShape<String>(
        "server", "Where the dashboard is, with what lets one browser in.", main: "url", Shape(.value("url", { $0 })))

    /// A file that was uploaded.
    public struct UploadFields: Sendable {
        let (id, name): (String, String)
        let size: Int
        let expires: Date

        /// The fields of an upload: its id, the name that it came with, its size in bytes, and the instant of its deletion.
        public init(id: String, name: String, size: Int, expires: Date) {
            (self.id, self.name, self.size, self.expires) = (id, name, size, expires)
        }
    }

    private static let uploadShape = DocumentShape<UploadFields>(
        "upload", "A file that was uploaded, kept for an hour for whoever sent it.", main: "upload",
        Shape(
            .object(
                "upload",
                Shape<UploadFields>(
                    .value("id", { $0.id }), .value("name", { $0.name }), .value("size", { $0.size }),
                    .value("expires", { $0.expires })), { $0 })))

    private static let searchShape = DocumentShape<(found: [Page.Found], count: Int)>(
        "search", "Things by a part of their name or their note, the most alike first.", main: "things",
        Shape(
            .list(
                "things",
                Shape<Page.Found>(
                    .value("title", \.title), .value("kind", \.kind),
                    .value("path", \.path, note: "The address of its page."),
                    .value("owner", \.owner, note: "The name of its owner, as the asset of a transaction."),
                    .value("day", \.day, note: "The day that it is of. Things of a day come last, the newest first.")),
                \.found),
            .value("count", \.count, note: "The number of all things that were found.")))

    /// The descriptions of the documents about the dashboard itself.
    public static let ofPages = [serverShape.description, uploadShape.description, searchShape.description]

    /// The things that a search found, of which the first are named.
    package init(found: [Page.Found], asOf day: CalendarDay) {
        self.init(
            Self.searchShape, (found: Array(found.prefix(Page.mostFound)), count: found.count), asOf: day)
    }

    /// A file that was uploaded.
    public init(upload: UploadFields, asOf day: CalendarDay) { self.init(Self.uploadShape, upload, asOf: day) }

    /// Where the dashboard is.
    ///
    /// - Parameter url: the address that lets one browser in, once.
    public init(server url: String, asOf day: CalendarDay) { self.init(Self.serverShape, url, asOf: day) }
}
