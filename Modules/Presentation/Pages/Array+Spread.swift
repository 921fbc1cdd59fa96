extension Array {
    /// At most so many elements, evenly chosen, with the first and the last of all.
    public func spread(_ most: Int) -> [Element] {
        guard count > most, most > 1 else { return self }
        return (0..<most).map { self[$0 * (count - 1) / (most - 1)] }
    }
}
