/// Small pictures of one hand, drawn with the colour of the text beside them. What stands beside them says the same in words.
enum Icon {
    /// The picture for a sign; the sign itself where there is none.
    static func html(_ sign: String) -> HTML {
        guard let path = paths[sign] else { return .text(sign) }
        return HTML(
            "svg", [.class("icon"), .init("viewBox", "0 0 24 24"), .init("aria-hidden", "true")],
            [HTML("path", [.init("d", path)])])
    }

    private static let paths = [
        // A house, a flag, a wallet, a calendar sheet, three sliders, a wave, a circle with a part that is filled.
        "⌂": "M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6",
        "⚑": "M6 21V4M6 4.5h11l-2.5 4 2.5 4H6",
        "▭": "M4 7.5h16v12H4zV6a1.5 1.5 0 0 1 1.5-1.5H17M16 13.5h.5",
        "▦": "M5 6h14v14H5zM5 10.5h14M9 3.5V8M15 3.5V8M9 14.5h.5M14.5 14.5h.5",
        "≡": "M4 7h8M16 7h4M4 12h3M11 12h9M4 17h10M18 17h2M14 5v4M9 10v4M16 15v4",
        "∿": "M3 13h4l2.5-7 4.5 13 2.5-6H21",
        "◔": "M12 3.5a8.5 8.5 0 1 0 8.5 8.5M12 3.5V12h8.5A8.5 8.5 0 0 0 12 3.5z",
    ]
}
