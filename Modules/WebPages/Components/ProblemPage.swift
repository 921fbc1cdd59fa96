extension Page {
    /// Why something could not be shown, in the frame of every page.
    ///
    /// - Parameters:
    ///   - message: what is wrong, with the value that was wrong.
    ///   - advice: what to do; nil when the message says it.
    ///   - links: where to go on.
    public static func problem(
        _ title: String, status: Int, message: [HTML], advice: HTML?, links: [HTML] = [.link("Overview", to: "/")]
    ) -> Page {
        Page(
            title, in: nil,
            [
                HTML(
                    "section", [.class("error-page")],
                    [HTML("h1", text: title)] + (message + [advice].compactMap(\.self)).map { HTML("p", [], [$0]) }
                        + [HTML("p", [.class("hint")], text: "Status \(status)")]
                        + [HTML("p", [], links)])
            ])
    }
}
