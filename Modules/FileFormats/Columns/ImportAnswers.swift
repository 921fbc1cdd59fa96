/// The person's answers where a file leaves the meaning of its rows open; saved with a mapping of columns.
public struct ImportAnswers: Sendable, Hashable {
    /// How amounts and fees in columns of their own belong together.
    public enum Fees: String, Sendable, CaseIterable {
        /// The amount has the fee in it already.
        case included
        /// The fee is charged besides the amount.
        case apart
    }

    /// The words in the column of directions for what goes out; `none` where everything comes in.
    public var out: [String] = []
    /// How fees belong to amounts; nil to find out.
    public var fees: Fees?
    /// Whether rows that are pending, or whose state is not known, are entered.
    public var countsPending = false
    /// Words in the column of states by which rows are left out.
    public var leftOut: [String] = []
    /// The first of the hundred years that years of two digits are of.
    public var century: Int?
    /// Whether balances that the file states are not compared with its rows.
    public var ignoresBalances = false
    /// Whether a minus stands for what comes in, as cards write it whose purchases have none.
    public var isInverted = false

    /// The encoding; nil for what the file names.
    public var encoding: TextEncoding?

    /// Nothing is answered.
    public init() {}

    /// The answers as texts, each `name=value`.
    package var texts: [String] {
        var texts: [String] = []
        texts += out.map { "out=\($0)" }
        if let fees { texts.append("fees=\(fees.rawValue)") }
        if countsPending { texts.append("pending=yes") }
        texts += leftOut.map { "skip=\($0)" }
        if let century { texts.append("century=\(century)") }
        if ignoresBalances { texts.append("ignore-balances=yes") }
        if isInverted { texts.append("invert=yes") }
        if let encoding { texts.append("encoding=\(encoding.rawValue)") }
        return texts
    }

    /// Reads ``texts``.
    package init(texts: [String]) {
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "out": out.append(parts[1])
            case "fees": fees = Fees(rawValue: parts[1])
            case "pending": countsPending = true
            case "skip": leftOut.append(parts[1])
            case "century": century = Int(parts[1])
            case "ignore-balances": ignoresBalances = true
            case "invert": isInverted = true
            case "encoding": encoding = TextEncoding(rawValue: parts[1])
            default: break
            }
        }
    }

    /// The same with what is answered now in place of what was saved.
    package func replaced(by new: ImportAnswers) -> ImportAnswers {
        var all = self
        all.out = new.out.isEmpty ? out : new.out
        all.fees = new.fees ?? fees
        all.countsPending = countsPending || new.countsPending
        all.leftOut += new.leftOut.filter { !leftOut.contains($0) }
        all.century = new.century ?? century
        all.ignoresBalances = ignoresBalances || new.ignoresBalances
        all.isInverted = isInverted || new.isInverted
        all.encoding = new.encoding ?? encoding
        return all
    }
}
