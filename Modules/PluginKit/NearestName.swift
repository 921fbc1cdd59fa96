/// The candidate that a mistyped name most likely meant, or nil when none is near.
///
/// Case is ignored; an insertion, a deletion, a replacement and a swap of neighbours count one each. At most a third
/// of the longer name may differ, so that `coingeko` finds `coingecko` and `memory` does not find `sqlite`. Ties go to
/// the earlier candidate.
public func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased())
    var best: (name: String, distance: Int)?
    for candidate in candidates {
        let known = Array(candidate.lowercased())
        let allowed = max(1, max(wanted.count, known.count) / 3)
        guard abs(wanted.count - known.count) <= allowed else { continue }
        let distance = editDistance(wanted, known)
        if distance <= allowed, distance < min(wanted.count, known.count), distance < best?.distance ?? .max {
            best = (candidate, distance)
        }
    }
    return best?.name
}

/// The optimal string alignment distance: Levenshtein's, with a swap of neighbours counted once.
package func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for (row, left) in first.enumerated() {
        var current = [row + 1]
        for (column, right) in second.enumerated() {
            var cost = min(
                previous[column + 1] + 1, current[column] + 1, previous[column] + (left == right ? 0 : 1))
            if row > 0, column > 0, left == second[column - 1], first[row - 1] == right {
                cost = min(cost, beforePrevious[column - 1] + 1)
            }
            current.append(cost)
        }
        beforePrevious = previous
        previous = current
    }
    return previous[second.count]
}

/// "; did you mean `x`?" as the end of a sentence, or nothing when no candidate is near.
func suggestion(for name: String, among candidates: some Sequence<String>) -> String {
    nearestName(to: name, among: candidates).map { " Did you mean `\($0)`?" } ?? ""
}
