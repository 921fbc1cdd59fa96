extension Array {
    /// The first elements in an order; those that are equal in it stay as they are. The others are not sorted, nor is any element
    /// moved: of ten thousand large values of which a page shows twelve, that would be most of the time.
    public func least(_ count: Int, by precedes: (Element, Element) -> Bool) -> [Element] {
        places(count, precedes).map { self[$0] }
    }

    /// The same, and all others as they stand.
    public func parted(
        _ count: Int, by precedes: (Element, Element) -> Bool
    ) -> (least: [Element], rest: [Element]) {
        let found = places(count, precedes)
        let chosen = Set(found)
        return (found.map { self[$0] }, indices.filter { !chosen.contains($0) }.map { self[$0] })
    }

    private func places(_ count: Int, _ precedes: (Element, Element) -> Bool) -> [Int] {
        var found: [Int] = []
        guard count > 0 else { return found }
        for index in indices {
            if found.count == count {
                guard let last = found.last, precedes(self[index], self[last]) else { continue }
                found.removeLast()
            }
            let place = found.lastIndex { !precedes(self[index], self[$0]) }.map { $0 + 1 } ?? 0
            found.insert(index, at: place)
        }
        return found
    }
}
