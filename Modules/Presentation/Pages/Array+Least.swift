extension Array {
    /// The first elements in an order; those that are equal in it stay as they are. The others are not sorted, nor is any element
    /// moved: of ten thousand large values of which a page shows twelve, that would be most of the time.
    public func least(_ count: Int, by precedes: (Element, Element) -> Bool) -> [Element] {
        parted(count, by: precedes).least
    }

    /// The same, and all others as they stand.
    public func parted(_ count: Int, by precedes: (Element, Element) -> Bool) -> (least: [Element], rest: [Element]) {
        var found: [Int] = []
        guard count > 0 else { return ([], self) }
        for index in indices {
            if found.count == count {
                guard let last = found.last, precedes(self[index], self[last]) else { continue }
                found.removeLast()
            }
            let place = found.lastIndex { !precedes(self[index], self[$0]) }.map { $0 + 1 } ?? 0
            found.insert(index, at: place)
        }
        let chosen = Set(found)
        return (found.map { self[$0] }, indices.filter { !chosen.contains($0) }.map { self[$0] })
    }
}
