import Presentation

extension Page {
    /// A setting as it is used.
    public struct Setting: Sendable {
        let key: String
        let value: String
        let origin: String
        let summary: String

        /// A setting; the value of a secret is masked already.
        public init(_ key: String, value: String, origin: String, summary: String) {
            (self.key, self.value, self.origin, self.summary) = (key, value, origin, summary)
        }
    }

    /// Every setting with its value and where it comes from. Values are left out with the amounts, as some lead to accounts.
    ///
    /// - Parameter file: the path of the settings file.
    public static func settings(_ settings: [Setting], file: String, _ style: PageStyle) -> Page {
        var table = DataTable("Settings", [.text("Setting"), .text("Value"), .text("From"), .text("What it means")])
        for setting in settings {
            table.add([
                HTML("code", text: setting.key), .name(style.hidesAmounts ? "…" : setting.value), .text(setting.origin),
                .text(setting.summary),
            ])
        }
        return Page(
            "Settings", in: nil,
            [
                HTML("h1", text: "Settings"),
                HTML(
                    "p", [],
                    [
                        .text("They are read from options, the environment and "),
                        HTML("code", text: style.hidesAmounts ? "the settings file" : file),
                        .text(" when the program is started. Keys and passwords are never shown."),
                    ]), table.html,
            ])
    }
}
