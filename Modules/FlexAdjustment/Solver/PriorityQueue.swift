/// A binary heap of vessels: the one with the smallest priority is first.
struct PriorityQueue {
    struct Entry {
        let vessel: Int
        let goal: Int
        var priority: Fraction
    }

    private var entries: [Entry]
    private let precedesInTies: (Int, Int) -> Bool

    init(_ entries: [Entry], ties precedes: @escaping (Int, Int) -> Bool) {
        self.entries = entries
        precedesInTies = precedes
        for index in (0..<entries.count / 2).reversed() { sink(index) }
    }

    var first: Entry? { entries.first }

    /// Gives the first entry another priority; without one it is removed.
    mutating func replaceFirst(with priority: Fraction?) {
        if let priority {
            entries[0].priority = priority
        } else {
            entries.swapAt(0, entries.count - 1)
            entries.removeLast()
        }
        sink(0)
    }

    private mutating func sink(_ start: Int) {
        var parent = start
        while true {
            var best = parent
            for child in (2 * parent + 1)..<(2 * parent + 3) where child < entries.count {
                if precedes(entries[child], entries[best]) { best = child }
            }
            if best == parent { return }
            entries.swapAt(parent, best)
            parent = best
        }
    }

    private func precedes(_ left: Entry, _ right: Entry) -> Bool {
        let order = Fraction.compare(left.priority, right.priority)
        return order == 0 ? precedesInTies(left.goal, right.goal) : order < 0
    }
}
