/// A page of a long list.
public struct ListPage: Sendable {
    /// The places in the list that the page shows.
    public let places: Range<Int>
    private let number: Int
    private let last: Int

    /// A page of a list; one beyond its end is the last.
    ///
    /// - Parameters:
    ///   - number: from 1 on.
    ///   - count: how many entries the list has.
    ///   - size: how many a page has.
    public init(_ number: Int, of count: Int, size: Int) {
        last = max(1, (count + size - 1) / size)
        self.number = min(max(number, 1), last)
        let start = (self.number - 1) * size
        places = start..<min(start + size, count)
    }

    /// Links to the pages beside it; nothing where there is only one.
    ///
    /// - Parameter path: the address of a page.
    public func pager(_ path: (Int) -> String) -> HTML {
        guard last > 1 else { return .nothing }
        return HTML(
            "nav", [.class("pager"), .init("aria-label", "Pages of the list")],
            (number > 1 ? [.link("Previous", to: path(number - 1))] : [])
                + [HTML("span", text: " Page \(number) of \(last) ")]
                + (number < last ? [.link("Next", to: path(number + 1))] : []))
    }
}
