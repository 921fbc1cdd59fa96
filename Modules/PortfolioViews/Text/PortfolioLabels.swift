public import Portfolio

extension InstrumentType {
    /// The type in words.
    public var label: String {
        switch self {
        case .realEstate: "real estate"
        case .mutualFund: "fund"
        case .etf: "ETF"
        default: rawValue
        }
    }
}

extension PortfolioTransaction.Kind {
    /// The kind in words.
    public var label: String { self == .spinOff ? "spin-off" : rawValue }
}
