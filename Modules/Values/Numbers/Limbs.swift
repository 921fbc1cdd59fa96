/// Arithmetic of magnitudes of any size: little-endian 64-bit limbs without leading zeros; zero is the empty array.
enum Limbs {
    static func compare(_ left: [UInt], _ right: [UInt]) -> Int {
        if left.count != right.count { return left.count < right.count ? -1 : 1 }
        for i in left.indices.reversed() where left[i] != right[i] { return left[i] < right[i] ? -1 : 1 }
        return 0
    }

    static func sum(_ left: [UInt], _ right: [UInt]) -> [UInt] {
        let (long, short) = left.count >= right.count ? (left, right) : (right, left)
        var sum = long
        var carry: UInt = 0
        for i in long.indices {
            let (partial, overflow1) = long[i].addingReportingOverflow(i < short.count ? short[i] : 0)
            let (total, overflow2) = partial.addingReportingOverflow(carry)
            sum[i] = total
            carry = (overflow1 ? 1 : 0) + (overflow2 ? 1 : 0)
        }
        if carry > 0 { sum.append(carry) }
        return sum
    }

    /// The left magnitude is not smaller than the right one.
    static func difference(_ left: [UInt], _ right: [UInt]) -> [UInt] {
        var difference = left
        var borrow: UInt = 0
        for i in left.indices {
            let (partial, overflow1) = left[i].subtractingReportingOverflow(i < right.count ? right[i] : 0)
            let (total, overflow2) = partial.subtractingReportingOverflow(borrow)
            difference[i] = total
            borrow = (overflow1 ? 1 : 0) + (overflow2 ? 1 : 0)
        }
        return difference
    }

    static func product(_ left: [UInt], _ right: [UInt]) -> [UInt] {
        var product = [UInt](repeating: 0, count: left.count + right.count)
        for i in left.indices {
            var carry: UInt = 0
            for j in right.indices {
                let (high, low) = left[i].multipliedFullWidth(by: right[j])
                let (sum, overflow1) = product[i + j].addingReportingOverflow(low)
                let (total, overflow2) = sum.addingReportingOverflow(carry)
                product[i + j] = total
                carry = high &+ (overflow1 ? 1 : 0) &+ (overflow2 ? 1 : 0)
            }
            product[i + right.count] = carry
        }
        return product
    }

    static func multiply(_ limbs: inout [UInt], by factor: UInt, adding addend: UInt) {
        var carry = addend
        for i in limbs.indices {
            let (high, low) = limbs[i].multipliedFullWidth(by: factor)
            let (sum, overflow) = low.addingReportingOverflow(carry)
            limbs[i] = sum
            carry = high &+ (overflow ? 1 : 0)
        }
        if carry > 0 { limbs.append(carry) }
    }

    static func divide(_ limbs: inout [UInt], by divisor: UInt) -> UInt {
        var remainder: UInt = 0
        for i in limbs.indices.reversed() {
            (limbs[i], remainder) = divisor.dividingFullWidth((remainder, limbs[i]))
        }
        while limbs.last == 0 { limbs.removeLast() }
        return remainder
    }

    /// Schoolbook long division (Knuth, The Art of Computer Programming, vol. 2, 4.3.1, algorithm D).
    static func divide(_ left: [UInt], _ right: [UInt]) -> (quotient: [UInt], remainder: [UInt]) {
        if compare(left, right) < 0 { return ([], left) }
        if right.count == 1 {
            var quotient = left
            let remainder = divide(&quotient, by: right[0])
            return (quotient, remainder == 0 ? [] : [remainder])
        }
        let shift = right[right.count - 1].leadingZeroBitCount
        let divisor = shiftedLeft(right, by: shift)
        var rest = shiftedLeft(left, by: shift)
        rest.append(contentsOf: repeatElement(0, count: left.count + 1 - rest.count))
        let n = right.count
        let top = divisor[n - 1]
        var quotient = [UInt](repeating: 0, count: rest.count - n)
        for j in quotient.indices.reversed() {
            var (estimate, partial): (UInt, UInt)
            var partialOverflowed = false
            if rest[j + n] >= top {
                estimate = .max
                (partial, partialOverflowed) = rest[j + n - 1].addingReportingOverflow(top)
            } else {
                (estimate, partial) = top.dividingFullWidth((rest[j + n], rest[j + n - 1]))
            }
            while !partialOverflowed {
                let (high, low) = estimate.multipliedFullWidth(by: divisor[n - 2])
                guard high > partial || (high == partial && low > rest[j + n - 2]) else { break }
                estimate -= 1
                (partial, partialOverflowed) = partial.addingReportingOverflow(top)
            }
            if subtract(divisor, times: estimate, from: &rest, at: j) {
                estimate -= 1
                add(divisor, to: &rest, at: j)
            }
            quotient[j] = estimate
        }
        while quotient.last == 0 { quotient.removeLast() }
        var remainder = shiftedRight(Array(rest[0..<n]), by: shift)
        while remainder.last == 0 { remainder.removeLast() }
        return (quotient, remainder)
    }

    /// Returns whether the difference went below zero.
    private static func subtract(_ divisor: [UInt], times factor: UInt, from rest: inout [UInt], at offset: Int) -> Bool
    {
        var carry: UInt = 0
        var borrow: UInt = 0
        for i in 0...divisor.count {
            let (high, low) = i < divisor.count ? divisor[i].multipliedFullWidth(by: factor) : (0, 0)
            let (product, overflow) = low.addingReportingOverflow(carry)
            carry = high &+ (overflow ? 1 : 0)
            let (partial, overflow1) = rest[offset + i].subtractingReportingOverflow(product)
            let (total, overflow2) = partial.subtractingReportingOverflow(borrow)
            rest[offset + i] = total
            borrow = (overflow1 ? 1 : 0) + (overflow2 ? 1 : 0)
        }
        return borrow > 0
    }

    private static func add(_ divisor: [UInt], to rest: inout [UInt], at offset: Int) {
        var carry: UInt = 0
        for i in 0...divisor.count {
            let (partial, overflow1) = rest[offset + i].addingReportingOverflow(i < divisor.count ? divisor[i] : 0)
            let (total, overflow2) = partial.addingReportingOverflow(carry)
            rest[offset + i] = total
            carry = (overflow1 ? 1 : 0) + (overflow2 ? 1 : 0)
        }
    }

    private static func shiftedLeft(_ limbs: [UInt], by shift: Int) -> [UInt] {
        guard shift > 0 else { return limbs }
        var result: [UInt] = []
        result.reserveCapacity(limbs.count + 1)
        var carry: UInt = 0
        for limb in limbs {
            result.append(limb << shift | carry)
            carry = limb >> (64 - shift)
        }
        if carry > 0 { result.append(carry) }
        return result
    }

    private static func shiftedRight(_ limbs: [UInt], by shift: Int) -> [UInt] {
        guard shift > 0 else { return limbs }
        return limbs.indices.map { i in
            limbs[i] >> shift | (i + 1 < limbs.count ? limbs[i + 1] << (64 - shift) : 0)
        }
    }
}
