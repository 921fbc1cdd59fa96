import Foundation
import TestSupport
import Testing
import Values

/// Random identifiers without a file of the system.
struct RandomIDTests {
    @Test func `are of version 4, and no two are the same`() {
        let ids = (0..<5000).map { _ in UUID.random() }
        #expect(Set(ids).count == ids.count)
        for id in ids {
            let text = Array(id.uuidString)
            #expect(text[14] == "4" && "89AB".contains(text[19]))
        }
    }

    @Test func `are the same from the same generator, in every other bit`() {
        var (first, second) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7))
        #expect(UUID.random(from: &first) == UUID.random(from: &second))
        // Every other bit comes to be both.
        var (ones, zeros) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 16))
        for _ in 0..<200 {
            withUnsafeBytes(of: UUID.random(from: &first).uuid) { bytes in
                for (place, byte) in bytes.enumerated() {
                    ones[place] |= byte
                    zeros[place] |= ~byte
                }
            }
        }
        for place in 0..<16 {
            let free: UInt8 = place == 6 ? 0x0F : place == 8 ? 0x3F : 0xFF
            #expect(ones[place] & free == free && zeros[place] & free == free, "byte \(place)")
        }
    }
}
