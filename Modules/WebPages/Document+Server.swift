public import Presentation
public import Values

extension Document {
    private static let serverShape = DocumentShape<String>(
        "server", "Where the dashboard is, with what lets one browser in.", main: "url", Shape(.value("url", { $0 })))

    /// What is published of the documents about the dashboard itself.
    public static let ofPages = [serverShape.description]

    /// Where the dashboard is.
    ///
    /// - Parameter url: the address that lets one browser in, once.
    public init(server url: String, asOf day: CalendarDay) { self.init(Self.serverShape, url, asOf: day) }
}
