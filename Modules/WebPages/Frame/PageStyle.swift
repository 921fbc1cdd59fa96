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
    /// The zone that times are told in.
    public let zone: TimeZone
    /// The day of the figures, from which ages are counted.
    public let today: CalendarDay
    /// What the address chooses for everything on the page, by name: forms send it along.
    public let choices: [String: String]
    /// What forms that write send along; nil where nothing can be written.
    public let writing: FormToken?
    /// The fields of the form that is answered, as they were typed.
    public let typed: [String: String]

    /// A style.
    public init(
        _ numbers: NumberFormat, hidesAmounts: Bool, zone: TimeZone, today: CalendarDay,
        choices: [String: String] = [:], writing: FormToken? = nil, typed: [String: String] = [:]
    ) {
        self.numbers = numbers
        self.hidesAmounts = hidesAmounts
        self.zone = zone
        self.today = today
        self.choices = choices
        self.writing = writing
        self.typed = typed
    }

    /// The same with forms that write, for figures of a day.
    public func writing(_ writing: FormToken?, today: CalendarDay? = nil) -> PageStyle {
        PageStyle(
            numbers, hidesAmounts: hidesAmounts, zone: zone, today: today ?? self.today, choices: choices,
            writing: writing, typed: typed)
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

    /// What went wrong, as this reader may see it: where amounts are left out, those in it are, too.
    public func message(_ text: String) -> String {
        hidesAmounts ? text.replacing(#/[0-9][0-9.,]*(?= [A-Z])/#, with: TextStyle.hidden) : text
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

    /// An instant, to the minute.
    public func time(_ instant: Date) -> HTML {
        let seconds = zone.secondsFromGMT(for: instant)
        let text = instant.text(in: zone)
        let clock = text.split(separator: " ").dropFirst().first.map { String($0.prefix(5)) } ?? ""
        return HTML(
            "time", [.init("datetime", text)],
            text: "\(numbers.text(CalendarDay(utc: instant, secondsFromUTC: seconds))) \(clock)")
    }
}
