/// An integer as its decimal digits, reckoned with as on paper: what fast arithmetic is checked against. It shares no idea
/// with the limbs of the real one.
package struct SlowInteger: Equatable, CustomStringConvertible {
    /// Digits 0…9, the last one first, without leading zeros; empty for 0.
    private var digits: [Int]
    package private(set) var isNegative: Bool

    private init(digits: [Int], isNegative: Bool) {
        var digits = digits
        while digits.last == 0 { digits.removeLast() }
        self.digits = digits
        self.isNegative = isNegative && !digits.isEmpty
    }

    package init(_ value: Int) {
        self.init(digits: String(value.magnitude).utf8.reversed().map { Int($0) - 48 }, isNegative: value < 0)
    }

    /// Reads `-?digits`, as `String(describing:)` of any integer gives.
    package init(text: String) {
        let isNegative = text.hasPrefix("-")
        self.init(
            digits: text.utf8.filter { $0 != 45 }.reversed().map { Int($0) - 48 }, isNegative: isNegative)
    }

    package static func powerOfTen(_ exponent: Int) -> SlowInteger {
        SlowInteger(digits: Array(repeating: 0, count: exponent) + [1], isNegative: false)
    }

    package var isZero: Bool { digits.isEmpty }
    package var isEven: Bool { (digits.first ?? 0) % 2 == 0 }
    package var digitCount: Int { digits.count }
    package var magnitude: SlowInteger { SlowInteger(digits: digits, isNegative: false) }

    package var description: String {
        isZero ? "0" : (isNegative ? "-" : "") + digits.reversed().map(String.init).joined()
    }

    package static prefix func - (value: SlowInteger) -> SlowInteger {
        SlowInteger(digits: value.digits, isNegative: !value.isNegative)
    }

    package static func + (left: SlowInteger, right: SlowInteger) -> SlowInteger {
        if left.isNegative == right.isNegative {
            return SlowInteger(digits: sum(left.digits, right.digits), isNegative: left.isNegative)
        }
        return isLess(left.digits, right.digits)
            ? SlowInteger(digits: difference(right.digits, left.digits), isNegative: right.isNegative)
            : SlowInteger(digits: difference(left.digits, right.digits), isNegative: left.isNegative)
    }

    package static func - (left: SlowInteger, right: SlowInteger) -> SlowInteger { left + -right }

    package static func * (left: SlowInteger, right: SlowInteger) -> SlowInteger {
        var columns = [Int](repeating: 0, count: left.digits.count + right.digits.count + 1)
        for (i, a) in left.digits.enumerated() {
            for (j, b) in right.digits.enumerated() { columns[i + j] += a * b }
        }
        for index in columns.indices.dropLast() {
            columns[index + 1] += columns[index] / 10
            columns[index] %= 10
        }
        return SlowInteger(digits: columns, isNegative: left.isNegative != right.isNegative)
    }

    package static func < (left: SlowInteger, right: SlowInteger) -> Bool { (left - right).isNegative }
    package static func <= (left: SlowInteger, right: SlowInteger) -> Bool { !(right < left) }

    /// Quotient rounded toward negative infinity and a remainder that is not negative; the divisor is positive.
    package func floorDivided(by divisor: SlowInteger) -> (quotient: SlowInteger, remainder: SlowInteger) {
        var quotient: [Int] = []
        var rest: [Int] = []
        for digit in digits.reversed() {
            rest.insert(digit, at: 0)
            while rest.last == 0 { rest.removeLast() }
            var count = 0
            while !SlowInteger.isLess(rest, divisor.digits) {
                rest = SlowInteger.difference(rest, divisor.digits)
                while rest.last == 0 { rest.removeLast() }
                count += 1
            }
            quotient.append(count)
        }
        let whole = SlowInteger(digits: quotient.reversed(), isNegative: isNegative)
        let remainder = SlowInteger(digits: rest, isNegative: false)
        return isNegative && !remainder.isZero ? (whole - SlowInteger(1), divisor - remainder) : (whole, remainder)
    }

    package static func greatestCommonDivisor(_ left: SlowInteger, _ right: SlowInteger) -> SlowInteger {
        var (a, b) = (left.magnitude, right.magnitude)
        while !b.isZero { (a, b) = (b, a.floorDivided(by: b).remainder) }
        return a
    }

    private static func isLess(_ left: [Int], _ right: [Int]) -> Bool {
        if left.count != right.count { return left.count < right.count }
        for index in left.indices.reversed() where left[index] != right[index] { return left[index] < right[index] }
        return false
    }

    private static func sum(_ left: [Int], _ right: [Int]) -> [Int] {
        var result: [Int] = []
        var carry = 0
        for index in 0..<max(left.count, right.count) {
            let column = carry + (index < left.count ? left[index] : 0) + (index < right.count ? right[index] : 0)
            result.append(column % 10)
            carry = column / 10
        }
        return carry > 0 ? result + [carry] : result
    }

    /// The left number is not smaller.
    private static func difference(_ left: [Int], _ right: [Int]) -> [Int] {
        var result = left
        for index in right.indices {
            result[index] -= right[index]
            var borrowed = index
            while result[borrowed] < 0 {
                result[borrowed] += 10
                borrowed += 1
                result[borrowed] -= 1
            }
        }
        return result
    }
}
