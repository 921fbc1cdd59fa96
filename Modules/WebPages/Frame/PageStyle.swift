public import Presentation
public import Values

public import struct Foundation.Date
public import struct Foundation.TimeZone

/// How figures are shown on the pages of one reader.
public struct PageStyle: Sendable {
    /// How numbers and days are written.
    public let numbers: NumberFormat
    /// Whether amounts are left out. Not hidden by a style: they are not in the page at all.
    public let hidesAmounts: Bool
    /// The zone that times are shown in.
    public let zone: TimeZone
    /// The day of the figures, from which ages are counted.
    public private(set) var today: CalendarDay
    /// What the address chooses for everything on the page, by name: forms send it along.
    public let choices: [String: String]
    /// What forms that write send along; nil where nothing can be written.
    public private(set) var writing: FormToken?
    /// The fields of the form that is answered, as they were typed.
    public let typed: [String: String]
    /// The instant at which the page is made, from which the minutes since a change are counted; nil where they are not.
    package let now: Date?
    /// The address of the page, to which small forms come back.
    package let place: String
    /// The sentences of domains for their changes.
    let sentences: [ChangeSentence]
    /// The words of pages for remedies.
    let remedies: RemedyWords
    /// The paths of the pages that sentences can name, by title.
    let pages: [String: String]

    /// A style.
    public init(
        _ numbers: NumberFormat, hidesAmounts: Bool, zone: TimeZone, today: CalendarDay,
        choices: [String: String] = [:], writing: FormToken? = nil, typed: [String: String] = [:], now: Date? = nil,
        place: String = "/", sentences: [ChangeSentence] = [], remedies: RemedyWords = RemedyWords(),
        pages: [String: String] = [:]
    ) {
        self.numbers = numbers
        self.hidesAmounts = hidesAmounts
        self.zone = zone
        self.today = today
        self.choices = choices
        self.writing = writing
        self.typed = typed
        self.now = now
        self.place = place
        self.sentences = sentences
        self.remedies = remedies
        self.pages = pages
    }

    /// The same with forms that write, for figures of a day.
    public func writing(_ writing: FormToken?, today: CalendarDay? = nil) -> PageStyle {
        var style = self
        (style.writing, style.today) = (writing, today ?? self.today)
        return style
    }

    /// A number as a field shows it: as it was typed, where it comes back, else in the reader's form.
    ///
    /// - Parameter value: its canonical form, or a text that is no number.
    public func fieldText(_ name: String, _ value: String) -> String {
        guard let text = typed[name] else { return numbers.plain(value) }
        switch numbers.read(text) {
        case .text(value): return text
        case .grouped where text == value: return text
        default: return numbers.plain(value)
        }
    }

    /// What every form of a page begins with.
    public var kept: [HTML] { choices.sorted { $0.key < $1.key }.map { .hidden($0.key, $0.value) } }

    /// The same for sentences and pictures.
    public var text: TextStyle { TextStyle(numbers, hidesAmounts: hidesAmounts) }

    /// An amount with the words of its bound before it, its canonical value beside what is shown.
    ///
    /// - Parameter live: the name under which it is brought up to date while the page is open; once for each page.
    public func amount(_ amount: Money, _ bound: Bound? = nil, live: String? = nil) -> HTML {
        let shown: HTML
        if hidesAmounts {
            shown = HTML("span", [.class("amount hidden-amount")], text: TextStyle.hidden)
        } else {
            shown = HTML("data", [.class("amount"), .init("value", amount.amountText)], text: numbers.text(amount))
        }
        let whole =
            bound.map { HTML.group([HTML("span", [.class("bound")], text: $0.words), .text(" "), shown]) } ?? shown
        guard let live else { return whole }
        return HTML("span", [.init("data-live-id", live)], [whole])
    }

    /// An amount that may not be known.
    public func amount(_ amount: Money?, _ bound: Bound? = nil, live: String? = nil) -> HTML {
        amount.map { self.amount($0, bound, live: live) } ?? HTML("span", [.class("bound")], text: "not known")
    }

    /// A day.
    public func day(_ day: CalendarDay) -> HTML {
        HTML("time", [.init("datetime", day.description)], text: numbers.text(day))
    }

    /// A day that may not be known, or never come.
    public func day(_ day: CalendarDay?, or word: String) -> HTML { day.map { self.day($0) } ?? .text(word) }

    /// The time since an instant, while that says more than its day: "2 min ago".
    package func age(_ instant: Date) -> HTML {
        guard let now, case let minutes = Int(now.timeIntervalSince(instant)) / 60, 0..<60 ~= minutes else {
            return time(instant)
        }
        return HTML(
            "time", [.init("datetime", instant.text(in: zone))], text: minutes == 0 ? "just now" : "\(minutes) min ago")
    }

    /// An instant, to the minute.
    public func time(_ instant: Date) -> HTML {
        HTML("time", [.init("datetime", instant.text(in: zone))], text: clock(instant))
    }

    /// An instant, to the minute, as text.
    package func clock(_ instant: Date) -> String {
        let seconds = zone.secondsFromGMT(for: instant)
        let clock = instant.text(in: zone).split(separator: " ").dropFirst().first.map { String($0.prefix(5)) } ?? ""
        return "\(numbers.text(CalendarDay(utc: instant, secondsFromUTC: seconds))) \(clock)"
    }
}
