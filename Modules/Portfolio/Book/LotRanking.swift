import Models

/// The lots of a position by their cost per unit, the highest first; ties as they were acquired. A heap: lots that are used up stay in it
/// until they come first.
struct LotRanking {
    private struct Entry {
        let cost: Ratio
        let lot: Lot

        /// Whether it goes before another one.
        func precedes(_ other: Entry) -> Bool {
            cost == other.cost ? Lot.precedes(lot, other.lot) : cost > other.cost
        }
    }

    private var heap: [Entry] = []

    /// The lots whose cost is known.
    init(_ lots: some Sequence<Lot>) { for lot in lots { add(lot) } }

    /// Adds a lot; one of unknown cost is left out.
    mutating func add(_ lot: Lot) {
        guard let cost = lot.costPerUnit else { return }
        heap.append(Entry(cost: cost, lot: lot))
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// The first lot, as it was added; nil where none is left.
    var first: Lot? { heap.first?.lot }

    /// Removes the first lot.
    mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { heap[$0].precedes(heap[$1]) }), heap[least].precedes(heap[parent])
            else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
