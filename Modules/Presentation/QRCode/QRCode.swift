/// A short text as a square of dark and light modules that a phone's camera reads: a QR code of level M, which bears that an eighth of
/// it is hidden.
public struct QRCode: Sendable, Hashable {
    /// The number of modules of a side.
    public let size: Int
    /// Whether a module is dark, row by row.
    private var modules: [Bool]
    /// Whether a module belongs to the patterns by which a reader finds its way, and holds no data.
    private var isPattern: [Bool]

    /// The code of a text; nil for one of more than 213 bytes.
    public init?(_ text: String) {
        guard let version = QRVersion.smallest(for: text.utf8.count) else { return nil }
        size = version.size
        modules = Array(repeating: false, count: size * size)
        isPattern = modules
        drawPatterns(version)
        place(version.codewords(of: Array(text.utf8)))
        let drafts = (0..<8).map { masked(by: $0) }
        let best = drafts.indices.min { drafts[$0].penalty < drafts[$1].penalty } ?? 0
        modules = drafts[best].modules
    }

    /// Whether a module is dark; one outside the square is light.
    public func isDark(_ row: Int, _ column: Int) -> Bool {
        (0..<size).contains(row) && (0..<size).contains(column) && modules[row * size + column]
    }

    // MARK: - Patterns

    private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
        modules[row * size + column] = isDark
        isPattern[row * size + column] = true
    }

    private mutating func drawPatterns(_ version: QRVersion) {
        for index in 0..<size {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            for (down, across) in Self.square(4) where (0..<size).contains(row + down) {
                guard (0..<size).contains(column + across) else { continue }
                let ring = max(abs(down), abs(across))
                set(row + down, column + across, ring != 2 && ring != 4)
            }
        }
        let centres = version.alignmentCentres
        for row in centres {
            for column in centres where !isCorner(row, column) {
                for (down, across) in Self.square(2) {
                    set(row + down, column + across, max(abs(down), abs(across)) != 1)
                }
            }
        }
        drawFormat(mask: 0)
        guard let bits = version.versionBits else { return }
        for index in 0..<18 {
            let isDark = bits >> index & 1 == 1
            set(index / 3, size - 11 + index % 3, isDark)
            set(size - 11 + index % 3, index / 3, isDark)
        }
    }

    /// The distances of every module of a square from its middle.
    private static func square(_ reach: Int) -> [(Int, Int)] {
        (-reach...reach).flatMap { down in (-reach...reach).map { (down, $0) } }
    }

    /// Whether a big pattern stands there already.
    private func isCorner(_ row: Int, _ column: Int) -> Bool {
        row == 6 && column == 6 || row == 6 && column == size - 7 || row == size - 7 && column == 6
    }

    /// The level and the mask, twice, with bits that mend errors.
    private mutating func drawFormat(mask: Int) {
        // Level M has the bits 00.
        var rest = mask
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (mask << 10 | rest) ^ 0x5412
        func isDark(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0..<6 { set(index, 8, isDark(index)) }
        set(7, 8, isDark(6))
        set(8, 8, isDark(7))
        set(8, 7, isDark(8))
        for index in 9..<15 { set(8, 14 - index, isDark(index)) }
        for index in 0..<8 { set(8, size - 1 - index, isDark(index)) }
        for index in 8..<15 { set(size - 15 + index, 8, isDark(index)) }
        set(size - 8, 8, true)
    }

    // MARK: - Data

    /// Puts bytes into columns of two, up and down in turn, from the right.
    private mutating func place(_ codewords: [UInt8]) {
        var next = 0
        for (turn, right) in columns.enumerated() {
            for step in 0..<size {
                let row = turn % 2 == 0 ? size - 1 - step : step
                for column in [right, right - 1] where !isPattern[row * size + column] {
                    guard next < codewords.count * 8 else { return }
                    modules[row * size + column] = codewords[next / 8] >> (7 - next % 8) & 1 == 1
                    next += 1
                }
            }
        }
    }

    /// The right columns of the pairs; the column of the timing pattern is left out.
    private var columns: [Int] {
        Array(stride(from: size - 1, through: 7, by: -2)) + Array(stride(from: 5, through: 1, by: -2))
    }

    // MARK: - Masks

    private func masked(by mask: Int) -> QRCode {
        var code = self
        for row in 0..<size {
            for column in 0..<size where !isPattern[row * size + column] {
                if Self.isFlipped(mask, row, column) { code.modules[row * size + column].toggle() }
            }
        }
        code.drawFormat(mask: mask)
        return code
    }

    private static func isFlipped(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        let product = row * column
        return switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: product % 2 + product % 3 == 0
        case 6: (product % 2 + product % 3) % 2 == 0
        default: ((row + column) % 2 + product % 3) % 2 == 0
        }
    }

    /// A number that is the larger the more the code looks like what confuses readers.
    private var penalty: Int {
        var total = 0
        for isAcross in [true, false] {
            for line in 0..<size {
                let bits = (0..<size).map { isAcross ? isDark(line, $0) : isDark($0, line) }
                total += Self.runs(bits) + Self.finders(bits)
            }
        }
        for row in 0..<size - 1 {
            for column in 0..<size - 1 {
                let first = isDark(row, column)
                let isSame =
                    isDark(row, column + 1) == first && isDark(row + 1, column) == first
                    && isDark(row + 1, column + 1) == first
                if isSame { total += 3 }
            }
        }
        let dark = modules.count(where: \.self)
        return total + abs(dark * 20 - modules.count * 10) / modules.count * 10
    }

    /// Five or more modules of one kind side by side.
    private static func runs(_ bits: [Bool]) -> Int {
        var (total, length) = (0, 0)
        for index in bits.indices {
            length = index > 0 && bits[index] == bits[index - 1] ? length + 1 : 1
            if length == 5 { total += 3 } else if length > 5 { total += 1 }
        }
        return total
    }

    /// The modules that look like a big pattern, with four light ones on one side.
    private static func finders(_ bits: [Bool]) -> Int {
        let finder = [true, false, true, true, true, false, true]
        let light = Array(repeating: false, count: 4)
        let looks = [finder + light, light + finder]
        guard bits.count >= 11 else { return 0 }
        return (0...bits.count - 11).count { looks.contains(Array(bits[$0..<$0 + 11])) } * 40
    }
}

extension QRCode {
    /// The light modules around a code, by which readers find it.
    public static let margin = 4

    /// The lines of the code with its margin, two rows of modules in each.
    ///
    /// - Parameter isPaper: whether dark modules are drawn on a light ground, or light ones on a dark ground.
    public func lines(isPaper: Bool) -> [String] {
        let all = -Self.margin..<size + Self.margin
        return stride(from: all.lowerBound, to: all.upperBound, by: 2).map { row in
            String(
                all.map { column -> Character in
                    let upper = isDark(row, column) == isPaper
                    // Below the last row is nothing of the code.
                    let lower = row + 1 < all.upperBound && isDark(row + 1, column) == isPaper
                    return upper ? (lower ? "█" : "▀") : lower ? "▄" : " "
                })
        }
    }

    /// Lines for a terminal: black on white where it has colours.
    public func lines(_ style: TextStyle) -> [String] {
        lines(isPaper: style.hasColors).map { style.apply(.paper, to: $0) }
    }
}
