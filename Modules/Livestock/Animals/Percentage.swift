public import Values

/// A percentage, exact to 6 decimals of a percent.
///
/// ```swift
/// let rate = try Percentage("85%")
/// rate.ratio == Ratio(17, over: 20)  // true
/// ```
public struct Percentage: Sendable, Hashable {
    /// Millionths of a percent: 5 % is 5,000,000.
    public let micro: Int

    /// 0 %.
    public static let zero = Percentage(micro: 0)
    /// 100 %.
    public static let hundred = Percentage(micro: 100_000_000)

    /// So many millionths of a percent.
    public init(micro: Int) { self.micro = micro }

    /// Reads `5`, `5%` or `-2.5%`: at most 6 decimals.
    ///
    /// - Throws: ``LivestockError/notAPercentage(_:)``.
    public init(_ text: String) throws(LivestockError) {
        let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
        guard let micro = MicroText.read(digits) else { throw .notAPercentage(text) }
        self.micro = micro
    }

    /// Reads a percentage within bounds.
    ///
    /// - Throws: ``LivestockError``.
    public init(_ text: String, within bounds: ClosedRange<Percentage>) throws(LivestockError) {
        self = try Percentage(text)
        if let error = error(within: bounds) { throw error }
    }

    /// The error of a percentage outside of bounds; nil for one that is right.
    func error(within bounds: ClosedRange<Percentage>) -> LivestockError? {
        bounds.contains(self)
            ? nil
            : .percentOutOfRange("\(self)", least: "\(bounds.lowerBound)", most: "\(bounds.upperBound)")
    }

    /// The number: 5 % is 0.05.
    public var ratio: Ratio { Ratio(Int128(micro), over: 100_000_000) ?? .zero }

    /// The number of percents: 5 % is 5.
    public var percents: Ratio { Ratio.micro(micro) }

    /// The digits without the sign: "5".
    public var digits: String { MicroText.short(micro) }
}

extension Percentage: Comparable, CustomStringConvertible {
    /// Smaller ones come first.
    public static func < (left: Percentage, right: Percentage) -> Bool { left.micro < right.micro }

    /// "5%".
    public var description: String { digits + "%" }
}

extension Percentage: ColumnValue {
    /// A text.
    public static var columnType: ColumnType { .text }
    /// Appends the digits.
    public func append(to cells: inout [Cell]) { cells.append(.text(digits)) }
    /// Reads the digits.
    ///
    /// - Throws: The error of the row.
    public static func read(from cursor: inout CellCursor) throws -> Percentage {
        let column = cursor.next()
        guard let micro = MicroText.read(try cursor.row.text(column)) else { throw cursor.row.malformed(column) }
        return Percentage(micro: micro)
    }
}
