import Testing

@testable import Forecast

struct PhiloxTests {
    /// The known answers of Philox4x64-10 that its authors publish with Random123; numpy's generator gives the same.
    @Test(
        arguments: [
            (
                [0, 0, 0, 0], [0, 0],
                [0x1655_4d9e_ca36_314c, 0xdb20_fe9d_672d_0fdc, 0xd7e7_72ce_e186_176b, 0x7e68_b68a_ec7b_a23b]
            ),
            (
                [.max, .max, .max, .max], [.max, .max],
                [0x87b0_92c3_013f_e90b, 0x438c_3c67_be8d_0224, 0x9cc7_d7c6_9cd7_77b6, 0xa09c_aebf_594f_0ba0]
            ),
            (
                [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89],
                [0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c],
                [0xa528_f454_03e6_1d95, 0x38c7_2dbd_566e_9788, 0xa5a1_610e_72fd_18b5, 0x57bd_43b5_e52b_7fe6]
            ),
        ] as [([UInt64], [UInt64], [UInt64])])
    func `the published vectors`(counter: [UInt64], key: [UInt64], expected: [UInt64]) {
        let block = Philox.block(
            counter: (counter[0], counter[1], counter[2], counter[3]), key: (key[0], key[1]))
        #expect([block.0, block.1, block.2, block.3] == expected)
    }

    @Test func `a stream is the blocks of its counter, one after the other`() {
        var stream = Philox(seed: 7, stream: 3)
        let numbers = (0..<12).map { _ in stream.next() }
        let blocks = (0..<3).flatMap { position -> [UInt64] in
            let block = Philox.block(counter: (UInt64(position), 3, 0, 0), key: (7, 0))
            return [block.0, block.1, block.2, block.3]
        }
        #expect(numbers == blocks)
    }

    @Test func `the numbers are those of the standard normal distribution`() {
        var stream = Philox(seed: 1, stream: 0)
        let table = NormalTable.shared
        let count = 400_000
        let numbers = table.steps.withUnsafeBufferPointer { steps in
            (0..<count).map { _ in table.next(&stream, steps) }
        }
        func mean(_ power: (Double) -> Double) -> Double { numbers.reduce(0) { $0 + power($1) } / Double(count) }
        // Four standard errors each.
        #expect(abs(mean { $0 }) < 0.0064)
        #expect(abs(mean { $0 * $0 } - 1) < 0.009)
        #expect(abs(mean { $0 * $0 * $0 }) < 0.025)
        #expect(abs(mean { $0 * $0 * $0 * $0 } - 3) < 0.062)
        for (limit, share) in [
            (-3.0, 0.001349898), (-2, 0.022750132), (-1, 0.158655254), (-0.25, 0.401293674), (0, 0.5),
            (0.5, 0.691462461), (1.5, 0.933192799), (2.5, 0.993790335), (3.654, 0.999870906),
        ] {
            let found = Double(numbers.count { $0 < limit }) / Double(count)
            #expect(abs(found - share) < 4 * (share * (1 - share) / Double(count)).squareRoot(), "below \(limit)")
        }
    }
}
