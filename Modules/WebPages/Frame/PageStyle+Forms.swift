extension PageStyle {
    /// The reason why a page has no forms that write.
    public var notWritten: HTML {
        .paragraph(
            choices["as-of"] == nil
                ? "You may look at everything here, and change nothing."
                : "Nothing is written from a page of another day.")
    }

    /// A form that sends a file and writes nothing; a sentence instead where the reader may not write.
    ///
    /// - Parameters:
    ///   - path: the address that it is sent to.
    ///   - send: the text of the button.
    public func fileForm(_ path: String, _ inputs: [HTML], send: String) -> HTML {
        guard let writing = writing else { return notWritten }
        return HTML(
            "form",
            [
                .class("fields"), .init("method", "post"), .init("action", path),
                .init("enctype", "multipart/form-data"),
            ],
            // Fields come before the file.
            writing.fields + kept + inputs + [
                HTML("div", [.class("actions")], [HTML("button", [.class("primary")], text: send)])
            ])
    }

    /// A form that writes when its button is pressed; a sentence instead where the reader may not write.
    ///
    /// - Parameters:
    ///   - path: the address that it is sent to.
    ///   - save: the text of the button.
    public func form(_ path: String, _ inputs: [HTML], save: String) -> HTML {
        guard let writing = writing else { return notWritten }
        return HTML(
            "form",
            [.class("fields"), .init("method", "post"), .init("action", path), .init("data-keeps-input")],
            writing.fields + kept + inputs + [
                HTML("div", [.class("actions")], [HTML("button", [.class("primary")], text: save)])
            ])
    }
}
