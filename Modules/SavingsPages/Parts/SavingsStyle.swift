public import Models
public import Presentation
public import WebPages

/// How the pages of one request are shown: the reader's numbers, and the day that ages are counted from.
public struct SavingsStyle: Sendable {
    /// How figures are shown.
    public let page: PageStyle
    /// The day of the figures.
    public let today: CalendarDay

    /// A style.
    public init(_ page: PageStyle, today: CalendarDay) {
        self.page = page
        self.today = today
    }

    /// The same for sentences and pictures.
    public var text: TextStyle { page.text }
    /// The same for what texts and pages say alike.
    var layout: TextLayout { TextLayout(width: nil, style: text, today: today, zone: page.zone) }
}
