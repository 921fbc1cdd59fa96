#if SQLite
    import Models

    import struct Foundation.Date

    /// Instants as ISO 8601 text in UTC with milliseconds: "2026-05-20T08:15:30.250Z".
    enum InstantText {
        struct Malformed: Error {}

        private static let day = 86_400_000

        static func text(_ instant: Date) -> String {
            let milliseconds = Int((instant.timeIntervalSince1970 * 1000).rounded())
            let (dayNumber, rest) = milliseconds.flooredQuotientAndRemainder(by: day)
            let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1000)
            let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
            return "\(CalendarDay(dayNumber: dayNumber))T\(clock).\(padded(fraction, 3))Z"
        }

        static func instant(_ text: String) throws(Malformed) -> Date {
            let parts = text.split(separator: "T", omittingEmptySubsequences: false)
            guard parts.count == 2, let date = try? CalendarDay(String(parts[0])), parts[1].last == "Z",
                case let clock = parts[1].dropLast().split(
                    omittingEmptySubsequences: false, whereSeparator: { ":.".contains($0) }),
                clock.map(\.count) == [2, 2, 2, 3]
            else { throw Malformed() }
            let numbers = clock.compactMap { Int($0) }
            guard numbers.count == 4 else { throw Malformed() }
            let seconds = numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
            return Date(timeIntervalSince1970: Double(date.dayNumber * day + seconds * 1000 + numbers[3]) / 1000)
        }

        private static func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
    }

    extension Int {
        fileprivate func flooredQuotientAndRemainder(by divisor: Int) -> (Int, Int) {
            let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
            return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
        }
    }
#endif
