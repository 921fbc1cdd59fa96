package import Foundation
package import Models

// Short forms for tests. They throw where the text is wrong, which fails the test that wrote it.

package func currency(_ code: String) throws -> Currency { try Currency(code: code) }

/// `12.50 USD`.
package func money(_ text: String) throws -> Money {
    let parts = text.split(separator: " ")
    return try Money(String(parts[0]), Currency(code: String(parts[1])))
}

package func day(_ text: String) throws -> CalendarDay { try CalendarDay(text) }

package func ratio(_ text: String) throws -> Ratio { try Ratio(decimal: text) }

/// A call at the first instant of a day, or some seconds after 1970 for the same day.
package func call(_ today: CalendarDay, at seconds: Int = 0) -> Call {
    Call(
        now: Date(timeIntervalSince1970: Double(seconds)), today: today, program: "test", command: "test")
}

package func call(_ today: String, at seconds: Int = 0) throws -> Call { call(try day(today), at: seconds) }

/// A call where its instant and day play no part.
package let anyCall = call(CalendarDay(dayNumber: 0))

/// A goal that is valid unless the test makes it otherwise.
package func goal(
    _ name: String = "Car", target: String = "12000 USD", start: String = "2024-01-01",
    deadline: String = "2024-12-31", id: UUID = UUID(), lifecycle: Goal.Lifecycle = .active
) throws -> Goal {
    Goal(
        id: id, name: name, target: try money(target), start: try day(start), deadline: try day(deadline),
        lifecycle: lifecycle)
}

extension SeededGenerator {
    /// A decimal number with up to `digits` digits, up to `places` of them behind the point.
    package mutating func decimal(digits: Int, places: Int) -> String {
        let whole = (0..<int(1...max(1, digits - places))).map { _ in String(int(0...9)) }.joined()
        let fraction = (0..<int(0...places)).map { _ in String(int(0...9)) }.joined()
        return (chance(1, in: 3) ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// A positive rate with a few significant digits, between a millionth and a million.
    package mutating func rate() throws -> Ratio {
        try Ratio(decimal: "\(int(1...9999))e\(int(-6...2))")
    }

    /// A day between the years 2020 and 2031.
    package mutating func day() -> CalendarDay { CalendarDay(dayNumber: int(18_262...22_644)) }
}
