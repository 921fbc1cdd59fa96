public import Values

/// A live weight in kilograms, or a gain in kilograms a day, exact to 6 decimals.
///
/// ```swift
/// let weight = try Kilograms("380.5")
/// weight.micro  // 380500000
/// ```
public struct Kilograms: Sendable, Hashable {
    /// Millionths of a kilogram.
    public let micro: Int

    /// The heaviest animal.
    static let mostWeight = 2_000_000_000
    /// The greatest daily gain or loss.
    static let mostGain = 5_000_000

    /// So many millionths of a kilogram.
    public init(micro: Int) { self.micro = micro }

    /// Reads `380`, `-0.25` or `380.5kg`: at most 6 decimals.
    ///
    /// - Throws: ``LivestockError/notAWeight(_:)``.
    public init(_ text: String) throws(LivestockError) {
        let digits = text.hasSuffix("kg") ? String(text.dropLast(2)) : text
        guard let micro = MicroText.read(digits) else { throw .notAWeight(text) }
        self.micro = micro
    }

    /// Reads a weight as a person enters it: above 0, at most 2,000 kg, at most 3 decimals.
    ///
    /// - Throws: ``LivestockError``.
    public init(weight text: String) throws(LivestockError) {
        self = try Kilograms(text)
        if let error = weightError { throw error }
    }

    /// Reads a daily gain as a person enters it: −5 to 5 kg, at most 3 decimals.
    ///
    /// - Throws: ``LivestockError``.
    public init(gain text: String) throws(LivestockError) {
        self = try Kilograms(text)
        if let error = gainError { throw error }
    }

    /// The error of a weight that nobody may enter; nil for one that is right.
    var weightError: LivestockError? {
        guard (1...Self.mostWeight).contains(micro) else { return .weightOutOfRange(description) }
        return micro % 1000 == 0 ? nil : .tooPrecise(description)
    }

    /// The error of a gain that nobody may enter; nil for one that is right.
    var gainError: LivestockError? {
        guard micro.magnitude <= Self.mostGain else { return .gainOutOfRange(description) }
        return micro % 1000 == 0 ? nil : .tooPrecise(description)
    }

    /// The number of kilograms.
    public var ratio: Ratio { Ratio.micro(micro) }

    /// The number with exactly 6 decimals, as documents have it.
    public var sixPlaces: String { MicroText.padded(micro) }
}

extension Kilograms: Comparable, CustomStringConvertible {
    /// Lighter weights come first.
    public static func < (left: Kilograms, right: Kilograms) -> Bool { left.micro < right.micro }

    /// The digits without zeros at the end: "380.5".
    public var description: String { MicroText.short(micro) }
}

extension Kilograms: ColumnValue {
    /// A text.
    public static var columnType: ColumnType { .text }
    /// Appends the digits.
    public func append(to cells: inout [Cell]) { cells.append(.text(description)) }
    /// Reads the digits.
    ///
    /// - Throws: The error of the row.
    public static func read(from cursor: inout CellCursor) throws -> Kilograms {
        let column = cursor.next()
        guard let micro = MicroText.read(try cursor.row.text(column)) else { throw cursor.row.malformed(column) }
        return Kilograms(micro: micro)
    }
}
