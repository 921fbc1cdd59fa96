import Presentation
import TestSupport
import Testing

@Suite("The first of many")
struct LeastTests {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `they are those of a stable sort, and the rest stands as it was`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let all = (0..<Int.random(in: 0...60, using: &random)).map {
            (key: Int.random(in: 0...9, using: &random), place: $0)
        }
        let count = Int.random(in: 0...20, using: &random)
        let (least, rest) = all.parted(count) { $0.key < $1.key }
        // Sorting by both is what a stable sort by the key alone gives.
        let sorted = all.sorted { ($0.key, $0.place) < ($1.key, $1.place) }
        #expect(least.map(\.place) == sorted.prefix(count).map(\.place), "seed \(seed)")
        #expect(rest.map(\.place) == sorted.dropFirst(count).map(\.place).sorted(), "seed \(seed)")
    }
}
