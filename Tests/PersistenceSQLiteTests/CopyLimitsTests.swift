import Foundation
import Models
import StoreSamples
import Testing

@testable import PersistenceSQLite

/// How many copies are kept, and which go first.
struct CopyLimitsTests {
    private static let first = CalendarDay(dayNumber: 20_000)

    /// The ages of what is left when a copy was made on each of so many days.
    private static func ages(after count: Int, keeping limit: Int) -> [Int] {
        var days: [CalendarDay] = []
        var today = first
        for number in 0..<count {
            today = first.adding(days: number)
            days.append(today)
            if days.count > limit { days.remove(at: DailyCopies.leastMissed(of: days, on: today)) }
        }
        return days.map { $0.days(until: today) }
    }

    @Test(arguments: [
        (5, 10, [4, 3, 2, 1, 0]), (9, 1, [0]), (9, 2, [1, 0]), (9, 3, [8, 1, 0]),
    ])
    func `a few copies`(count: Int, limit: Int, left: [Int]) {
        #expect(Self.ages(after: count, keeping: limit) == left)
    }

    @Test(arguments: [30, 100, 365, 1000])
    func `distances grow with the age, so that ten copies reach back as far as there are days`(count: Int) {
        let ages = Self.ages(after: count, keeping: 10)
        #expect(ages.count == 10)
        #expect(ages.first == count - 1 && ages.suffix(2) == [1, 0])
        for (older, younger) in zip(ages, ages.dropFirst()) {
            #expect(older + 1 <= 4 * (younger + 1), "\(ages)")
        }
    }

    @Test func `copies of days to come go first`() {
        let days = [1, 2, 9, 12].map { Self.first.adding(days: $0) }
        #expect(DailyCopies.leastMissed(of: days, on: Self.first.adding(days: 3)) == 2)
    }

    @Test(arguments: [
        (0, 1), (1, 1), (64 << 20, 1), ((64 << 20) + 1, 2), (640 << 20, 10), (10 << 30, 160),
    ])
    func `a large file is copied on fewer days`(bytes: Int, days: Int) {
        #expect(CopyLimits.daysBetween(sized: bytes) == days)
    }

    @Test func `a copy is due when the newest is old enough for the size of the file`() async throws {
        try await withTemporaryFolder { folder in
            let copies = DailyCopies(of: folder + "/store.sqlite")
            #expect(copies.isDue(on: Self.first, sized: 1 << 40))
            copies.makeFolder()
            try Data().write(to: URL(fileURLWithPath: copies.path(of: Self.first)))
            for (age, size, isDue) in [
                (0, 1, false), (1, 1, true), (1, 100 << 20, false), (2, 100 << 20, true), (9, 640 << 20, false),
                (10, 640 << 20, true), (-1, 1, true),
            ] {
                #expect(copies.isDue(on: Self.first.adding(days: age), sized: size) == isDue, "\(age) \(size)")
            }
        }
    }

    @Test func `all together take no more room than is said, and the newest stays`() async throws {
        try await withTemporaryFolder { folder in
            let copies = DailyCopies(of: folder + "/store.sqlite")
            copies.makeFolder()
            for age in 0..<6 {
                let path = copies.path(of: Self.first.adding(days: -age))
                try Data(count: 1000).write(to: URL(fileURLWithPath: path))
            }
            for (bytes, count) in [(6000, 6), (5999, 5), (3500, 3), (1, 1), (0, 1)] {
                copies.prune(to: CopyLimits(count: 10, bytes: bytes), on: Self.first)
                #expect(copies.all.count == count, "\(bytes)")
                #expect(copies.all.last == copies.path(of: Self.first))
            }
        }
    }
}
