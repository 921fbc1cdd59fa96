import FileFormats
import Models

import struct Foundation.Date
import struct Foundation.UUID

extension [ImportedTrade] {
    /// The rows in the order in which they act: by day, on a day by their times where all of its rows have one, else as they stand in
    /// the file, which may run backwards (P1).
    ///
    /// - Parameter refuse: is handed rows with a time that is none.
    func inOrder(refuse: (ImportedTrade, PortfolioError) -> Void) -> [ImportedTrade] {
        // Tables of several securities or accounts begin anew with each, so single steps count, not the ends.
        let steps = zip(self, dropFirst()).map { ($0.day, $1.day) }
        let isBackwards = steps.count { $0.0 > $0.1 } > steps.count { $0.0 < $0.1 }
        var times: [Int: Int] = [:]
        for (index, row) in enumerated() {
            guard let text = row.time else { continue }
            let instant = InstantText.written(text).map { Int($0.timeIntervalSince1970) }
            if let seconds = instant ?? TimeText.seconds(text) {
                times[index] = seconds
            } else {
                refuse(row, .unreadableTime(text))
            }
        }
        let timed = Dictionary(grouping: indices) { self[$0].day }.mapValues { day in
            day.allSatisfy { times[$0] != nil }
        }
        return indices.sorted { left, right in
            let (a, b) = (self[left], self[right])
            if a.day != b.day { return a.day < b.day }
            if timed[a.day] ?? false, let first = times[left], let second = times[right], first != second {
                return first < second
            }
            return isBackwards ? left > right : left < right
        }.map { self[$0] }
    }
}

/// Instants of entry for rows of a file: they end at the instant of the import, so that what is entered next comes after all of them,
/// and begin after what was entered of the same day before.
struct EntryInstants {
    private let now: Date
    private var newest: [CalendarDay: Date] = [:]

    init(after transactions: [PortfolioTransaction], _ now: Date) {
        self.now = now
        for transaction in transactions {
            newest[transaction.day] = max(newest[transaction.day] ?? transaction.entered, transaction.entered)
        }
    }

    /// The instant of a row.
    ///
    /// - Parameters:
    ///   - position: its place among those of its day, from 0.
    ///   - count: how many there are of its day.
    func instant(_ day: CalendarDay, _ position: Int, of count: Int) -> Date {
        let start = now.addingTimeInterval(-Double(count - 1) / 1000)
        let first = newest[day].map { max(start, $0.addingTimeInterval(0.001)) } ?? start
        return first.addingTimeInterval(Double(position) / 1000)
    }
}
